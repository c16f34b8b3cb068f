import { nextSlice } from '../panel/work-slices.ts';

/** A piece of the thread that is rendered while it is in view or near it, and keeps its room otherwise. */
export interface WindowPiece {
  readonly id: string;
  readonly element: HTMLElement;
  isShown(): boolean;
  /** Its text, for a copy while it is not rendered. */
  source(): string;
  /** It must stay rendered, such as one that grows. */
  isKept(): boolean;
  /** Renders it, or leaves its room empty. */
  show(isShown: boolean): void;
}

export type MessageWindow = ReturnType<typeof createMessageWindow>;

export interface WindowEffects {
  /** Runs updates of React synchronously. */
  flush(update: () => void): void;
}

/** Pieces are rendered up to `nearBy` and removed beyond `farOff` outside the view. Pixels. */
const nearBy = 3000;
const farOff = 5500;
/** Pixels around the view that are rendered at once after a jump. */
const atOnce = 500;
/** Milliseconds of rendering in one go; the layout that follows takes as long again. */
const budget = 3;
/** Milliseconds; after longer rendering the layout is left to the frame. */
const longestBeforeLayout = 5;
/** Pieces removed in one go; fewer when others are rendered as well. */
const maxHidden = 8;
const fewHidden = 2;

/** A piece with these is kept: opened details, a field with text or a selection would be lost. */
const inHand = 'details[open], [aria-expanded="true"], textarea, input:not([type="checkbox"]), dialog';

/** The height of each piece when it was last removed. Kept for the lifetime of the browser window. */
const heights = new Map<string, number>();
export const heightOf = (id: string): number | undefined => heights.get(id);

/**
 * Decides which pieces of a long thread are rendered. All of them have an element in the document, in their order, so that
 * scrolling, selecting, keys and screen readers are the browser's own; its scroll anchoring keeps the view still when an
 * element turns out to have another height. Between two frames a few pieces are rendered, the nearest first.
 */
