import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { imageIdsIn } from '../../../../shared/content/agent-images.ts';
import type { AgentCall } from '../../../../shared/content/agent-items.ts';
import { type ContentPart, isContent } from '../../../../shared/content/content-kinds.ts';
import type { AgentImage } from '../../../../shared/contract/agent-servers/agent-item.ts';
import type { AgentUpdate } from '../../../../shared/contract/agent-servers/agent-update.ts';
import type { ThreadEntry } from '../../../../shared/contract/thread.ts';
import type { ThreadView, TurnView } from '../../../../shared/contract/thread-view.ts';
import { foldThread } from '../../../../shared/thread/fold-thread.ts';
import { type AnswerImages, createAnswerImages, imagesOf } from '../answers/answer-images.ts';
import { type Exchange, exchangesOf, keyOfPart } from '../told-items.ts';
import { lastInCommon, type Place } from './last-in-common.ts';
import { type HistoryOf, historyEntries } from './replayed-history.ts';

/** A prompt, or a part of an answer, among what is in a session, in its order. */
interface Item {
  readonly answerId: string | null;
  /** Of the part; null: it has none, or another one may have the same. */
  readonly key: string | null;
  /** "": it has none. */
  readonly words: string;
  /** null: it is a prompt. */
  readonly part: ContentPart | null;
  /** Those that the part names. */
  readonly images: readonly AgentImage[];
  readonly turn: TurnView | null;
}

/**
 * What of a history that an agent tells anew is not in its thread yet: what comes after the last that both have, and the ends
 * of what the thread has by half. Both are read in their order, and each item is one of the other at most: the same by its
 * id, else by its words, as an agent may give other ids each time, and tell less. None when they have nothing in common, as it
 * may tell its history in other words.
 */
export function missedHistory(view: ThreadView, updates: readonly AgentUpdate[], of: HistoryOf): ThreadEntry[] {
  const told = itemsOf(exchangesOf(foldThread(historyEntries(updates, of)), of.agent));
  const there = exchangesOf(view, of.agent, view.sessionsLeft[of.agent]);
  const known = itemsOf(there);
  const last = lastKnown(view, of.agent, known, told);
  if (!last) return [];
  const byKey = new Map(known.flatMap((item) => (item.key === null ? [] : [[item.key, item] as const])));
  const turn = told[last.told]?.turn;
  const images = createAnswerImages((id) => there.find(({ answer }) => answer?.id === id)?.answer ?? undefined);
  const ends: ThreadEntry[] = [];
  const rest: Item[] = [];
  for (const [at, item] of told.entries()) {
    const byId = item.key === null ? undefined : byKey.get(item.key);
    const ofPlace = at === last.told ? known[last.known] : undefined;
    const same = byId ?? ofPlace ?? (item.turn === turn ? planIn(known, last.known, item) : undefined);
    if (same) ends.push(...endOf(same, item, images));
    else if (at > last.told) rest.push(item);
  }
  return [...ends, ...[...Map.groupBy(rest, (item) => item.turn)].flatMap(([, items]) => exchange(items, of, images))];
}

function itemsOf(exchanges: readonly Exchange[]): Item[] {
  return exchanges.flatMap(({ turn, answer }): Item[] => {
    const images = new Map(imagesOf(answer).map((image) => [image.id, image]));
    const parts = (answer?.parts ?? []).filter(isContent).filter(({ type }) => type !== 'agent-image');
    return [
      ...(turn ? [{ answerId: null, key: null, words: wordsOfPrompt(turn), part: null, images: [], turn }] : []),
      ...parts.map((part) => ({
        ...{ answerId: answer?.id ?? null, words: wordsOf(part), part, turn },
        images: imagesNamed(part).flatMap((id) => images.get(id) ?? []),
        // A plan may be told in several turns, each time as it was.
        key: part.type === 'agent-plan' ? null : keyOfPart(part),
      })),
    ];
  });
}

/** The ids of the images that words or a call show. */
function imagesNamed(part: ContentPart): string[] {
  if (part.type === 'text') return imageIdsIn(part.text);
  if (part.type !== 'agent-call') return [];
  return (part.call.content ?? []).flatMap((one) => (one.type === 'image' ? [one.imageId] : []));
}

const wordsOfPrompt = ({ text }: TurnView): string => (text.trim() === '' ? '' : `person ${text.trim()}`);

function wordsOf(part: ContentPart): string {
  switch (part.type) {
    case 'text':
    case 'thinking':
      return part.text.trim() === '' ? '' : `${part.type} ${part.text.trim()}`;
    case 'agent-note':
      // Of a notice, which has no id in the protocol.
      return `note ${part.note.title}\n${part.note.text ?? ''}`;
    default:
      return '';
  }
}

/** The last item that the thread and the history both have, as its place in each: by ids, and after that by words. */
function lastKnown(view: ThreadView, agent: string, known: readonly Item[], told: readonly Item[]) {
  const keys = new Set(known.map(({ key }) => key));
  const shared = new Set(told.flatMap(({ key }) => (key !== null && keys.has(key) ? key : [])));
  const idOf = ({ key }: Item): string | null => (key !== null && shared.has(key) ? key : null);
  const promptNamed = createPromptNames(view, agent, known);
  const ofKnown = known.map((item) => (idOf(item) === null ? item.words || null : null));
  const ofTold = told.map((item) => (item.part ? idOf(item) === null && item.words : promptNamed(item.words)) || null);

  const byId = lastInCommon(known.map(idOf), told.map(idOf));
  const [first, firstTold] = byId ? [byId.known + 1, byId.told + 1] : [0, 0];
  const byWords = (end: number): Place | null => {
    const last = lastInCommon(ofKnown.slice(first, end), ofTold.slice(firstTold));
    return last ? { known: last.known + first, told: last.told + firstTold } : byId;
  };
  // The last words may be there by half, as the app was ended while they were told.
  const end = ofKnown.findLastIndex((words) => words !== null);
  const half = known[end]?.part;
  const before = half ? byWords(end) : null;
  if (half && before && before.known < end) {
    const { turn } = told[before.told] ?? {};
    const at = told.findIndex((one, place) => place > before.told && one.turn === turn && one.part?.type === half.type);
    if (isMore(half, told[at]?.part)) return { known: end, told: at };
  }
  return byWords(known.length);
}

