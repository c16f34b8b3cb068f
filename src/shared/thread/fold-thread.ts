import { endQuestions } from '../content/agent-items.ts';
import { addContent, isContentEntry } from '../content/content-kinds.ts';
import type { Handover, ThreadEntry } from '../contract/thread.ts';
import type { AnswerPart, AnswerView, ThreadView, TurnView, UnpromptedAnswer } from '../contract/thread-view.ts';
import { addShellOutput, addShellRun, endShellRun } from './shell-runs.ts';
import {
  addCompaction,
  addQueued,
  editQueued,
  orderQueue,
  removeQueued,
  setLabels,
  setLimit,
  setNote,
} from './thread-annotations.ts';
import { addVersion, showBranch } from './thread-branches.ts';
import { addToolOutput, addToolRun, endToolRuns, sumUsage } from './tool-parts.ts';

export const emptyThread: ThreadView = {
  turns: [],
  branches: [],
  lastShown: [],
  replies: [],
  shellRuns: [],
  unprompted: [],
  queue: [],
  notes: {},
  labels: {},
  compactions: [],
  tasks: [],
  agentSessions: {},
  sessionsLeft: {},
  handovers: [],
};

/** The view of a whole thread. Entries that refer to unknown ids are ignored. */
export function foldThread(entries: readonly ThreadEntry[]): ThreadView {
  return appendEntries(emptyThread, entries);
}

export function appendEntry(view: ThreadView, entry: ThreadEntry): ThreadView {
  return appendEntries(view, [entry]);
}

/**
 * Continues a view without changing it. Turns, answers and parts that the entries do not touch stay the same objects,
 * so that only what changed is rendered again. `appendEntries(foldThread(a), b)` equals `foldThread([...a, ...b])`.
 */
export function appendEntries(view: ThreadView, entries: readonly ThreadEntry[]): ThreadView {
  const draft = new ThreadDraft(view);
  for (const entry of entries) draft.add(entry);
  return draft.view;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };
type AnswerDraft = Omit<Mutable<AnswerView>, 'parts'> & { parts: AnswerPart[] };
type TurnDraft = Omit<Mutable<TurnView>, 'answers'> & { answers: AnswerView[] };
type TurnList = 'turns' | 'branches';
type Started = Extract<ThreadEntry, { kind: 'answer-started' }>;

/** Copies turns and answers on write. */
class ThreadDraft {
  view: ThreadView;
  readonly #ownLists = new Set<readonly TurnView[]>();
  readonly #ownTurns = new Map<TurnView, TurnDraft>();
  readonly #ownAnswers = new Map<AnswerView, AnswerDraft>();
  /** Ids of all turns, collected at the first lookup, so that a lookup of a new prompt need not search. */
  #promptIds: Set<string> | undefined;

  constructor(view: ThreadView) {
    this.view = view;
  }

