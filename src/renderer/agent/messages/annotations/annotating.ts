import { create } from 'zustand';

interface Annotating {
  /** Id of the prompt or answer whose note or labels are being edited. */
  readonly on: string | null;
  readonly what: 'note' | 'labels';
}

export const useAnnotating = create<Annotating>(() => ({ on: null, what: 'note' }));

export const beginAnnotating = (on: string, what: Annotating['what']): void => useAnnotating.setState({ on, what });

/** Ends it unless another edit has begun meanwhile. */
export const endAnnotating = (on: string): void =>
  useAnnotating.setState((state) => (state.on === on ? { on: null } : state));
