import type { SettingRow, SettingValue } from '../../shared/contract/settings/setting-value.ts';

/** A row of a list as it is being edited. `key` is its identity on screen; without `id` it was never saved. */
export interface EditedRow {
  readonly key: number;
  readonly id?: string | undefined;
  readonly fields: Readonly<Record<string, string>>;
}

let lastKey = 0;
export const newRow = (): EditedRow => ({ key: ++lastKey, fields: {} });

export const editedRows = (value: SettingValue): EditedRow[] =>
  typeof value === 'object' ? value.map(({ id, ...fields }) => ({ key: ++lastKey, id, fields })) : [];

/** A new row without any text does not count yet. */
const isThere = ({ id, fields }: EditedRow): boolean =>
  id !== undefined || Object.values(fields).some((text) => text.trim() !== '');

export const rowsToSave = (rows: readonly EditedRow[]): SettingRow[] =>
  rows.filter(isThere).map(({ id, fields }) => ({ ...(id !== undefined && { id }), ...trimmed(fields) }));

/** Gives new rows the ids that they were saved under. @param saved the rows of `sent` as saved, in their order */
export function withIds(
  rows: readonly EditedRow[],
  sent: readonly EditedRow[],
  saved: SettingValue | undefined,
): EditedRow[] {
  const ids = typeof saved === 'object' ? saved.map(({ id }) => id) : [];
  const keys = sent.filter(isThere).map(({ key }) => key);
  return rows.map((row) => ({ ...row, id: row.id ?? ids[keys.indexOf(row.key)] }));
}

const trimmed = (fields: EditedRow['fields']) =>
  Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, text.trim()]));
