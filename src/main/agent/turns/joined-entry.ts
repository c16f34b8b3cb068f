import type { ThreadEntry } from '../../../shared/contract/thread.ts';

/** Two neighbours in one of which the second only continues the text of the first, or says it anew. null: it does not. */
export function joinedEntry(last: ThreadEntry | undefined, entry: ThreadEntry): ThreadEntry | null {
  switch (last?.kind) {
    case 'answer-text':
    case 'answer-thinking':
      if (last.kind !== entry.kind || last.answerId !== entry.answerId) return null;
      return { ...last, text: last.text + entry.text };
    case 'tool-output':
      if (last.kind !== entry.kind || last.answerId !== entry.answerId || last.toolUseId !== entry.toolUseId)
        return null;
      return { ...last, text: last.text + entry.text };
    case 'answer-tool-use':
      if (last.kind !== entry.kind || last.answerId !== entry.answerId || last.toolUse.id !== entry.toolUse.id)
        return null;
      return entry;
    case 'answer-usage':
      return last.kind === entry.kind && last.answerId === entry.answerId ? entry : null;
    default:
      return null;
  }
}
