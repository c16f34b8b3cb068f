import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ManifestSetting } from '../../../shared/contract/extensions/manifest.ts';
import { maxRows, type SettingRow } from '../../../shared/contract/settings/setting-value.ts';
import { changedRows, readRows } from './setting-rows.ts';

const setting: ManifestSetting & { type: 'list' } = {
  type: 'list',
  title: 'Servers',
  fields: { url: { title: 'Address', placeholder: '' } },
};
const named = (name: string, more: SettingRow = {}): SettingRow => ({ name, ...more });
function rowsOf(given: readonly SettingRow[], present: readonly SettingRow[] = []): readonly SettingRow[] {
  const rows = changedRows(setting, given, present);
  if (!rows.ok) throw new Error(rows.failure.message);
  return rows.value;
}
function refusal(given: unknown, present: readonly SettingRow[] = []): string {
  const rows = changedRows(setting, given as readonly SettingRow[], present);
  if (rows.ok) throw new Error(`It was accepted: ${JSON.stringify(rows.value)}`);
  return rows.failure.message;
}

test('a new row gets an id that begins with its name, and keeps it when the name changes', () => {
  const [row] = rowsOf([named(' Gpu Böx №1 ', { url: ' http://gpu ' })]);
  expect(row).toEqual({
    id: expect.stringMatching(/^gpu-box-no1-[a-z0-9]{6}$/),
    name: 'Gpu Böx №1',
    url: 'http://gpu',
  });
  expect(rowsOf([{ ...row, name: 'Other' }], [row ?? {}])).toEqual([{ ...row, name: 'Other' }]);
});

test.each([
  [
    ['Box', 'box!', 'BOX'],
    ['box', 'box', 'box'],
  ],
  [
    ['大', '小'],
    ['entry', 'entry'],
  ],
  [['---'], ['entry']],
  [[`${'long '.repeat(30)}`], ['long-long-long-long-long']],
])('names %j get ids that begin with %j', (names, beginnings) => {
  const ids = rowsOf(names.map((name) => named(name))).map(({ id = '' }) => id);
  expect(ids.map((id) => id.slice(0, -7))).toEqual(beginnings);
  expect(new Set(ids).size).toBe(names.length);
});

test('the id of a row that is gone does not come back with its name: a key may still be kept under it', () => {
  const [first] = rowsOf([named('Box', { url: 'http://old' })]);
  const [second] = rowsOf([named('Box', { url: 'http://new' })], []);
  expect(second?.id).not.toBe(first?.id);
});

test.each<[string, unknown, string]>([
  ['no list', 'Box', 'it takes a list.'],
  ['a row without a name', [{ name: ' ' }], 'each entry needs a name.'],
  ['a name of two lines', [named('a\nb')], 'a name is one line'],
  ['a name with a hidden mark', [named('a\u202Eb')], 'a name is one line'],
  ['a name twice', [named('Box'), named(' Box ')], 'there is a “Box” already.'],
  ['a field of its own', [named('Box', { key: 'sk-1' })], 'it has no field “key”.'],
  ['a field of two lines', [named('Box', { url: 'a\nb' })], '“Address” of “Box” takes one line'],
  ['an id of its own', [named('Box', { id: 'mine' })], '“Box” is no longer in the list.'],
  ['too many', Array.from({ length: maxRows + 1 }, (_, index) => named(`Box ${index}`)), '50 entries at most'],
])('%s is refused with a sentence', (_what, given, words) => {
  const message = refusal(given);
  expect(message).toContain(words);
  expect(message).toMatch(/^“Servers”: .* Nothing was changed\.$/);
});

test('one id twice is refused', () => {
  const [row = {}] = rowsOf([named('Box')]);
  expect(refusal([row, { ...row, name: 'Other' }], [row])).toContain('is no longer in the list');
});

test('of a file only rows that fit are read, with the fields of the manifest', () => {
  expect(
    readRows(setting, [
      { id: 'a', name: 'A', url: 'http://a', gone: 'x' },
      { id: 'a', name: 'Again' },
      { id: 'B!', name: 'B' },
      { name: 'No id' },
      { id: 'c', name: '' },
      { id: 'd', name: 'D' },
    ]),
  ).toEqual([
    { id: 'a', name: 'A', url: 'http://a' },
    { id: 'd', name: 'D', url: '' },
  ]);
  expect(readRows(setting, 'a text')).toEqual([]);
  expect(readRows(setting, undefined)).toEqual([]);
});

test('what is accepted is read as it was written, whatever the names', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.string({ minLength: 1, maxLength: 60, unit: 'grapheme' }), { maxLength: 12 }),
      (names) => {
        const rows = changedRows(
          setting,
          names.map((name) => named(name)),
          [],
        );
        if (!rows.ok) return;
        expect(new Set(rows.value.map(({ id }) => id)).size).toBe(names.length);
        expect(readRows(setting, rows.value)).toEqual(rows.value);
      },
    ),
  );
});
