/** Lines that were replaced, as [from, to) and from 0: A is the text before, B the one after. */
export interface DiffChange {
  readonly fromA: number;
  readonly toA: number;
  readonly fromB: number;
  readonly toB: number;
}

const linesOf = (text: string): readonly string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

/** The text before with this change in it. */
export function acceptedText(before: string, after: string, { fromA, toA, fromB, toB }: DiffChange): string {
  const lines = linesOf(before);
  return [...lines.slice(0, fromA), ...linesOf(after).slice(fromB, toB), ...lines.slice(toA)].join('');
}

/** The text after without this change. */
export const rejectedText = (before: string, after: string, { fromA, toA, fromB, toB }: DiffChange): string =>
  acceptedText(after, before, { fromA: fromB, toA: toB, fromB: fromA, toB: toA });