  add(entry: ThreadEntry): void {
    if (isContentEntry(entry)) return this.#change(entry.answerId, (answer) => addContent(answer.parts, entry));
    switch (entry.kind) {
      case 'prompt':
        return this.#addPrompt(entry);
      case 'branch-shown':
        this.view = showBranch(this.view, entry.promptId);
        return;
      case 'answer-started':
        return this.#startAnswer(entry);
      case 'tool-run':
        return this.#change(entry.answerId, (answer) => addToolRun(answer.parts, entry));
      case 'tool-output':
        return this.#change(entry.answerId, (answer) => addToolOutput(answer.parts, entry));
      case 'answer-step':
        return this.#change(entry.answerId, (answer) => {
          answer.parts.push({ type: 'step' });
          answer.earlierUsage = answer.usage;
        });
      case 'answer-usage':
        return this.#change(entry.answerId, (answer) => {
          answer.usage = sumUsage(answer.earlierUsage, entry.usage);
        });
      case 'answer-retry':
        return this.#change(entry.answerId, (answer) => {
          answer.parts.push({ type: 'broken-off', failure: entry.failure, at: entry.at });
          answer.earlierUsage = answer.usage;
        });
      case 'command-reply':
        return this.#addReply(entry);
      case 'shell-run':
        this.view = addShellRun(this.view, entry);
        return;
      case 'shell-output':
        this.view = addShellOutput(this.view, entry);
        return;
      case 'shell-ended':
        this.view = endShellRun(this.view, entry);
        return;
      case 'title': {
        const title = titleAfter(this.view.title, entry);
        this.view = { ...this.view, title };
        return;
      }
      case 'title-usage': {
        const { kind: _kind, ...used } = entry;
        this.view = { ...this.view, titleUsages: [...(this.view.titleUsages ?? []), used] };
        return;
      }
      case 'archived':
        this.view = { ...this.view, isArchived: entry.isArchived };
        return;
      case 'queue-added':
        if (!this.#findTurn(entry.id)) this.view = addQueued(this.view, entry);
        return;
      case 'queue-edited':
        this.view = editQueued(this.view, entry);
        return;
      case 'queue-order':
        this.view = orderQueue(this.view, entry);
        return;
      case 'note':
        if (this.#isKnown(entry.on)) this.view = setNote(this.view, entry);
        return;
      case 'labels':
        if (this.#isKnown(entry.on)) this.view = setLabels(this.view, entry);
        return;
      case 'compaction':
        if (this.#findTurn(entry.promptId)) this.view = addCompaction(this.view, entry);
        return;
      case 'limit':
        this.view = setLimit(this.view, entry);
        return;
      case 'setup': {
        const { kind: _kind, at: _at, ...setup } = entry;
        this.view = { ...this.view, setup };
        return;
      }
      case 'origin': {
        const { kind: _kind, at: _at, ...origin } = entry;
        this.view = { ...this.view, origin };
        return;
      }
      case 'task': {
        const { kind: _kind, ...task } = entry;
        const place = this.view.tasks.findIndex(({ threadId }) => threadId === task.threadId);
        const tasks = place < 0 ? [...this.view.tasks, task] : this.view.tasks.with(place, task);
        this.view = { ...this.view, tasks };
        return;
      }
      case 'agent-session': {
        const { [entry.agent]: _before, ...others } = this.view.agentSessions;
        const present = entry.sessionId !== null && { [entry.agent]: entry.sessionId };
        const left = entry.sessionId === null && { [entry.agent]: entry.at };
        const sessionsLeft = { ...this.view.sessionsLeft, ...left };
        this.view = { ...this.view, agentSessions: { ...others, ...present }, sessionsLeft };
        return;
      }
      case 'answerer': {
        const { kind: _kind, at: _at, ...answerer } = entry;
        this.view = { ...this.view, answerer };
        return;
      }
      case 'handover': {
        const { kind: _kind, ...handover } = entry;
        this.view = {
          ...this.view,
          handovers: [...this.view.handovers.filter((one) => !isSame(one, handover)), handover],
        };
        return;
      }
      case 'answer-ended':
        return this.#change(entry.answerId, (answer) => {
          endToolRuns(answer.parts, entry.at);
          endQuestions(answer.parts);
          answer.end = entry.end;
          answer.endedAt = entry.at;
        });
      default:
        // Unknown kinds of a newer version are ignored.
        entry satisfies never;
    }
  }

  #addPrompt({
    id: promptId,
    text,
    at,
    images,
    context,
    typed,
    replaces,
  }: Extract<ThreadEntry, { kind: 'prompt' }>): void {
    if (this.#findTurn(promptId)) return;
    this.view = removeQueued(this.view, promptId);
    const parentId = this.view.turns.at(-1)?.promptId ?? null;
    const more = { ...(images && { images }), ...(context && { context }), ...(typed && { typed }) };
    const turn: TurnView = { promptId, text, ...more, at, parentId, versions: [promptId], answers: [] };
    // If the replaced prompt's line is missing, the new one is added like any other, so that no prompt is lost.
    const replaced = replaces === undefined ? undefined : this.#findTurn(replaces)?.turn;
    this.#promptIds?.add(promptId);
    if (replaced) this.view = addVersion(this.view, turn, replaced);
    else this.#mutable('turns').push(turn);
  }

  #startAnswer(entry: Started): void {
    const { promptId } = entry;
    if (promptId === null) return this.#startUnprompted(entry);
    const place = this.#findTurn(promptId);
    if (!place || place.turn.answers.some((answer) => answer.id === entry.id)) return;
    this.#mutableTurn(place.list, place.index)?.answers.push({ ...begun(entry), promptId });
  }

  #startUnprompted(entry: Started): void {
    const { turns, unprompted } = this.view;
    if (unprompted.some(({ id }) => id === entry.id)) return;
    const afterPromptId = turns.at(-1)?.promptId ?? null;
    this.view = { ...this.view, unprompted: [...unprompted, { ...begun(entry), promptId: null, afterPromptId }] };
  }

  #addReply({ kind: _kind, ...reply }: Extract<ThreadEntry, { kind: 'command-reply' }>): void {
    const { turns, replies } = this.view;
    if (replies.some(({ id }) => id === reply.id)) return;
    // It came of a message of the queue.
    this.view = removeQueued(this.view, reply.id);
    const afterPromptId = turns.at(-1)?.promptId ?? null;
    this.view = { ...this.view, replies: [...replies, { ...reply, afterPromptId }] };
  }

  #change(answerId: string, change: (answer: AnswerDraft) => void): void {
    // The answer that grows is nearly always the last one shown.
    for (const list of ['turns', 'branches'] as const) {
      for (let index = this.view[list].length - 1; index >= 0; index--) {
        const answers = this.view[list][index]?.answers ?? [];
        const place = answers.findLastIndex((answer) => answer.id === answerId);
        if (place < 0) continue;
        const turn = this.#mutableTurn(list, index);
        const answer = turn?.answers[place];
        if (turn && answer) turn.answers[place] = this.#changed(answer, change);
        return;
      }
    }
    const { unprompted } = this.view;
    const place = unprompted.findLastIndex(({ id }) => id === answerId);
    const answer = unprompted[place];
    if (!answer) return;
    const own = this.#changed(answer, change) as UnpromptedAnswer;
    if (own !== answer) this.view = { ...this.view, unprompted: unprompted.with(place, own) };
  }

  #changed(answer: AnswerView, change: (answer: AnswerDraft) => void): AnswerView {
    const own = this.#ownAnswers.get(answer) ?? { ...answer, parts: [...answer.parts] };
    this.#ownAnswers.set(own, own);
    change(own);
    return own;
  }

  #findTurn(promptId: string): { readonly list: TurnList; readonly index: number; readonly turn: TurnView } | null {
    this.#promptIds ??= new Set([...this.view.turns, ...this.view.branches].map((turn) => turn.promptId));
    if (!this.#promptIds.has(promptId)) return null;
    for (const list of ['turns', 'branches'] as const) {
      const index = this.view[list].findLastIndex((turn) => turn.promptId === promptId);
      const turn = this.view[list][index];
      if (turn) return { list, index, turn };
    }
    return null;
  }

  /** Whether an id is that of a prompt or an answer. */
  #isKnown(id: string): boolean {
    const { turns, branches, unprompted } = this.view;
    const isOf = ({ promptId, answers }: TurnView) => promptId === id || answers.some((answer) => answer.id === id);
    return turns.some(isOf) || branches.some(isOf) || unprompted.some((answer) => answer.id === id);
  }

  #mutable(list: TurnList): TurnView[] {
    const present = this.view[list];
    if (this.#ownLists.has(present)) return present as TurnView[];
    const own = [...present];
    this.#ownLists.add(own);
    this.view = { ...this.view, [list]: own };
    return own;
  }

  #mutableTurn(list: TurnList, index: number): TurnDraft | undefined {
    const turns = this.#mutable(list);
    const turn = turns[index];
    if (!turn) return undefined;
    const own = this.#ownTurns.get(turn) ?? { ...turn, answers: [...turn.answers] };
    this.#ownTurns.set(own, own);
    turns[index] = own;
    return own;
  }
}

const begun = ({ id, at, model, modelName, prices }: Started): Omit<AnswerView, 'promptId'> => ({
  ...{ id, model, modelName },
  ...(prices && { prices }),
  ...{ startedAt: at, parts: [] },
});

/** Handed over again with another attempt at the same prompt, or decided otherwise. */
const isSame = (one: Handover, other: Handover): boolean =>
  one.promptId === other.promptId && one.agent === other.agent;

/** The last title counts, but a person's outranks a model's. */
export function titleAfter(
  present: ThreadView['title'],
  { text, by }: Pick<Extract<ThreadEntry, { kind: 'title' }>, 'text' | 'by'>,
): ThreadView['title'] {
  return by === 'model' && present?.by === 'person' ? present : { text, by };
}