export function createMessageWindow({ flush }: WindowEffects) {
  const pieces = new Map<Element, WindowPiece>();
  const wanted = new Set<WindowPiece>();
  const unwanted = new Set<WindowPiece>();
  /** Those that came since they were last settled. */
  const fresh = new Set<WindowPiece>();
  let scroller: HTMLElement | null = null;
  let near: IntersectionObserver | null = null;
  let far: IntersectionObserver | null = null;
  let frame = 0;
  let isWaiting = false;
  let isSettling = false;

  function schedule(): void {
    frame ||= requestAnimationFrame(drawInView);
    if (isWaiting) return;
    isWaiting = true;
    void nextSlice().then(workAhead);
  }

  /** Pieces in view cannot wait for idle time. */
  function drawInView(): void {
    frame = 0;
    drawSome(nearest(atOnce));
    if (wanted.size > 0) schedule();
  }

  /** Renders and removes pieces between two frames, and forces layout there as well, unless that would take too long. */
  function workAhead(): void {
    isWaiting = false;
    if (!scroller || isOutOfSight()) return;
    const began = performance.now();
    const coming = nearest(nearBy);
    const going = leaving(coming.length > 0 ? fewHidden : maxHidden);
    if (coming.length === 0 && going.length === 0) return;
    hide(going);
    drawSome(coming);
    if (performance.now() - began < longestBeforeLayout) scroller.getBoundingClientRect();
    schedule();
  }

  /** Wanted pieces up to a distance, the nearest first. */
  function nearest(farthest: number): readonly WindowPiece[] {
    return [...wanted]
      .map((piece) => ({ piece, distance: distanceOf(piece) }))
      .filter(({ distance }) => distance <= farthest)
      .sort((one, other) => one.distance - other.distance)
      .map(({ piece }) => piece);
  }

  /** Renders as many of them, in their order, as there is time for. */
  function drawSome(coming: readonly WindowPiece[]): void {
    const deadline = performance.now() + budget;
    for (const piece of coming) {
      if (performance.now() >= deadline) return;
      wanted.delete(piece);
      if (pieces.has(piece.element)) flush(() => piece.show(true));
    }
  }

  function leaving(most: number): readonly WindowPiece[] {
    const going: WindowPiece[] = [];
    for (const piece of unwanted) {
      if (isInHand(piece)) continue;
      unwanted.delete(piece);
      if (piece.isShown()) going.push(piece);
      if (going.length === most) break;
    }
    return going;
  }

  function hide(going: readonly WindowPiece[]): void {
    if (going.length === 0) return;
    measure((element) => going.some((piece) => piece.element.contains(element)));
    flush(() => {
      for (const piece of going) piece.show(false);
    });
  }

  /** Measures all of them before the first is removed: otherwise each removal would force a layout. */
  function measure(isMeant: (element: Element) => boolean): void {
    if (isOutOfSight()) return;
    for (const [element, piece] of pieces) {
      if (piece.isShown() && isMeant(element)) heights.set(piece.id, element.getBoundingClientRect().height);
    }
  }

  /** The panel is hidden: nothing in it has a size or a place, and rendered pieces stay until it is shown again. */
  const isOutOfSight = () => scroller?.clientHeight === 0;

  /** Distance from the view in pixels; 0 within it. */
  function distanceOf({ element }: WindowPiece): number {
    const view = scroller?.getBoundingClientRect();
    if (!view) return 0;
    if (isOutOfSight()) return Number.POSITIVE_INFINITY;
    const { top, bottom } = element.getBoundingClientRect();
    return Math.max(top - view.bottom, view.top - bottom, 0);
  }

  const drawIfInView = (piece: WindowPiece) => {
    if (!piece.isShown() && distanceOf(piece) < atOnce) piece.show(true);
  };

  function settle(those: Iterable<WindowPiece>): void {
    isSettling = true;
    for (const piece of those) drawIfInView(piece);
    requestAnimationFrame(() => {
      isSettling = false;
    });
  }

  /** @param due those that are to be shown, or no longer, as it says */
  const follow = (due: Set<WindowPiece>, isToShow: boolean) => (entries: readonly IntersectionObserverEntry[]) => {
    for (const { target, isIntersecting } of entries) {
      const piece = pieces.get(target);
      if (!piece) continue;
      if (isIntersecting === isToShow && piece.isShown() !== isToShow) due.add(piece);
      else due.delete(piece);
    }
    if (due.size > 0) schedule();
  };

  return {
    /** Follows what is in view of `scroller` until the undo is called. */
    attach(root: HTMLElement) {
      scroller = root;
      near = new IntersectionObserver(follow(wanted, true), { root, rootMargin: `${nearBy}px 0px` });
      far = new IntersectionObserver(follow(unwanted, false), { root, rootMargin: `${farOff}px 0px` });
      for (const element of pieces.keys()) {
        near.observe(element);
        far.observe(element);
      }
      return () => {
        measure(() => true);
        near?.disconnect();
        far?.disconnect();
        cancelAnimationFrame(frame);
        frame = 0;
        scroller = near = far = null;
      };
    },
    /** @returns the undo */
    add(piece: WindowPiece) {
      pieces.set(piece.element, piece);
      near?.observe(piece.element);
      far?.observe(piece.element);
      if (isSettling) drawIfInView(piece);
      else if (!piece.isShown()) fresh.add(piece);
      return () => {
        pieces.delete(piece.element);
        fresh.delete(piece);
        wanted.delete(piece);
        unwanted.delete(piece);
        near?.unobserve(piece.element);
        far?.unobserve(piece.element);
      };
    },
    /**
     * Draws what is in view now; pieces that come with it until the next frame are drawn as well.
     * In a layout effect or a `flushSync` only.
     */
    settle() {
      fresh.clear();
      settle(pieces.values());
    },
    /** Whether `settleNew` has something to look at. */
    hasNew: () => fresh.size > 0,
    /** `settle` for the pieces that came since: an observer would tell of them after the frame in which they came. */
    settleNew() {
      settle(fresh);
      fresh.clear();
    },
    /** Draws a piece wherever it is, if it is there. Not within React's own work. */
    draw(id: string) {
      for (const piece of pieces.values()) {
        if (piece.id === id && !piece.isShown()) flush(() => piece.show(true));
      }
    },
    /** Of an element that has `data-piece`. */
    pieceOf: (element: Element) => pieces.get(element),
  };
}

function isInHand({ element, isKept }: WindowPiece): boolean {
  if (isKept() || element.contains(document.activeElement) || element.querySelector(inHand)) return true;
  const { anchorNode = null, focusNode = null } = document.getSelection() ?? {};
  return element.contains(anchorNode) || element.contains(focusNode);
}
