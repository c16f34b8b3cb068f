export interface TextRange {
  readonly from: number;
  readonly to: number;
}

const fencePattern = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/;
const fenceEndPattern = /^ {0,3}(`{3,}|~{3,})[ \t]*$/;

/**
 * The fenced blocks and code spans of a Markdown text, in order, in linear time. An unclosed fence extends to the
 * end.
 */
export function codeRanges(text: string): TextRange[] {
  const found: TextRange[] = [];
  /** Start of the paragraph whose spans were not searched yet. */
  let paragraph = 0;
  let fence: { readonly mark: string; readonly from: number } | null = null;
  for (let at = 0; at <= text.length; ) {
    const end = text.indexOf('\n', at) < 0 ? text.length : text.indexOf('\n', at);
    const line = text.slice(at, end);
    if (fence) {
      const closes = fenceEndPattern.exec(line)?.[1]?.startsWith(fence.mark) ?? false;
      if (closes) {
        found.push({ from: fence.from, to: end });
        fence = null;
        paragraph = end;
      }
    } else {
      const mark = fencePattern.exec(line)?.[1];
      // A span does not extend over an empty line, or into a fence.
      if (mark !== undefined || line.trim() === '') {
        addSpans(text, paragraph, at, found);
        paragraph = end;
      }
      if (mark !== undefined) fence = { mark, from: at };
    }
    at = end + 1;
  }
  if (fence) found.push({ from: fence.from, to: text.length });
  else addSpans(text, paragraph, text.length, found);
  return found;
}

function addSpans(text: string, from: number, to: number, found: TextRange[]): void {
  const runs = [...text.slice(from, to).matchAll(/`+/g)].map((run) => ({
    at: from + run.index,
    length: run[0].length,
  }));
  /** The last run of each length: a run after it has no counterpart. */
  const lastOf = new Map(runs.map(({ length, at }) => [length, at]));
  for (let index = 0; index < runs.length; index++) {
    const run = runs[index];
    if (!run) break;
    // A backslash makes the first backtick a literal one.
    const isEscaped = isEscapedAt(text, run.at);
    const length = run.length - (isEscaped ? 1 : 0);
    if (length === 0 || (lastOf.get(length) ?? -1) <= run.at) continue;
    while (runs[index + 1]?.length !== length) index++;
    index++;
    found.push({ from: run.at + run.length - length, to: (runs[index]?.at ?? run.at) + length });
  }
}

/** Whether an odd number of backslashes precedes an offset. */
export function isEscapedAt(text: string, at: number): boolean {
  let first = at;
  while (first > 0 && text[first - 1] === '\\') first--;
  return (at - first) % 2 === 1;
}
