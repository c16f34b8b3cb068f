/** Characters. */
const longestStretch = 3000;

/** Text in stretches of whole lines. The line break between two stretches belongs to neither: each is a block of its own. */
export function cutLines(text: string): readonly { readonly at: number; readonly text: string }[] {
  const stretches: { at: number; text: string }[] = [];
  let at = 0;
  while (text.length - at > longestStretch) {
    const end = text.indexOf('\n', at + longestStretch);
    if (end < 0) break;
    stretches.push({ at, text: text.slice(at, end) });
    at = end + 1;
  }
  stretches.push({ at, text: text.slice(at) });
  return stretches;
}