/** @returns what a prompt is called in the thread that an agent tells, perhaps with what it came with */
function createPromptNames(view: ThreadView, agent: string, known: readonly Item[]) {
  const handed = new Set(view.handovers.flatMap((one) => (one.agent === agent ? one.promptId : [])));
  /** Whether it came with more than its words. */
  const prompts = new Map<string, boolean>();
  for (const { part, turn, words } of known) {
    if (part || !turn || words === '') continue;
    const hasMore = (turn.context?.length ?? 0) + (turn.images?.length ?? 0) > 0 || handed.has(turn.promptId);
    prompts.set(words, hasMore || (prompts.get(words) ?? false));
  }
  return (words: string): string | null => {
    if (prompts.has(words)) return words;
    let longest = '';
    for (const [one, hasMore] of prompts) {
      // Some agents add to it what they were not given.
      if (one.length > longest.length && words.startsWith(hasMore ? one : `${one}\n`)) longest = one;
    }
    return longest || words || null;
  };
}

/** The same plan as it is in a turn. @param place of something of that turn */
function planIn(known: readonly Item[], place: number, { part: told }: Item): Item | undefined {
  if (told?.type !== 'agent-plan') return undefined;
  const isPrompt = ({ part }: Item): boolean => part === null;
  const start = known.slice(0, place + 1).findLastIndex(isPrompt) + 1;
  const length = known.slice(start).findIndex(isPrompt);
  const ofTurn = known.slice(start, length < 0 ? undefined : start + length);
  return ofTurn.findLast(({ part }) => part?.type === 'agent-plan' && part.plan.id === told.plan.id);
}

const isOver = ({ state }: AgentCall): boolean => state === 'completed' || state === 'failed' || state === 'cancelled';

/** Whether words go on, or begin as, others. */
function isMore(known: ContentPart | null | undefined, told: ContentPart | null | undefined): boolean {
  if (!known || !told || !('text' in known) || !('text' in told) || known.type !== told.type) return false;
  return known.text.trim() !== '' && told.text.startsWith(known.text.trimEnd());
}

/** Whether an item was not told to its end. */
function hasEnd(known: ContentPart, told: ContentPart): boolean {
  switch (told.type) {
    case 'text':
    case 'thinking':
      return isMore(known, told) && 'text' in known && told.text.trimEnd().length > known.text.trimEnd().length;
    case 'agent-call':
      return known.type === told.type && !isOver(known.call) && isOver(told.call);
    case 'agent-terminal':
      return known.type === told.type && known.terminal.exit === undefined && told.terminal.exit !== undefined;
    case 'agent-plan':
      return known.type === told.type && !isDeepStrictEqual(known.plan, told.plan);
    case 'agent-note':
      return known.type === told.type && known.note.id === told.note.id && !isDeepStrictEqual(known.note, told.note);
    case 'agent-image':
    case 'tool-use':
      return false;
  }
}

/** What completes an item of the thread. */
function endOf(
  { answerId, part: known }: Item,
  { part: told, images: named }: Item,
  images: AnswerImages,
): ThreadEntry[] {
  if (!known || !told || answerId === null || !hasEnd(known, told)) return [];
  const end = entriesOfPart(told, answerId).map((entry) =>
    'text' in entry && 'itemId' in known ? { ...entry, itemId: known.itemId, isWhole: true } : entry,
  ) as ThreadEntry[];
  return [...images.entriesOf(answerId, named), ...end];
}

/** @param items what is new of it */
function exchange(items: readonly Item[], { agent, name }: HistoryOf, images: AnswerImages): ThreadEntry[] {
  const id = randomUUID();
  const at = Date.now();
  const prompt = items.find(({ part }) => part === null)?.turn;
  const parts = items.flatMap(({ part }) => part ?? []);
  const named = items.flatMap((item) => item.images);
  const promptId = prompt?.promptId ?? null;
  return [
    ...(prompt ? [{ kind: 'prompt', id: prompt.promptId, at, text: prompt.text } as const] : []),
    ...(parts.length === 0
      ? []
      : [
          { kind: 'answer-started', id, at, promptId, model: agent, modelName: name } as const,
          ...images.entriesOf(id, named),
          ...parts.flatMap((part) => entriesOfPart(part, id)),
          { kind: 'answer-ended', answerId: id, at, end: { type: 'stop', reason: 'end-turn' } } as const,
        ]),
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
      const { questions: _none, ...call } = part.call;
      return [{ kind: 'answer-agent-call', answerId, call }];
    }
    case 'agent-terminal':
      return [{ kind: 'answer-agent-terminal', answerId, terminal: part.terminal }];
    case 'agent-plan':
      return [{ kind: 'answer-agent-plan', answerId, plan: part.plan }];
    case 'agent-note':
      return [{ kind: 'answer-agent-note', answerId, note: part.note }];
    case 'agent-image':
      return [{ kind: 'answer-agent-image', answerId, image: part.image }];
    case 'tool-use':
      return [];
  }
}
