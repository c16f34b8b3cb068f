import { useEffect } from 'react';
import type { QueuedMessage } from '../../../shared/contract/thread.ts';
import { agent } from '../threads/agent.ts';
import { dropEdit, isUnsaved, type QueueEdit } from './queue-edits.ts';

/** A message may be sent while another text is written in its place; what was written goes into the composer then. */
export function useRescuedEdits(
  threadId: string | null,
  queue: readonly QueuedMessage[],
  edits: Readonly<Record<string, QueueEdit>>,
): void {
  useEffect(() => {
    for (const [id, edit] of Object.entries(edits)) {
      if (edit.threadId !== threadId || queue.some((message) => message.id === id)) continue;
      dropEdit(id);
      if (!isUnsaved(edit)) continue;
      const { draft } = agent.store.getState();
      agent.setDraft([draft, edit.text].filter(Boolean).join('\n'));
      const text = 'The message went before your change was saved. What you wrote is in the field below.';
      agent.setLocalReply({ title: 'Sent without your change', lines: [{ text }] });
    }
  }, [threadId, queue, edits]);
}
