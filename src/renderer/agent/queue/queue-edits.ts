import { create } from 'zustand';

/** What is being written in place of a queued message. */
export interface QueueEdit {
  readonly threadId: string;
  readonly text: string;
  /** As it was when the editing began. */
  readonly before: string;
}

/** By the id of the message. They stay while another thread is shown. */
export const useQueueEdits = create<{ readonly edits: Readonly<Record<string, QueueEdit>> }>(() => ({ edits: {} }));

export const putEdit = (id: string, edit: QueueEdit): void =>
  useQueueEdits.setState(({ edits }) => ({ edits: { ...edits, [id]: edit } }));

export const dropEdit = (id: string): void => useQueueEdits.setState(({ edits: { [id]: _, ...edits } }) => ({ edits }));
