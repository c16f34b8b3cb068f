import type { ScrollPlace } from '../threads/agent-state.ts';

/**
 * The content at the top of the view, and how much of it is above. It stays valid when the width changes: in a paragraph
 * that begins above the view it is a letter, as a fraction of its height would be at other words then.
 */
export interface Line {
  /** An element, or a letter of a text node by its offset. */
  readonly node: Element | Text;
  readonly letter: number;
  readonly above: number;
}

export function messageAtTop(scroller: HTMLElement): HTMLElement | undefined {
  const { top } = scroller.getBoundingClientRect();
  const messages = scroller.querySelectorAll<HTMLElement>('article[data-piece]');
  // They are in document order: a binary search for the first one that ends below the top.
  let from = 0;
  let to = messages.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    const bottom = messages[middle]?.getBoundingClientRect().bottom ?? 0;
    if (bottom <= top) from = middle + 1;
    else to = middle;
  }
  return messages[from];
}

export function placeOf(scroller: HTMLElement, message: HTMLElement): ScrollPlace | undefined {
  const id = message.dataset.piece;
  return id === undefined ? undefined : { id, offset: above(scroller, message.getBoundingClientRect()) };
}

export function scrollToPlace(scroller: HTMLElement, { id, offset }: ScrollPlace): void {
  const message = scroller.querySelector(`article[data-piece="${CSS.escape(id)}"]`);
  if (message) scroller.scrollTop += offset - above(scroller, message.getBoundingClientRect());
}

/** The innermost part of the message at the top of the view, or its first letter in view. */
export function lineAt(scroller: HTMLElement, message: Element): Line {
  const { top } = scroller.getBoundingClientRect();
  let element = message;
  for (let inner: Element | undefined = message; inner && inner.getBoundingClientRect().top <= top; ) {
    element = inner;
    inner = [...element.children].find((child) => child.getBoundingClientRect().bottom > top);
  }
  const start = letterBelow(element, top) ?? { node: element, letter: 0 };
  return { ...start, above: above(scroller, boxOf(start)) };
}

/** Whether the line is still where it was, within the part of a pixel that scrolling rounds. */
export const isAtLine = (scroller: HTMLElement, line: Line): boolean =>
  scroller.contains(line.node) && Math.abs(above(scroller, boxOf(line)) - line.above) < 1;

/** @returns false when the line no longer exists */
export function scrollToLine(scroller: HTMLElement, line: Line): boolean {
  if (!scroller.contains(line.node)) return false;
  scroller.scrollTop += line.above - above(scroller, boxOf(line));
  return true;
}

/** The first letter whose line ends below `top`. */
function letterBelow(element: Element, top: number): Pick<Line, 'node' | 'letter'> | undefined {
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    if (!(node instanceof Text) || boxOf({ node, letter: 0 }, node.length).bottom <= top) continue;
    let from = 0;
    let to = node.length - 1;
    while (from < to) {
      const middle = (from + to) >> 1;
      if (boxOf({ node, letter: middle }).bottom <= top) from = middle + 1;
      else to = middle;
    }
    return { node, letter: from };
  }
  return undefined;
}

/** @param end offset of the letter after the last one */
function boxOf({ node, letter }: Pick<Line, 'node' | 'letter'>, end = letter + 1): DOMRect {
  if (node instanceof Element) return node.getBoundingClientRect();
  const range = document.createRange();
  range.setStart(node, Math.min(letter, node.length));
  range.setEnd(node, Math.min(end, node.length));
  return range.getBoundingClientRect();
}

const above = (scroller: HTMLElement, { top }: DOMRect): number => scroller.getBoundingClientRect().top - top;
