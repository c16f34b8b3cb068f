import { create } from 'zustand';

/** Where the search in the thread begins. */
export interface FindBegin {
  readonly query: string;
  /** Id of the message whose match is shown first. */
  readonly message: string;
}

interface PanelView {
  /** The popover over the thread. */
  readonly popover: 'models' | 'agents' | 'history' | null;
  /** Id of the thread whose title is being edited in the header. */
  readonly renaming: string | null;
  /** The find bar is open. */
  readonly isFinding: boolean;
  /** Counts requests to open it, each of which focuses its field. */
  readonly findAsked: number;
  /** null once the bar has taken it. */
  readonly findBegin: FindBegin | null;
}

export const usePanelView = create<PanelView>(() => ({
  popover: null,
  renaming: null,
  isFinding: false,
  findAsked: 0,
  findBegin: null,
}));

export const showPopover = (popover: PanelView['popover']): void => usePanelView.setState({ popover });

export const togglePopover = (popover: NonNullable<PanelView['popover']>): void =>
  usePanelView.setState((state) => ({ popover: state.popover === popover ? null : popover }));

export const setRenaming = (renaming: string | null): void => usePanelView.setState({ renaming, popover: null });

/** Opens the find bar, and focuses it. @param findBegin null: with its previous words */
export const openFind = (findBegin: FindBegin | null = null): void =>
  usePanelView.setState(({ findAsked }) => ({ isFinding: true, findAsked: findAsked + 1, findBegin, popover: null }));

export function takeFindBegin(): FindBegin | null {
  const { findBegin } = usePanelView.getState();
  if (findBegin) usePanelView.setState({ findBegin: null });
  return findBegin;
}

export const closeFind = (): void => usePanelView.setState({ isFinding: false });
