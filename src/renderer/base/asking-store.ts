import { create } from 'zustand';

/** A thread of the open folder that waits for the person. */
export interface AskingThread {
  readonly title: string;
  /** Shows its question, whatever hides it. */
  show(): void;
}

/** The first thread that asks, for the parts of the window that may hide the panel; the panel keeps it. */
export const useAsking = create<{ readonly asking: AskingThread | null }>(() => ({ asking: null }));
