import { randomUUID } from 'node:crypto';
import { type AgentCall, isRemoved } from '../../../shared/content/agent-items.ts';
import { type ContentEntry, type ContentPart, isContent } from '../../../shared/content/content-kinds.ts';
import type { AgentUpdate } from '../../../shared/contract/agent-servers/agent-update.ts';
import type { AnswerView, ThreadView, TurnView } from '../../../shared/contract/thread-view.ts';
import { onlyPlan } from '../connection/updates/plans-and-notes.ts';

/** An update that is part of an answer. */
export type ItemUpdate = Extract<AgentUpdate, { type: 'message' | 'call' | 'terminal' | 'plan' | 'note' }>;

const itemTypes: ReadonlySet<AgentUpdate['type']> = new Set<ItemUpdate['type']>([
  ...(['message', 'call', 'terminal', 'plan', 'note'] as const),
]);
export const isItem = (update: AgentUpdate): update is ItemUpdate => itemTypes.has(update.type);

export type ToldItems = ReturnType<typeof createToldItems>;

/**
 * The entries that the items of one agent come to. One whose id is known goes to the answer that has it, however long ago
 * that ended; a new one to the answer that goes on.
 */
export function createToldItems(known: Map<string, string> = new Map()) {
  /** Of a message to which the agent gives no id: what follows of the same speaker continues it. */
  let run: { readonly by: 'agent' | 'thought'; readonly id: string } | null = null;

  function idOf(update: ItemUpdate): string {
    switch (update.type) {
      case 'message': {
        const { by, id } = update;
        if (id !== null || by === 'person') {
          run = null;
          return id ?? '';
        }
        if (run?.by !== by) run = { by, id: `${ownId}${randomUUID()}` };
        return run.id;
      }
      case 'call':
        run = null;
        return update.call.id;
      case 'terminal':
        return update.terminal.id;
      case 'plan':
        return update.plan.id;
      case 'note':
        return update.note.id;
    }
  }

  return {
    /**
     * @param going the answer that goes on; null: none does
     * @returns null: it is new, and there is no answer for it; asked again with one, it is put there
     */
    entryOf(update: ItemUpdate, going: string | null): ContentEntry | null {
      const id = idOf(update);
      const key = keyOf(update.type === 'message' ? update.by : update.type, id);
      // A plan is that of the turn that goes on with it; the others have it as it was in theirs.
      const goesOn = update.type === 'plan' && (update.plan.id === onlyPlan || !isRemoved(update.plan));
      const answerId = (goesOn ? going : null) ?? known.get(key) ?? going;
      if (answerId === null) return null;
      known.set(key, answerId);
      return entryIn(answerId, id, update);
    },
    /** Messages without an id that come from now on are new ones. */
    endRun() {
      run = null;
    },
    /** In these answers are items of which nobody was told here. */
    learn(places: ReadonlyMap<string, string>) {
      for (const [key, answerId] of places) known.set(key, answerId);
    },
    /** Another session gives the same ids anew. */
    forget() {
      run = null;
      known.clear();
    },
  };
}

/** Ids that we give begin with this; no other start of the app knows them. */
const ownId = 'outrigger:';
const keyOf = (type: string, id: string): string => `${type}:${id}`;

function entryIn(answerId: string, itemId: string, update: ItemUpdate): ContentEntry {
  switch (update.type) {
    case 'message': {
      const { text, isWhole } = update;
      const kind = update.by === 'thought' ? 'answer-thinking' : 'answer-text';
      return { kind, answerId, text, itemId, ...(isWhole && { isWhole }) };
    }
    case 'call':
      return { kind: 'answer-agent-call', answerId, call: update.call };
    case 'terminal':
      return { kind: 'answer-agent-terminal', answerId, terminal: update.terminal };
    case 'plan':
      return { kind: 'answer-agent-plan', answerId, plan: update.plan };
    case 'note':
      return { kind: 'answer-agent-note', answerId, note: update.note };
  }
}

/** The name of a part among those of its session; null: it has none. */
export function keyOfPart(part: ContentPart): string | null {
  switch (part.type) {
    case 'text':
      return part.itemId === undefined ? null : keyOf('agent', part.itemId);
    case 'thinking':
      return part.itemId === undefined ? null : keyOf('thought', part.itemId);
    case 'agent-call':
      return keyOf('call', part.call.id);
    case 'agent-terminal':
      return keyOf('terminal', part.terminal.id);
    case 'agent-plan':
      return keyOf('plan', part.plan.id);
    case 'agent-note':
      return keyOf('note', part.note.id);
    // It is where what names it is.
    case 'agent-image':
    case 'tool-use':
      return null;
  }
}

/** A prompt and one answer to it. */
export interface Exchange {
  /** null: nobody asked for the answer. */
  readonly turn: TurnView | null;
  /** null: nobody has answered. */
  readonly answer: AnswerView | null;
}

/**
 * What an agent was asked in a thread and what it answered, shown or not, in the order in which that began.
 * @param since when its session began, if there was another before
 */
export function exchangesOf(view: ThreadView, agent: string, since = 0): Exchange[] {
  const unasked = Map.groupBy(view.unprompted, ({ afterPromptId }) => afterPromptId);
  const after = (promptId: string | null): Exchange[] =>
    (unasked.get(promptId) ?? []).map((answer) => ({ turn: null, answer }));
  const ofTurn = (turn: TurnView): Exchange[] =>
    turn.answers.length === 0 ? [{ turn, answer: null }] : turn.answers.map((answer) => ({ turn, answer }));
  const startOf = ({ turn, answer }: Exchange): number => answer?.startedAt ?? turn?.at ?? 0;
  return [
    ...after(null),
    ...[...view.turns, ...view.branches].flatMap((turn) => [...ofTurn(turn), ...after(turn.promptId)]),
  ]
    .filter((one) => (one.answer === null || one.answer.model === agent) && startOf(one) >= since)
    .sort((one, other) => startOf(one) - startOf(other));
}

/** The answers of an agent in a thread, shown or not, oldest first. */
export const answersOf = (view: ThreadView, agent: string, since?: number): AnswerView[] =>
  exchangesOf(view, agent, since).flatMap(({ answer }) => answer ?? []);

/** A call of an agent as it is shown: the last one of this id. */
export function callIn(view: ThreadView, agent: string, callId: string): AgentCall | undefined {
  const calls = answersOf(view, agent).flatMap(({ parts }) =>
    parts.flatMap((part) => (part.type === 'agent-call' && part.call.id === callId ? [part.call] : [])),
  );
  return calls.at(-1);
}

/** The answers in which the items of an agent's session are, by `keyOfPart`: another before it may have had the same ids. */
export const placesIn = (view: ThreadView, agent: string): Map<string, string> =>
  new Map(
    answersOf(view, agent, view.sessionsLeft[agent]).flatMap(({ id, parts }) =>
      parts.filter(isContent).flatMap((part) => {
        const key = keyOfPart(part);
        return key === null ? [] : [[key, id] as const];
      }),
    ),
  );
