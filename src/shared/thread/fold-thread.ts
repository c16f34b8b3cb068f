import type { AnswerPart, AnswerView, ThreadEntry, ThreadView, TurnView } from '../contract/thread.ts';
import { addToolRun, addToolUse, endToolRuns, sumUsage } from './tool-parts.ts';

export const emptyThread: ThreadView = { turns: [], replies: [] };

/** The view of a whole thread. Entries that belong to nothing known are passed over. */
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

/** Copies a turn or an answer at its first change, then changes the copy. */
class ThreadDraft {
  view: ThreadView;
  #turns: TurnView[] | null = null;
  readonly #ownTurns = new Map<TurnView, TurnDraft>();
  readonly #ownAnswers = new Map<AnswerView, AnswerDraft>();

  constructor(view: ThreadView) {
    this.view = view;
  }

  add(entry: ThreadEntry): void {
    switch (entry.kind) {
      case 'prompt': {
        if (this.#findTurn(entry.id) >= 0) return;
        const { id: promptId, text, at, images } = entry;
        this.#mutableTurns().push({ promptId, text, at, ...(images && { images }), answers: [] });
        return;
      }
      case 'answer-started':
        return this.#startAnswer(entry);
      case 'answer-text':
        return this.#change(entry.answerId, (answer) => addText(answer.parts, 'text', entry.text));
      case 'answer-thinking':
        return this.#change(entry.answerId, (answer) => addText(answer.parts, 'thinking', entry.text));
      case 'answer-tool-use':
        return this.#change(entry.answerId, (answer) => addToolUse(answer.parts, entry.toolUse));
      case 'tool-run':
        return this.#change(entry.answerId, (answer) => addToolRun(answer.parts, entry));
      case 'answer-round':
        return this.#change(entry.answerId, (answer) => {
          answer.parts.push({ type: 'round' });
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
      case 'title': {
        const title = titleAfter(this.view.title, entry);
        this.view = { ...this.view, title };
        return;
      }
      case 'archived':
        this.view = { ...this.view, isArchived: entry.isArchived };
        return;
      case 'answer-ended':
        return this.#change(entry.answerId, (answer) => {
          endToolRuns(answer.parts, entry.at);
          answer.end = entry.end;
          answer.endedAt = entry.at;
        });
      default:
        // A newer version may have written kinds that this one does not know.
        entry satisfies never;
    }
  }

  #startAnswer({ id, at, promptId, model, modelName }: Extract<ThreadEntry, { kind: 'answer-started' }>): void {
    const index = this.#findTurn(promptId);
    if (index < 0 || this.view.turns[index]?.answers.some((answer) => answer.id === id)) return;
    this.#mutableTurn(index)?.answers.push({ id, promptId, model, modelName, startedAt: at, parts: [] });
  }

  #addReply({ kind: _kind, ...reply }: Extract<ThreadEntry, { kind: 'command-reply' }>): void {
    const { turns, replies } = this.view;
    if (replies.some(({ id }) => id === reply.id)) return;
    this.view = { ...this.view, replies: [...replies, { ...reply, turnCount: turns.length }] };
  }

  #change(answerId: string, change: (answer: AnswerDraft) => void): void {
    // The answer that grows is nearly always the last one.
    for (let index = this.view.turns.length - 1; index >= 0; index--) {
      const answers = this.view.turns[index]?.answers ?? [];
      const place = answers.findLastIndex((answer) => answer.id === answerId);
      if (place < 0) continue;
      const turn = this.#mutableTurn(index);
      const answer = turn?.answers[place];
      if (!turn || !answer) return;
      const own = this.#ownAnswers.get(answer) ?? { ...answer, parts: [...answer.parts] };
      this.#ownAnswers.set(own, own);
      turn.answers[place] = own;
      change(own);
      return;
    }
  }

  #findTurn(promptId: string): number {
    return this.view.turns.findLastIndex((turn) => turn.promptId === promptId);
  }

  #mutableTurns(): TurnView[] {
    if (!this.#turns) {
      this.#turns = [...this.view.turns];
      this.view = { ...this.view, turns: this.#turns };
    }
    return this.#turns;
  }

  #mutableTurn(index: number): TurnDraft | undefined {
    const turns = this.#mutableTurns();
    const turn = turns[index];
    if (!turn) return undefined;
    const own = this.#ownTurns.get(turn) ?? { ...turn, answers: [...turn.answers] };
    this.#ownTurns.set(own, own);
    turns[index] = own;
    return own;
  }
}

/** The last title counts, and one that a person gave outranks those of a model. */
export function titleAfter(
  present: ThreadView['title'],
  { text, by }: Pick<Extract<ThreadEntry, { kind: 'title' }>, 'text' | 'by'>,
): ThreadView['title'] {
  return by === 'model' && present?.by === 'person' ? present : { text, by };
}

function addText(parts: AnswerPart[], type: 'text' | 'thinking', text: string): void {
  const last = parts.at(-1);
  if (last?.type === type) parts[parts.length - 1] = { type, text: last.text + text };
  else if (text !== '') parts.push({ type, text });
}
