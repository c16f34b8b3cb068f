import type { HistoryGroup, ThreadRow } from './history-groups.ts';

/** Pixels; the style sheet has the same. */
const headingHeight = 28;
const rowHeight = 32;
const foundHeight = 68;
const gap = 8;
/** Pixels around the view in which rows are rendered as well. */
const margin = 300;

export interface LaidRow extends ThreadRow {
  /** Pixels from the top of the list. */
  readonly top: number;
  readonly height: number;
}

export interface LaidGroup {
  readonly title: string;
  readonly top: number;
  readonly height: number;
  readonly rows: readonly LaidRow[];
}

export interface HistoryLayout {
  readonly groups: readonly LaidGroup[];
  readonly height: number;
}

export interface View {
  readonly top: number;
  readonly bottom: number;
}

export function layOut(groups: readonly HistoryGroup[]): HistoryLayout {
  let bottom = 0;
  const laid = groups.map(({ title, rows }): LaidGroup => {
    const top = bottom;
    bottom += headingHeight;
    const laidRows = rows.map((row): LaidRow => {
      const height = row.excerpt === undefined ? rowHeight : foundHeight;
      const laidRow = { ...row, top: bottom, height };
      bottom += height;
      return laidRow;
    });
    const height = bottom - top;
    bottom += gap;
    return { title, top, height, rows: laidRows };
  });
  return { groups: laid, height: Math.max(bottom - gap, 0) };
}

/**
 * The rows in view or near it.
 * @param kept a thread whose row is rendered wherever it is, as it has the focus
 */
export function nearRows({ groups }: HistoryLayout, view: View, kept: string | undefined): LaidGroup[] {
  const [from, to] = [view.top - margin, view.bottom + margin];
  const isNear = (part: { top: number; height: number }) => part.top + part.height > from && part.top < to;
  return groups.flatMap((group): LaidGroup[] => {
    const isWholly = isNear(group);
    const rows = group.rows.filter((row) => (isWholly && isNear(row)) || row.thread.id === kept);
    return isWholly || rows.length > 0 ? [{ ...group, rows }] : [];
  });
}
