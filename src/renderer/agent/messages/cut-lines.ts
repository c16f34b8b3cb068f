/** Characters. */
const longestStretch = 3000;
/** The page would take seconds to lay out a longer line, so it is cut between words. A match across the cut is not found. */
const longestLine = 10_000;

/** Cuts text into stretches of whole lines. The line break between two stretches belongs to neither: each is a block. */
export function cutLines(text: string): readonly { readonly at: number; readonly text: string }[] {
  const stretches: { at: number; text: string }[] = [];
  let at = 0;
  while (text.length - at > longestStretch) {
    const line = text.indexOf('\n', at + longestStretch);
    const end = line >= 0 && line - at <= longestLine ? line : wordEnd(text, at + longestLine);
    if (end < 0) break;
    stretches.push({ at, text: text.slice(at, end) });
    at = text[end] === '\n' ? end + 1 : end;
  }
  stretches.push({ at, text: text.slice(at) });
  return stretches;
}

/** The end of the last word before a place, or the place itself within an overlong word; -1: the text ends before. */
function wordEnd(text: string, place: number): number {
  if (place >= text.length) return -1;
  const space = text.lastIndexOf(' ', place);
  if (space > place - 200) return space;
  // Not within a surrogate pair.
  const isHalf = /[\udc00-\udfff]/.test(text[place] ?? '');
  return isHalf ? place - 1 : place;
}
