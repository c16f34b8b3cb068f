import { isContentEntry, joinContent } from '../../../shared/content/content-kinds.ts';
import type { ThreadEntry } from '../../../shared/contract/thread.ts';

/** Two neighbours in one of which the second only continues the text of the first, or says it anew. null: it does not. */
export function joinedEntry(last: ThreadEntry | undefined, entry: ThreadEntry): ThreadEntry | null {
  if (last && isContentEntry(last)) return isContentEntry(entry) ? joinContent(last, entry) : null;
  switch (last?.kind) {
    case 'tool-output':
      if (last.kind !== entry.kind || last.answerId !== entry.answerId || last.toolUseId !== entry.toolUseId)
        return null;
      return { ...last, text: last.text + entry.text };
    case 'shell-output':
      return last.kind === entry.kind && last.id === entry.id ? { ...last, text: last.text + entry.text } : null;
    case 'answer-usage':
      return last.kind === entry.kind && last.answerId === entry.answerId ? entry : null;
    default:
      return null;
  }
}
