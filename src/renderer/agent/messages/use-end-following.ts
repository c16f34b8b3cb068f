import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { keepScrollPlace, type ScrollPlace, scrollPlaceOf } from '../scroll-places.ts';
import { setTextWidth } from './estimate-height.ts';
import type { MessageWindow } from './message-window.ts';

/** Nearer than this to the end, a person reads along. Pixels. */
const nearEnd = 32;
/** What a person does is followed by its scrolling so soon. Milliseconds. */
const recently = 500;
const isRecent = (at: number): boolean => performance.now() - at < recently;
/** What scrolls, and what may scroll or press a button. */
const scrolls = ['wheel', 'touchmove'] as const;
const actions = ['keydown', 'pointerdown', 'pointermove', 'focusin', 'conversation-shown'] as const;

export interface EndFollowing {
  /** The end is out of view. */
  readonly isAway: boolean;
  toEnd(): void;
  onScroll(): void;
}

/** Keeps the end in view while it is in view; a thread that was left elsewhere is shown where it was left. */
export function useEndFollowing(
  scroller: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
  window: MessageWindow,
  threadId: string | null,
): EndFollowing {
  const [left] = useState(() => scrollPlaceOf(threadId));
  const isFollowing = useRef(left === undefined);
  /** Where the view was last seen, and when a person last did something. */
  const seen = useRef({ height: 0, viewHeight: 0, top: 0, scrolledAt: 0, actedAt: 0 });
  const [isAway, setAway] = useState(left !== undefined);

  const stick = useCallback((element: HTMLElement) => {
    element.scrollTop = element.scrollHeight;
    notePlace(seen.current, element);
  }, []);
  const toEnd = useCallback(() => {
    const element = scroller.current;
    if (!element) return;
    isFollowing.current = true;
    setAway(false);
    stick(element);
    window.settle();
  }, [scroller, window, stick]);
  const onScroll = useCallback(() => {
    const element = scroller.current;
    if (!element) return;
    const isNear = element.scrollHeight - element.scrollTop - element.clientHeight < nearEnd;
    const { height, viewHeight, top, scrolledAt, actedAt } = seen.current;
    const isAsSeen = element.scrollHeight === height && element.clientHeight === viewHeight;
    const isByPerson = isAsSeen || isRecent(scrolledAt) || (isRecent(actedAt) && element.scrollTop < top);
    // The browser tells late: it may be the end that moved.
    if (isFollowing.current && !isNear && !isByPerson) return stick(element);
    notePlace(seen.current, element);
    isFollowing.current = isNear;
    setAway(!isFollowing.current);
    keepScrollPlace(threadId, isFollowing.current ? undefined : placeIn(element));
  }, [scroller, threadId, stick]);

  useLayoutEffect(() => {
    const [element, inner] = [scroller.current, content.current];
    if (!element || !inner) return;
    setTextWidth(inner.clientWidth - 24);
    const detach = window.attach(element);
    if (left) scrollTo(element, left);
    else stick(element);
    window.settle();
    const onScrolling = (event: Event) => {
      if (mayLeadAway(event)) seen.current.scrolledAt = performance.now();
    };
    const onAction = (event: Event) => {
      if (mayLeadAway(event)) seen.current.actedAt = performance.now();
    };
    for (const type of scrolls) element.addEventListener(type, onScrolling, { passive: true });
    for (const type of actions) element.addEventListener(type, onAction);
    const follow = new ResizeObserver(() => {
      setTextWidth(inner.clientWidth - 24);
      if (isFollowing.current) stick(element);
      // All of it has room now, and nothing scrolls that would tell.
      else if (element.scrollHeight <= element.clientHeight) onScroll();
    });
    follow.observe(inner);
    follow.observe(element);
    return () => {
      follow.disconnect();
      for (const type of scrolls) element.removeEventListener(type, onScrolling);
      for (const type of actions) element.removeEventListener(type, onAction);
      detach();
    };
  }, [scroller, content, window, left, stick, onScroll]);
  return { isAway, toEnd, onScroll };
}

function notePlace(seen: { height: number; viewHeight: number; top: number }, element: HTMLElement): void {
  seen.height = element.scrollHeight;
  seen.viewHeight = element.clientHeight;
  seen.top = element.scrollTop;
}

/** To the end the wheel leads anyway, and a pointer that only passes scrolls nothing. */
function mayLeadAway(event: Event): boolean {
  if (event instanceof WheelEvent) return event.deltaY < 0;
  return !(event instanceof PointerEvent && event.type === 'pointermove' && event.buttons === 0);
}

/** The message at the top of the view. */
function placeIn(scroller: HTMLElement): ScrollPlace | undefined {
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
  const message = messages[from];
  const id = message?.dataset.piece;
  return message && id !== undefined ? { id, offset: top - message.getBoundingClientRect().top } : undefined;
}

function scrollTo(scroller: HTMLElement, { id, offset }: ScrollPlace): void {
  const message = scroller.querySelector(`article[data-piece="${CSS.escape(id)}"]`);
  if (!message) return;
  scroller.scrollTop += message.getBoundingClientRect().top - scroller.getBoundingClientRect().top + offset;
}
