import { create } from 'zustand';

interface Annotating {
  /** The prompt or answer whose note or labels are being written. */
  readonly on: string | null;
  readonly what: 'note' | 'labels';
}

export const useAnnotating = create<Annotating>(() => ({ on: null, what: 'note' }));

export const beginAnnotating = (on: string, what: Annotating['what']): void => useAnnotating.setState({ on, what });

/** Unless another one was begun meanwhile. */
export const endAnnotating = (on: string): void =>
  useAnnotating.setState((state) => (state.on === on ? { on: null } : state));
