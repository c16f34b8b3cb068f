import type { Layout } from '../../../shared/contract/app-state.ts';

/** Room of the window: `medium` hides the tree, `small` makes the panel a sheet over the editor. */
export type Room = 'wide' | 'medium' | 'small';

const mediumBelow = 900;
const smallBelow = 801;

export const limits = { tree: { min: 140, max: 480 }, panel: { min: 280, max: 900 }, editor: 260 } as const;

export const roomFor = (width: number): Room =>
  width < smallBelow ? 'small' : width < mediumBelow ? 'medium' : 'wide';

export interface Widths {
  readonly tree: number;
  readonly panel: number;
}

/**
 * The widths of the side panes in a window: the wished ones, made smaller where the editor would get less than its
 * least width; the panel gives way first.
 */
export function fitWidths(layout: Layout, shown: { tree: boolean; panel: boolean }, width: number): Widths {
  const clamp = (value: number, min: number, max: number) => Math.min(Math.max(value, min), Math.max(min, max));
  const tree = clamp(layout.treeWidth, limits.tree.min, limits.tree.max);
  const panel = clamp(layout.panelWidth, limits.panel.min, limits.panel.max);
  const forSides = width - limits.editor;
  const panelFits = clamp(panel, limits.panel.min, forSides - (shown.tree ? tree : 0));
  const treeFits = clamp(tree, limits.tree.min, forSides - (shown.panel ? panelFits : 0));
  return { tree: treeFits, panel: panelFits };
}
