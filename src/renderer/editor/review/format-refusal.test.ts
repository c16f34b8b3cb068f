import { expect, test } from 'vitest';
import { formatRefusal } from './format-refusal.ts';

test('what could not be put back is told without the next steps of a text that could not be saved', () => {
  expect(formatRefusal({ code: 'file-failed', message: 'A folder is there.' })).toBe('A folder is there.');
  expect(formatRefusal({ code: 'file-changed', message: 'It was changed.' })).toBe('It was changed.');
  expect(formatRefusal({ code: 'file-denied', message: 'No.' })).toBe('No. Check the permissions of the file.');
});
