/** Characters. */
const longestStretch = 3000;
/** A longer line takes the page seconds to lay out, so it is cut where a word ends. What lies across is not found. */
const longestLine = 10_000;

/** Text in stretches of whole lines. The line break between two stretches belongs to neither: each is a block of its own. */
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

/** The end of the last word before a place, or the place itself in a word that is too long; -1: the text ends before. */
function wordEnd(text: string, place: number): number {
  if (place >= text.length) return -1;
  const space = text.lastIndexOf(' ', place);
  if (space > place - 200) return space;
  // Not in the middle of a character of two halves.
  const isHalf = /[\udc00-\udfff]/.test(text[place] ?? '');
  return isHalf ? place - 1 : place;
}
