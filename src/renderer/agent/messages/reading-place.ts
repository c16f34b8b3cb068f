import type { ScrollPlace } from '../threads/agent-state.ts';

/** What stands at the top of the view, and how much of it is above. It holds when everything gets another width. */
export interface Line {
  readonly element: Element;
  readonly above: number;
}

export function messageAtTop(scroller: HTMLElement): HTMLElement | undefined {
  const { top } = scroller.getBoundingClientRect();
  const messages = scroller.querySelectorAll<HTMLElement>('article[data-piece]');
  // They stand in their order: the first one that ends below the top is looked for in halves.
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
  return id === undefined ? undefined : { id, offset: above(scroller, message) };
}

export function scrollToPlace(scroller: HTMLElement, { id, offset }: ScrollPlace): void {
  const message = scroller.querySelector(`article[data-piece="${CSS.escape(id)}"]`);
  if (message) scroller.scrollTop += offset - above(scroller, message);
}

/** The innermost part of the message that is at the top. */
export function lineAt(scroller: HTMLElement, message: Element): Line {
  const { top } = scroller.getBoundingClientRect();
  let element = message;
  for (let inner: Element | undefined = message; inner; ) {
    element = inner;
    inner = [...element.children].find((child) => child.getBoundingClientRect().bottom > top);
  }
  return { element, above: above(scroller, element) };
}

/** @returns false when it is not there any more */
export function scrollToLine(scroller: HTMLElement, line: Line): boolean {
  if (!scroller.contains(line.element)) return false;
  scroller.scrollTop += line.above - above(scroller, line.element);
  return true;
}

const above = (scroller: HTMLElement, element: Element): number =>
  scroller.getBoundingClientRect().top - element.getBoundingClientRect().top;
