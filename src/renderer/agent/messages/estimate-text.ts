/** The height of text that was not drawn yet, in pixels. It only needs to be about right: the scroll bar goes by it. */

const lineHeight = 20;
const letterWidth = 6.6;
/** The panel at its usual width. */
const usualWidth = 360;

let width = usualWidth;
/** @param pixels of the text */
export const setTextWidth = (pixels: number): void => {
  if (pixels > 0) width = pixels;
};

/** Text in paragraphs and code: its lines, broken where they are too long. */
export function estimateText(text: string): number {
  const letters = Math.max(width / letterWidth, 10);
  let lines = 0;
  for (let from = 0; from <= text.length; ) {
    const end = text.indexOf('\n', from);
    const to = end < 0 ? text.length : end;
    // The gap between paragraphs is a little less than an empty line.
    lines += to === from ? 0.6 : Math.ceil((to - from) / letters);
    from = to + 1;
  }
  return Math.ceil(lines * lineHeight);
}

/** One line of something folded away, and the gap before it. */
export const foldedHeight = 34;
