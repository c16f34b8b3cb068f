import { create } from 'zustand';

/** Where the bar that finds words begins. */
export interface FindBegin {
  readonly query: string;
  /** The id of the message whose match is shown first. */
  readonly message: string;
}

interface PanelView {
  /** What lies over the thread. */
  readonly popover: 'models' | 'history' | null;
  /** The thread whose title is being edited in the header. */
  readonly renaming: string | null;
  /** The bar that finds words in the thread is there. */
  readonly isFinding: boolean;
  /** How often it was asked for. */
  readonly findAsked: number;
  /** Until the bar has taken it. */
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

/** Shows the bar, and gives it the keyboard. @param findBegin null: with the words that it has */
export const openFind = (findBegin: FindBegin | null = null): void =>
  usePanelView.setState(({ findAsked }) => ({ isFinding: true, findAsked: findAsked + 1, findBegin, popover: null }));

export function takeFindBegin(): FindBegin | null {
  const { findBegin } = usePanelView.getState();
  if (findBegin) usePanelView.setState({ findBegin: null });
  return findBegin;
}

export const closeFind = (): void => usePanelView.setState({ isFinding: false });
