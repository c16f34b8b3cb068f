import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { agent } from '../threads/agent.ts';
import type { ScrollPlace } from '../threads/agent-state.ts';
import { endOf, questionIn } from './end-of-view.ts';
import { setTextWidth } from './estimate-text.ts';
import type { MessageWindow } from './message-window.ts';
import { isOpened, type PressedFold, pressedFold } from './opened-fold.ts';
import { isAtLine, type Line, lineAt, messageAtTop, placeOf, scrollToLine, scrollToPlace } from './reading-place.ts';

/** Pixels; nearer to the end the view follows it. */
const nearEnd = 32;
/** Milliseconds in which scrolling is attributed to a person's last action. */
const recently = 500;
/** Milliseconds without scrolling until it counts as at rest. */
const restMs = 150;
const isRecent = (at: number): boolean => performance.now() - at < recently;
/** Events that scroll, and events that may scroll or press a button. */
const scrolls = ['wheel', 'touchmove'] as const;
const actions = ['keydown', 'pointerdown', 'pointermove', 'focusin', 'thread-shown'] as const;

/** Keeps the end in view while it is in view; a thread that was left elsewhere is shown where it was left. */
export function useEndFollowing(
  scroller: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
  window: MessageWindow,
  threadId: string | null,
) {
  const [left] = useState(() => agent.thread().scrollPlace);
  const place = useRef<ScrollPlace | undefined>(left);
  const isFollowing = useRef(left === undefined);
  /** The last seen view, and the time of a person's last action: none yet, also in the first moments of the page. */
  const seen = useRef({ height: 0, viewHeight: 0, top: 0, scrolledAt: -Infinity, actedAt: -Infinity });
  /**
   * The line at the top of the view, away from the end, once scrolling rests: finding it takes much of a frame.
   * Kept with its scroll place, as the panel may be hidden before scrolling rests again.
   */
  const line = useRef<{ readonly read: Line; at: ScrollPlace | undefined }>(undefined);
  const rest = useRef<number>(undefined);
  const asked = useRef<Element>(null);
  const pressed = useRef<PressedFold>(null);
  /**
   * The width for which the view was last restored, 0 while it is hidden. Until that is done for a new width, scrolling is
   * no person's doing. A busy window may hide the panel and show it in another width before the observer runs.
   */
  const width = useRef(0);
  /** The end is out of view. */
  const [isAway, setAway] = useState(left !== undefined);

  const stick = useCallback((element: HTMLElement) => {
    const question = questionIn(element);
    const end = endOf(element, question);
    // A person who reads on in a question is not taken back to its beginning when it grows.
    const isSame = question !== null && question === asked.current;
    asked.current = question;
    element.scrollTop = isSame ? Math.max(element.scrollTop, end) : end;
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
  /** What came is drawn in the same frame, where it is in view. In a layout effect only. */
  const settleNew = useCallback(() => {
    const element = scroller.current;
    if (!element || !window.hasNew()) return;
    if (isFollowing.current && !isOpened(pressed.current, performance.now())) stick(element);
    window.settleNew();
  }, [scroller, window, stick]);
  const onScroll = useCallback(() => {
    const element = scroller.current;
    if (!element || isOutOfSight(element) || element.clientWidth !== width.current) return;
    const toGo = endOf(element) - element.scrollTop;
    const { height, viewHeight, top, scrolledAt, actedAt } = seen.current;
    const isAsSeen = element.scrollHeight === height && element.clientHeight === viewHeight;
    const moved = element.scrollTop - top;
    const isByPerson = isAsSeen || isRecent(scrolledAt) || (isRecent(actedAt) && moved < 0);
    // Scroll events come late: it may be the end that moved.
    if (isFollowing.current && toGo >= nearEnd && !isByPerson) return stick(element);
    notePlace(seen.current, element);
    if (toGo < 1) isFollowing.current = true;
    // Any step up leaves the end, however small: growing text would undo it otherwise.
    else if (toGo >= nearEnd || (moved < 0 && isByPerson)) isFollowing.current = false;
    else if (moved > 0) isFollowing.current = true;
    setAway(!isFollowing.current);
    const message = isFollowing.current ? undefined : messageAtTop(element);
    place.current = message && placeOf(element, message);
    // Content rendered above moves the scroll bar, not the line being read.
    if (line.current && !isEmptyPiece(line.current.read.node) && isAtLine(element, line.current.read)) {
      line.current.at = place.current;
      return;
    }
    const lookForLine = () => {
      if (isOutOfSight(element)) return;
      const atTop = isFollowing.current ? undefined : messageAtTop(element);
      line.current = atTop && { read: lineAt(element, atTop), at: placeOf(element, atTop) };
      // While nothing is rendered yet there is no line to keep.
      if (line.current && isEmptyPiece(line.current.read.node)) rest.current = setTimeout(lookForLine, restMs);
    };
    clearTimeout(rest.current);
    rest.current = setTimeout(lookForLine, restMs);
  }, [scroller, stick]);
  /** What a person opened does not move: the end is out of view then, as if the person had scrolled. */
  const stay = useCallback(
    (element: HTMLElement) => {
      isFollowing.current = endOf(element) - element.scrollTop < 1;
      notePlace(seen.current, element);
      onScroll();
    },
    [onScroll],
  );

  useLayoutEffect(() => {
    const [element, inner] = [scroller.current, content.current];
    if (!element || !inner) return;
    setTextWidth(inner.clientWidth - 24);
    const detach = window.attach(element);
    if (left) scrollToPlace(element, left);
    else stick(element);
    window.settle();
    const onScrolling = (event: Event) => {
      if (mayLeadAway(event)) seen.current.scrolledAt = performance.now();
    };
    const onAction = (event: Event) => {
      if (mayLeadAway(event)) seen.current.actedAt = performance.now();
    };
    const onClick = ({ target }: Event) => {
      pressed.current = pressedFold(target, performance.now());
    };
    element.addEventListener('click', onClick, { capture: true });
    for (const type of scrolls) element.addEventListener(type, onScrolling, { passive: true });
    for (const type of actions) element.addEventListener(type, onAction);
    width.current = isOutOfSight(element) ? 0 : element.clientWidth;
    const follow = new ResizeObserver(() => {
      const isOtherWidth = element.clientWidth !== width.current;
      width.current = isOutOfSight(element) ? 0 : element.clientWidth;
      if (width.current === 0) return;
      setTextWidth(inner.clientWidth - 24);
      if (isOtherWidth) {
        const at = isFollowing.current ? undefined : place.current;
        const read = at && line.current && isNear(at, line.current.at) ? line.current.read : undefined;
        const goBack = () => {
          if (at && !(read && scrollToLine(element, read))) scrollToPlace(element, at);
        };
        goBack();
        flushSync(() => window.settle());
        // Content rendered above may have another height, and the browser does not anchor after a scroll by script.
        goBack();
      }
      if (isFollowing.current && !isOtherWidth && isOpened(pressed.current, performance.now())) stay(element);
      else if (isFollowing.current) stick(element);
      // Its end came to the view, as something was folded: no scroll event will come.
      else if (endOf(element) <= element.scrollTop) onScroll();
    });
    follow.observe(inner);
    follow.observe(element);
    return () => {
      follow.disconnect();
      element.removeEventListener('click', onClick, { capture: true });
      for (const type of scrolls) element.removeEventListener(type, onScrolling);
      for (const type of actions) element.removeEventListener(type, onAction);
      clearTimeout(rest.current);
      detach();
      if (threadId !== null) agent.keepScrollPlace(threadId, place.current);
    };
  }, [scroller, content, window, threadId, left, stick, stay, onScroll]);
  return { isAway, toEnd, settleNew, onScroll };
}

/** The panel is hidden: nothing in it has a size or a place. */
const isOutOfSight = (element: HTMLElement): boolean => element.clientHeight === 0;

const isEmptyPiece = (node: Node): boolean =>
  node instanceof HTMLElement && node.dataset.piece !== undefined && node.childNodes.length === 0;

/** Pixels that content may move while it is rendered; a person scrolls farther. */
const byItself = 40;
const isNear = (one: ScrollPlace, other: ScrollPlace | undefined): boolean =>
  one.id === other?.id && Math.abs(one.offset - other.offset) < byItself;

function notePlace(seen: { height: number; viewHeight: number; top: number }, element: HTMLElement): void {
  seen.height = element.scrollHeight;
  seen.viewHeight = element.clientHeight;
  seen.top = element.scrollTop;
}

/** A wheel downwards leads to the end anyway, and a pointer that only passes scrolls nothing. */
function mayLeadAway(event: Event): boolean {
  if (event instanceof WheelEvent) return event.deltaY < 0;
  return !(event instanceof PointerEvent && event.type === 'pointermove' && event.buttons === 0);
}
