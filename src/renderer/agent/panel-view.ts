import { create } from 'zustand';

interface PanelView {
  /** What lies over the conversation. */
  readonly popover: 'models' | 'history' | null;
  /** The thread whose title is being edited in the header. */
  readonly renaming: string | null;
  /** The bar that finds words in the conversation is there. */
  readonly isFinding: boolean;
  /** How often it was asked for. */
  readonly findAsked: number;
}

export const usePanelView = create<PanelView>(() => ({
  popover: null,
  renaming: null,
  isFinding: false,
  findAsked: 0,
}));

export const showPopover = (popover: PanelView['popover']): void => usePanelView.setState({ popover });

export const togglePopover = (popover: NonNullable<PanelView['popover']>): void =>
  usePanelView.setState((state) => ({ popover: state.popover === popover ? null : popover }));

export const setRenaming = (renaming: string | null): void => usePanelView.setState({ renaming, popover: null });

/** Shows the bar, and gives it the keyboard. */
export const openFind = (): void =>
  usePanelView.setState(({ findAsked }) => ({ isFinding: true, findAsked: findAsked + 1, popover: null }));

export const closeFind = (): void => usePanelView.setState({ isFinding: false });
