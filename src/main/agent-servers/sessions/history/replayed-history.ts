import { randomUUID } from 'node:crypto';
import type { AgentUpdate } from '../../../../shared/contract/agent-servers/agent-update.ts';
import type { ThreadEntry } from '../../../../shared/contract/thread.ts';
import { createAnswerImages } from '../answers/answer-images.ts';
import { createToldItems, isItem } from '../told-items.ts';

export interface HistoryOf {
  /** An agent reference. */
  readonly agent: string;
  readonly name: string;
}

/** What an agent tells anew of a session, as the entries of a thread that has nothing else. */
export function historyEntries(updates: readonly AgentUpdate[], { agent, name }: HistoryOf): ThreadEntry[] {
  const at = Date.now();
  const items = createToldItems();
  const images = createAnswerImages(() => undefined);
  const entries: ThreadEntry[] = [];
  let prompt: { readonly id: string; readonly itemId: string | null; text: string } | null = null;
  /** Nothing was said in the turn besides. */
  let isAsked = false;
  let answerId: string | null = null;
  const endAnswer = () => {
    if (answerId === null) return;
    entries.push({ kind: 'answer-ended', answerId, at, end: { type: 'stop', reason: 'end-turn' } });
    answerId = null;
  };
  const tellPrompt = () => {
    if (prompt && isAsked) entries.push({ kind: 'prompt', id: prompt.id, at, text: prompt.text });
    isAsked = false;
  };
  for (const update of updates) {
    if (!isItem(update)) continue;
    if (update.type === 'message' && update.by === 'person') {
      const continues = prompt !== null && isAsked && prompt.itemId === update.id;
      if (!continues) {
        tellPrompt();
        endAnswer();
        prompt = { id: randomUUID(), itemId: update.id, text: '' };
        isAsked = true;
        items.endRun();
      }
      if (prompt) prompt.text = update.isWhole ? update.text : prompt.text + update.text;
      continue;
    }
    tellPrompt();
    if (answerId === null) {
      answerId = randomUUID();
      const promptId = prompt?.id ?? null;
      entries.push({ kind: 'answer-started', id: answerId, at, promptId, model: agent, modelName: name });
    }
    const entry = items.entryOf(update, answerId);
    if (!entry) continue;
    if ('images' in update) entries.push(...images.entriesOf(entry.answerId, update.images));
    entries.push(entry);
  }
  tellPrompt();
  endAnswer();
  return entries;
}
