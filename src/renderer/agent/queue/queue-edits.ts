import { create } from 'zustand';
import type { QueueEditing } from '../composer/kept-drafts.ts';

/** An unsaved edit of a queued message. */
export interface QueueEdit {
  readonly threadId: string;
  readonly text: string;
  /** The text when the editing began. */
  readonly before: string;
}

/** By message id. Edits stay while another thread is shown. */
export const useQueueEdits = create<{ readonly edits: Readonly<Record<string, QueueEdit>> }>(() => ({ edits: {} }));

export const putEdit = (id: string, edit: QueueEdit): void =>
  useQueueEdits.setState(({ edits }) => ({ edits: { ...edits, [id]: edit } }));

export const dropEdit = (id: string): void => useQueueEdits.setState(({ edits: { [id]: _, ...edits } }) => ({ edits }));

export const isUnsaved = ({ text, before }: QueueEdit): boolean => text !== before && text.trim() !== '';

/** Edits are kept with the draft of their thread: the message itself does not change until the edit is saved. */
export const queueEditing: QueueEditing = {
  textsOf: (threadId) =>
    Object.values(useQueueEdits.getState().edits).flatMap((edit) =>
      edit.threadId === threadId && isUnsaved(edit) ? [edit.text] : [],
    ),
  onChange: (listener) => useQueueEdits.subscribe(listener),
};
