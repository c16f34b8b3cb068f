import { randomUUID } from 'node:crypto';
import { fail, ok, type Result } from '../../../shared/contract/errors.ts';
import { labelSchema, longestRowId, type ManifestSetting } from '../../../shared/contract/extensions/manifest.ts';
import { maxRows, type SettingRow, type SettingValue } from '../../../shared/contract/settings/setting-value.ts';

type ListSetting = ManifestSetting & { readonly type: 'list' };

const longestField = 2000;
const suffixLength = 6;
const rowId = new RegExp(`^[a-z0-9][a-z0-9-]{0,${longestRowId - 1}}$`);

/** The stored rows of a list setting, without those that do not fit the manifest. */
export function readRows(setting: ListSetting, stored: SettingValue | undefined): readonly SettingRow[] {
  if (!Array.isArray(stored)) return [];
  const rows = new Map<string, SettingRow>();
  for (const row of stored.slice(0, maxRows)) {
    const { id, name } = row;
    if (id === undefined || !rowId.test(id) || rows.has(id) || !labelSchema.safeParse(name).success) continue;
    rows.set(id, rowOf(setting, id, row));
  }
  return [...rows.values()];
}

/**
 * Validates the rows that a person wants to store.
 * @param given a row without `id` is new, and gets an id derived from its name
 * @param present result of `readRows`; a row keeps its id when its name changes
 */
export function changedRows(
  setting: ListSetting,
  given: SettingValue,
  present: readonly SettingRow[],
): Result<readonly SettingRow[]> {
  const no = (sentence: string) => fail('setting-refused', `“${setting.title}”: ${sentence} Nothing was changed.`);
  if (!Array.isArray(given)) return no('it takes a list.');
  if (given.length > maxRows) return no(`it takes ${maxRows} entries at most.`);
  const known = new Set(present.map(({ id = '' }) => id));
  const rows = new Map<string, SettingRow>();
  const names = new Set<string>();
  for (const row of given) {
    const name = (row.name ?? '').trim();
    if (name === '') return no('each entry needs a name.');
    if (!labelSchema.safeParse(name).success)
      return no('a name is one line without hidden marks, of 200 characters at most.');
    if (names.has(name)) return no(`there is a “${name}” already. Use another name.`);
    names.add(name);
    const unknown = Object.keys(row).find(
      (key) => key !== 'id' && key !== 'name' && !Object.hasOwn(setting.fields, key),
    );
    if (unknown !== undefined) return no(`it has no field “${unknown}”.`);
    const unfit = Object.entries(setting.fields).find(([key]) => !isLine(row[key] ?? ''));
    if (unfit) return no(`“${unfit[1].title}” of “${name}” takes one line of ${longestField} characters at most.`);
    const id = row.id || newId(name);
    if (row.id && (!known.has(id) || rows.has(id))) return no(`“${name}” is no longer in the list.`);
    rows.set(id, rowOf(setting, id, { ...row, name }));
  }
  return ok([...rows.values()]);
}

const rowOf = ({ fields }: ListSetting, id: string, row: SettingRow): SettingRow => ({
  id,
  name: row.name ?? '',
  ...Object.fromEntries(Object.keys(fields).map((key) => [key, (row[key] ?? '').trim()])),
});

const isLine = (text: string): boolean => text.length <= longestField && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text);

/**
 * A new id: readable, as it is displayed as a provider's id, and never used before, because the key of a deleted entry
 * may still be stored under its id, and belongs to another host.
 */
function newId(name: string): string {
  const letters = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}+/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, longestRowId - 1 - suffixLength)
    .replace(/^-+|-+$/g, '');
  return `${letters || 'entry'}-${randomUUID().slice(0, suffixLength)}`;
}
