import { randomUUID } from 'node:crypto';
import { type ContentPart, isContent } from '../../../shared/content/content-kinds.ts';
import type { AgentUpdate } from '../../../shared/contract/agent-servers/agent-update.ts';
import type { ThreadEntry } from '../../../shared/contract/thread.ts';
import type { ThreadView } from '../../../shared/contract/thread-view.ts';
import { foldThread } from '../../../shared/thread/fold-thread.ts';
import { answersOf, createToldItems, isItem, keyOfPart } from './told-items.ts';

export interface HistoryOf {
  /** An agent reference. */
  readonly agent: string;
  readonly name: string;
}

/** What an agent tells anew of a session, as the entries of a thread that has nothing else. */
export function historyEntries(updates: readonly AgentUpdate[], { agent, name }: HistoryOf): ThreadEntry[] {
  const at = Date.now();
  const items = createToldItems();
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
    if (entry) entries.push(entry);
  }
  tellPrompt();
  endAnswer();
  return entries;
}

/**
 * What of a history is not in a thread yet: what comes after the last that it has, by its id or by its text. None when
 * it has nothing of it, as an agent may tell its history in other words.
 */
export function newInHistory(view: ThreadView, updates: readonly AgentUpdate[], of: HistoryOf): ThreadEntry[] {
  const entries = historyEntries(updates, of);
  const history = foldThread(entries);
  const known = createKnown(view, of.agent);
  const groups = [
    ...history.unprompted.map((answer) => ({ prompt: null, answers: [answer] })),
    ...history.turns.map((turn) => ({ prompt: turn, answers: turn.answers })),
  ].map(({ prompt, answers }) => ({
    prompt,
    parts: answers.flatMap((answer) => answer.parts).filter(isContent),
    ids: new Set([prompt?.promptId, ...answers.map(({ id }) => id)]),
  }));
  const place = groups.findLastIndex(
    ({ prompt, parts }) => (prompt && known.hasPrompt(prompt.text)) || parts.some(known.hasPart),
  );
  const last = groups[place];
  if (!last) return [];
  const rest = last.parts.slice(last.parts.findLastIndex(known.hasPart) + 1);
  const later = groups.slice(place + 1);
  const isLater = (entry: ThreadEntry): boolean => {
    const id = 'answerId' in entry ? entry.answerId : 'id' in entry ? entry.id : undefined;
    return later.some(({ ids }) => ids.has(id));
  };
  return [...(rest.length > 0 ? ownAnswer(rest, of) : []), ...entries.filter(isLater)];
}

function createKnown(view: ThreadView, agent: string) {
  const parts = answersOf(view, agent).flatMap((answer) => answer.parts.filter(isContent));
  const keys = new Set(parts.map(keyOfPart));
  const texts = new Set(parts.map(textOf));
  const prompts = new Set([...view.turns, ...view.branches].map(({ text }) => text.trim()));
  return {
    // An agent may tell what a prompt came with as well.
    hasPrompt: (text: string): boolean =>
      prompts.has(text.trim()) || [...prompts].some((one) => one !== '' && text.startsWith(one)),
    hasPart: (part: ContentPart): boolean =>
      keys.has(keyOfPart(part)) || (textOf(part) !== '' && texts.has(textOf(part))),
  };
}

const textOf = (part: ContentPart): string =>
  part.type === 'text' || part.type === 'thinking' ? part.text.trim() : '';

function ownAnswer(parts: readonly ContentPart[], { agent, name }: HistoryOf): ThreadEntry[] {
  const id = randomUUID();
  const at = Date.now();
  return [
    { kind: 'answer-started', id, at, promptId: null, model: agent, modelName: name },
    ...parts.flatMap((part) => entriesOfPart(part, id)),
    { kind: 'answer-ended', answerId: id, at, end: { type: 'stop', reason: 'end-turn' } },
  ];
}

function entriesOfPart(part: ContentPart, answerId: string): ThreadEntry[] {
  switch (part.type) {
    case 'text': {
      const { type: _type, ...said } = part;
      return [{ kind: 'answer-text', answerId, ...said }];
    }
    case 'thinking': {
      const { type: _type, ...said } = part;
      return [{ kind: 'answer-thinking', answerId, ...said }];
    }
    case 'agent-call': {
      const { questions, ...call } = part.call;
      const asked = questions.map(
        (question): ThreadEntry => ({ kind: 'answer-agent-call', answerId, call: { id: call.id, question } }),
      );
      return [{ kind: 'answer-agent-call', answerId, call }, ...asked];
    }
    case 'agent-terminal':
      return [{ kind: 'answer-agent-terminal', answerId, terminal: part.terminal }];
    case 'agent-plan':
      return [{ kind: 'answer-agent-plan', answerId, plan: part.plan }];
    case 'agent-note':
      return [{ kind: 'answer-agent-note', answerId, note: part.note }];
    case 'tool-use':
      return [];
  }
}
