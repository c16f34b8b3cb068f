import { create } from 'zustand';

interface PanelView {
  /** What lies over the conversation. */
  readonly popover: 'models' | 'history' | null;
  /** The title in the header is being edited. */
  readonly isRenaming: boolean;
  /** The bar that finds words in the conversation is there. */
  readonly isFinding: boolean;
  /** How often it was asked for. */
  readonly findAsked: number;
}

export const usePanelView = create<PanelView>(() => ({
  popover: null,
  isRenaming: false,
  isFinding: false,
  findAsked: 0,
}));

export const showPopover = (popover: PanelView['popover']): void => usePanelView.setState({ popover });

export const togglePopover = (popover: NonNullable<PanelView['popover']>): void =>
  usePanelView.setState((state) => ({ popover: state.popover === popover ? null : popover }));

export const setRenaming = (isRenaming: boolean): void => usePanelView.setState({ isRenaming, popover: null });

/** Shows the bar, and gives it the keyboard. */
export const openFind = (): void =>
  usePanelView.setState(({ findAsked }) => ({ isFinding: true, findAsked: findAsked + 1, popover: null }));

export const closeFind = (): void => usePanelView.setState({ isFinding: false });
