import { imageSizesIn } from '../../../shared/content/agent-images.ts';
import { shownSize } from '../images/image-format.ts';

/** Height of text not rendered yet, in pixels. Approximate: it only serves the scroll bar. */

const lineHeight = 20;
const letterWidth = 6.6;
/** Pixels, in a panel of the default width. */
const usualWidth = 360;

let width = usualWidth;
/** @param pixels width of the text */
export const setTextWidth = (pixels: number): void => {
  if (pixels > 0) width = pixels;
};

/** The height of paragraphs, code and images, wrapped lines included. */
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
  const images = imageSizesIn(text).map(shownSize);
  const pictures = images.reduce((sum, image) => sum + image.height * Math.min(1, width / image.width), 0);
  return Math.ceil(lines * lineHeight + pictures);
}

/** Height of a folded part with the gap before it. */
export const foldedHeight = 34;
