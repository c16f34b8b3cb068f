import type { Ruler } from '../../../shared/contract/settings/setting-table.ts';

const columnOf = (ruler: Ruler): number => (typeof ruler === 'number' ? ruler : ruler.column);

export const formatRulers = (rulers: readonly Ruler[]): string => rulers.map(columnOf).join(', ');

/**
 * @param before the rulers whose colours are kept
 * @returns null: the text is not a list of columns
 */
export function readRulers(text: string, before: readonly Ruler[]): Ruler[] | null {
  const columns = text.split(/[\s,]+/).filter(Boolean);
  if (!columns.every((column) => /^\d+$/.test(column))) return null;
  return columns.map(Number).map((column) => before.find((ruler) => columnOf(ruler) === column) ?? column);
}
