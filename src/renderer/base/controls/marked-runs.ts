export interface MarkedRun {
  readonly start: number;
  readonly text: string;
  readonly isMarked: boolean;
}

/** Cuts a label into runs of marked and unmarked characters. */
export function markedRuns(label: string, marked: ReadonlySet<number>): MarkedRun[] {
  const runs: MarkedRun[] = [];
  for (let start = 0, end = 0; start < label.length; start = end) {
    const isMarked = marked.has(start);
    while (end < label.length && marked.has(end) === isMarked) end++;
    runs.push({ start, text: label.slice(start, end), isMarked });
  }
  return runs;
}
