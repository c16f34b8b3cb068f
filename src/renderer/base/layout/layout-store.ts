import { create } from 'zustand';
import type { Layout } from '../../../shared/contract/app-state.ts';
import { api } from '../../bridge.ts';
import { type Room, roomFor } from './layout-math.ts';

interface LayoutState {
  /** The person's choice for a wide window; remembered for each workspace. */
  readonly layout: Layout;
  readonly windowWidth: number;
  /** In a window too narrow for it the tree lies over the editor, and the panel does as a sheet; not remembered. */
  readonly treeOverlay: boolean;
  readonly panelSheet: boolean;
  /** What the left pane has; not remembered. */
  readonly side: 'files' | 'search';
  /** The search is in the page, shown or not: the keys after its shortcut are meant for its field. */
  readonly hasSearch: boolean;
}

// Not `defaultLayout`: its module would bring the schema library into the first chunk.
const untilBooted: Layout = { treeVisible: false, panelVisible: false, treeWidth: 0, panelWidth: 0 };

export const useLayout = create<LayoutState>(() => ({
  layout: untilBooted,
  windowWidth: window.innerWidth,
  treeOverlay: false,
  panelSheet: false,
  side: 'files',
  hasSearch: false,
}));

export const roomOf = ({ windowWidth }: LayoutState): Room => roomFor(windowWidth);

export const treeIsShown = (state: LayoutState): boolean =>
  roomOf(state) === 'wide' ? state.layout.treeVisible : state.treeOverlay;

export const panelIsShown = (state: LayoutState): boolean =>
  roomOf(state) === 'small' ? state.panelSheet : state.layout.panelVisible;

const saveDelay = 400;
let saveTimer: ReturnType<typeof setTimeout> | undefined;

/** Changes the remembered layout and saves it when it has rested. */
export function changeLayout(change: Partial<Layout>): void {
  useLayout.setState(({ layout }) => ({ layout: { ...layout, ...change } }));
  clearTimeout(saveTimer);
  saveTimer = setTimeout(saveLayout, saveDelay);
}

function saveLayout(): void {
  clearTimeout(saveTimer);
  saveTimer = undefined;
  void api.workspace.saveLayout(useLayout.getState().layout);
}

/** Takes the layout of another workspace; a pending save is dropped, as it belonged to the one before. */
export function adoptLayout(layout: Layout): void {
  clearTimeout(saveTimer);
  saveTimer = undefined;
  useLayout.setState({ layout });
}

export function showTree(shown: boolean): void {
  if (roomOf(useLayout.getState()) === 'wide') changeLayout({ treeVisible: shown });
  else useLayout.setState({ treeOverlay: shown });
}

/** Shows the files or the search in the left pane. */
export function showSide(side: LayoutState['side']): void {
  useLayout.setState(({ hasSearch }) => ({ side, hasSearch: hasSearch || side === 'search' }));
  showTree(true);
}

export function showPanel(shown: boolean): void {
  if (roomOf(useLayout.getState()) === 'small') useLayout.setState({ panelSheet: shown });
  else changeLayout({ panelVisible: shown });
}

/** Whether the tree or the panel covers the editor, as they do in a narrow window. */
export const editorIsCovered = (state: LayoutState): boolean =>
  (roomOf(state) !== 'wide' && state.treeOverlay) || (roomOf(state) === 'small' && state.panelSheet);

/** Hides whatever covers the editor in a narrow window. */
export function dismissOverlays(): void {
  if (roomOf(useLayout.getState()) !== 'wide') useLayout.setState({ treeOverlay: false });
  if (roomOf(useLayout.getState()) === 'small') useLayout.setState({ panelSheet: false });
}

/** Follows the width of the window; a layout that was not saved yet is saved before the window goes. */
export function followWindow(): void {
  const note = () => useLayout.setState({ windowWidth: window.innerWidth });
  // The window may have been resized since this file was loaded.
  note();
  window.addEventListener('resize', note);
  window.addEventListener('beforeunload', () => saveTimer !== undefined && saveLayout());
}
