import { create } from 'zustand';

interface PanelView {
  /** What lies over the conversation. */
  readonly popover: 'models' | 'history' | null;
  /** The title in the header is being edited. */
  readonly isRenaming: boolean;
}

export const usePanelView = create<PanelView>(() => ({ popover: null, isRenaming: false }));

export const showPopover = (popover: PanelView['popover']): void => usePanelView.setState({ popover });

export const togglePopover = (popover: NonNullable<PanelView['popover']>): void =>
  usePanelView.setState((state) => ({ popover: state.popover === popover ? null : popover }));

export const setRenaming = (isRenaming: boolean): void => usePanelView.setState({ isRenaming, popover: null });
