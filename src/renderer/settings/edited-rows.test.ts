import { expect, test } from 'vitest';
import { editedRows, newRow, rowsToSave, withIds } from './edited-rows.ts';

const stored = [
  { id: 'one', name: 'One', url: 'http://one' },
  { id: 'two', name: 'Two', url: '' },
];

test('rows are saved as they came, with what was typed without spaces around it', () => {
  const [one, two] = editedRows(stored);
  expect(rowsToSave([one, two].flatMap((row) => row ?? []))).toEqual(stored);
  expect(rowsToSave([{ ...newRow(), fields: { name: ' New ', url: ' ' } }])).toEqual([{ name: 'New', url: '' }]);
  expect(editedRows('a text')).toEqual([]);
});

test('a new row counts from the first thing that is typed in it', () => {
  expect(rowsToSave([newRow(), { ...newRow(), fields: { name: ' ' } }])).toEqual([]);
  expect(rowsToSave([{ ...newRow(), fields: { url: 'http://x' } }])).toEqual([{ url: 'http://x' }]);
});

test('new rows get the ids that they were saved under, whatever was added or removed meanwhile', () => {
  const [one, two] = editedRows(stored);
  const [empty, first, second] = [
    newRow(),
    { ...newRow(), fields: { name: 'A' } },
    { ...newRow(), fields: { name: 'B' } },
  ];
  const sent = [one, empty, first, two, second].flatMap((row) => row ?? []);
  const saved = [{ id: 'one' }, { id: 'a' }, { id: 'two' }, { id: 'b' }];
  const later = { ...newRow(), fields: { name: 'C' } };
  const rows = withIds([...sent.filter((row) => row !== first), later], sent, saved);
  expect(rows.map(({ id }) => id)).toEqual(['one', undefined, 'two', 'b', undefined]);
});
