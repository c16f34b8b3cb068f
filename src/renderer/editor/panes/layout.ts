/** How the panes share the editor area: one, or a row or column of parts. */
export type Layout = number | Split;

export interface Split {
  /** `row`: side by side. `column`: below each other. */
  readonly axis: 'row' | 'column';
  /** Two at least; none is a split along the same axis. */
  readonly parts: readonly Part[];
}

export interface Part {
  readonly layout: Layout;
  /** Of the room of all parts; their sum is 1. */
  readonly share: number;
}

/** No part is made smaller than this by hand. */
export const minShare = 0.1;

/** The panes in reading order. */
export const panesIn = (layout: Layout): readonly number[] =>
  typeof layout === 'number' ? [layout] : layout.parts.flatMap((part) => panesIn(part.layout));

/** A part of the area: its edges and size, as shares of the whole. */
export interface Rect {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** A border that can be moved: it is behind the part at `index` of a split. */
export interface Border {
  readonly of: Split;
  readonly index: number;
  /** Of the whole split. */
  readonly rect: Rect;
  /** From the beginning of the split to the border, as a share of it. */
  readonly at: number;
}

const whole: Rect = { left: 0, top: 0, width: 1, height: 1 };

/** Where each pane and each border is. */
export function placed(layout: Layout, rect: Rect = whole): { panes: ReadonlyMap<number, Rect>; borders: Border[] } {
  if (typeof layout === 'number') return { panes: new Map([[layout, rect]]), borders: [] };
  const panes = new Map<number, Rect>();
  const borders: Border[] = [];
  let at = 0;
  for (const [index, part] of layout.parts.entries()) {
    const along =
      layout.axis === 'row'
        ? { left: rect.left + at * rect.width, width: part.share * rect.width }
        : { top: rect.top + at * rect.height, height: part.share * rect.height };
    const within = placed(part.layout, { ...rect, ...along });
    for (const [id, place] of within.panes) panes.set(id, place);
    borders.push(...within.borders);
    at += part.share;
    if (index < layout.parts.length - 1) borders.push({ of: layout, index, rect, at });
  }
  return { panes, borders };
}

/** Divides the room of a pane: the new one is to its right (`row`) or below it (`column`). */
export function splitPane(layout: Layout, pane: number, axis: Split['axis'], added: number): Layout {
  if (layout === pane) return { axis, parts: [half(pane, 1), half(added, 1)] };
  if (typeof layout === 'number') return layout;
  return {
    axis: layout.axis,
    parts: layout.parts.flatMap((part) => {
      if (part.layout === pane && layout.axis === axis) return [half(pane, part.share), half(added, part.share)];
      return [{ ...part, layout: splitPane(part.layout, pane, axis, added) }];
    }),
  };
}

const half = (layout: number, share: number): Part => ({ layout, share: share / 2 });

/** Takes a pane away; the others of its row or column get its room. null: no pane is left */
export function withoutPane(layout: Layout, pane: number): Layout | null {
  if (typeof layout === 'number') return layout === pane ? null : layout;
  const left = layout.parts.flatMap((part) => {
    const next = withoutPane(part.layout, pane);
    return next === null ? [] : [{ layout: next, share: part.share }];
  });
  return joined(layout.axis, left);
}

/** A split of these parts, without needless levels. */
function joined(axis: Split['axis'], parts: readonly Part[]): Layout | null {
  const flat = parts.flatMap((part) => {
    if (typeof part.layout === 'number' || part.layout.axis !== axis) return [part];
    return part.layout.parts.map(({ layout, share }) => ({ layout, share: share * part.share }));
  });
  const [first] = flat;
  if (!first) return null;
  if (flat.length === 1) return first.layout;
  const sum = flat.reduce((total, { share }) => total + share, 0);
  return { axis, parts: flat.map(({ layout, share }) => ({ layout, share: share / sum })) };
}

/**
 * Moves the border after a part. Only the two beside it change.
 * @param of the split, by identity
 * @param share wished for the part at `index`
 */
export function resized(layout: Layout, of: Split, index: number, share: number): Layout {
  if (typeof layout === 'number') return layout;
  if (layout !== of) {
    return {
      ...layout,
      parts: layout.parts.map((part) => ({ ...part, layout: resized(part.layout, of, index, share) })),
    };
  }
  const [one, other] = [layout.parts[index], layout.parts[index + 1]];
  if (!one || !other) return layout;
  const both = one.share + other.share;
  const least = Math.min(minShare, both / 2);
  const next = Math.min(Math.max(share, least), both - least);
  const parts = layout.parts.with(index, { ...one, share: next }).with(index + 1, { ...other, share: both - next });
  return { ...layout, parts };
}

/**
 * A layout that was kept, with no more than it needs.
 * @param ids the panes that there are
 * @returns null: it does not have each of them exactly once
 */
export function readLayout(kept: Layout, ids: readonly number[]): Layout | null {
  const tidy = tidied(kept);
  if (tidy === null) return null;
  const found = panesIn(tidy);
  const isComplete = found.length === ids.length && ids.every((id) => found.includes(id));
  return isComplete ? tidy : null;
}

function tidied(layout: Layout): Layout | null {
  if (typeof layout === 'number') return layout;
  const parts = layout.parts.flatMap((part) => {
    const next = tidied(part.layout);
    return next === null ? [] : [{ layout: next, share: Math.max(part.share, minShare) }];
  });
  return joined(layout.axis, parts);
}
