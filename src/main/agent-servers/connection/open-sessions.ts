import { setTimeout as after } from 'node:timers/promises';
import { z } from 'zod/mini';
import type { AgentUpdate } from '../../../shared/contract/agent-servers/agent-update.ts';
import type { AgentClient, OpenedSession } from './agent-connection.ts';
import type { Turns } from './turns.ts';
import { fields, idSchema, oneLine, readAs } from './updates/fields.ts';
import type { ReadingSession, ReadUpdate } from './updates/read-updates.ts';
import { createSessionOptions, readCommands, type SessionOptions } from './updates/session-options.ts';

/** Updates that are held while a session is opened, and the characters of all that are: a long history has room. */
const mostHeld = 200_000;
const mostCharacters = 128 * 1024 * 1024;
/** Sessions that may be told of before an agent has named the one that was asked for. */
const mostUnnamed = 100;

/** Milliseconds of silence after which a history is over, which may go on after the answer, and for how long it may. */
const quietMs = 250;
const longestHistoryMs = 10_000;

const notificationSchema = z.object({ sessionId: idSchema, update: z.unknown() });
const stateSchema = z.object({ sessionUpdate: z.literal('state_update') });
const openedSchema = z.object({ sessionId: fields.id, availableCommands: fields.anything });

interface Session {
  readonly id: string;
  readonly options: SessionOptions;
  readonly read: ReadUpdate;
  /** It was told of while a new one was awaited, and may be that. */
  readonly isUnnamed: boolean;
  /** `opening`: its answer is awaited. `opened`: it came. `taken`: whoever asked gets it in this task. */
  phase: 'opening' | 'opened' | 'taken' | 'live';
  held: AgentUpdate[];
  /** What is held of it is that long. */
  characters: number;
  /** There was more. */
  isCut: boolean;
  /** What came before the answer. */
  replayed: AgentUpdate[];
  result: unknown;
  /** When it was told of last. */
  toldAt: number;
}

/**
 * The sessions of a connection, and what the agent tells of each, in the order in which it came. An agent may tell of a
 * session before it has answered that there is one.
 */
export function createOpenSessions(
  client: Pick<AgentClient, 'updated' | 'logged'>,
  folder: string,
  createReader: (session: ReadingSession) => ReadUpdate,
  turns: Turns,
) {
  const sessions = new Map<string, Session>();
  /** How many new sessions are awaited, whose ids are not known yet. */
  let awaited = 0;
  let batch: { readonly id: string; readonly updates: AgentUpdate[] } | null = null;

  function create(id: string, isUnnamed = false): Session {
    const options = createSessionOptions();
    const read = createReader({ folder, options });
    const session: Session = {
      id,
      options,
      read,
      isUnnamed,
      phase: 'opening',
      held: [],
      characters: 0,
      isCut: false,
      replayed: [],
      result: undefined,
      toldAt: 0,
    };
    sessions.set(id, session);
    return session;
  }

  function flush(): void {
    const told = batch;
    batch = null;
    if (told && told.updates.length > 0) client.updated(told.id, told.updates);
  }

  /** Pieces of one message are one update: a history is held as a whole. */
  function hold(session: Session, update: AgentUpdate): void {
    const { id, held } = session;
    const all = [...sessions.values()].reduce((sum, { characters }) => sum + characters, 0);
    if (held.length > mostHeld || all > mostCharacters) {
      if (session.isCut) return;
      session.isCut = true;
      held.push(historyIsCut);
      client.logged(`The history of ${oneLine(id)} is longer than there is room for; the rest is left out.`);
      return;
    }
    const last = held.at(-1);
    const isMore = last?.type === 'message' && update.type === 'message' && !update.isWhole;
    session.characters += charactersOf(update);
    if (isMore && last.by === update.by && last.id === update.id) {
      const images = update.images && { images: [...(last.images ?? []), ...update.images] };
      held[held.length - 1] = { ...last, text: last.text + update.text, ...images };
    } else held.push(update);
  }

  function push(session: Session, updates: readonly AgentUpdate[]): void {
    if (updates.length === 0) return;
    session.toldAt = performance.now();
    if (session.phase !== 'live') {
      for (const one of updates) hold(session, one);
      return;
    }
    if (batch?.id !== session.id) {
      flush();
      batch = { id: session.id, updates: [] };
    }
    for (const one of updates) batch.updates.push(one);
  }

  const unnamed = (): Session[] => [...sessions.values()].filter((one) => one.isUnnamed && one.phase === 'opening');

  function known(id: string): Session | undefined {
    const mayBeNamed = () => awaited > 0 && unnamed().length < mostUnnamed;
    return sessions.get(id) ?? (mayBeNamed() ? create(id, true) : undefined);
  }

  function opened(named: string, id: string | null, result: unknown): void {
    if (result === undefined) {
      sessions.delete(named);
      return;
    }
    const known = sessions.get(named);
    // A new one has a name of its own: two threads would both get what is told of it.
    if (id === null && known && !(known.isUnnamed && known.phase === 'opening')) return;
    const session = known ?? create(named);
    session.options.opened(result);
    session.result = result;
    session.phase = 'opened';
    session.replayed = session.held;
    session.held = [];
  }

  return {
    flush,

    /** A `session/update`. @returns `settled`: a turn may have ended by it */
    received(params: unknown): 'taken' | 'settled' {
      const told = readAs(notificationSchema, params);
      const session = told && known(told.sessionId);
      // One that was left: the next prompt, if the thread is restored, waits for the end of its turn.
      if (told && !session && turns.isUnderWay(told.sessionId) && readAs(stateSchema, told.update)) {
        turns.stateTold(told.sessionId, told.update);
        return 'settled';
      }
      if (!session) {
        client.logged(`It told of a session that is not open${told ? `: ${oneLine(told.sessionId)}` : ''}.`);
        return 'taken';
      }
      if (readAs(stateSchema, told.update)) {
        // What came before the end of a turn is told before it.
        flush();
        push(session, turns.stateTold(session.id, told.update));
        return 'settled';
      }
      const updates = session.read(told.update);
      // While a prompt of ours is answered, what a person said is that prompt, told back.
      const isEcho = turns.isUnderWay(session.id);
      push(session, isEcho ? updates.filter((one) => one.type !== 'message' || one.by !== 'person') : updates);
      return 'taken';
    },

    /** Something to be told of a session besides its updates. */
    tell(id: string, update: AgentUpdate): void {
      const session = known(id);
      if (session) push(session, [update]);
    },

    /** A request that opens a session is about to be sent. @param id null: a new one, which the agent will name */
    awaits(id: string | null): void {
      if (id === null) awaited++;
      else create(id);
    },

    /** Its answer is being read: what follows in the stream is no history. @param result undefined: it failed */
    answered(id: string | null, result: unknown): void {
      const named = id ?? readAs(openedSchema, result)?.sessionId;
      if (named) opened(named, id, result);
      if (id === null) awaited--;
      // Told of while one was awaited, and not the one.
      if (awaited === 0) for (const other of unnamed()) sessions.delete(other.id);
    },

    /**
     * Waits for what of a history is told after the answer, as some agents do with all or the rest of it: it would be taken
     * for the answer to the next prompt.
     */
    async lateHistory(id: string): Promise<void> {
      const session = sessions.get(id);
      if (session?.phase !== 'opened') return;
      const begun = performance.now();
      session.toldAt = begun;
      while (performance.now() - session.toldAt < quietMs && performance.now() - begun < longestHistoryMs) {
        await after(quietMs / 5);
      }
      session.replayed = [...session.replayed, ...session.held.splice(0)];
    },

    /** Hands over the session that was opened; its updates are told from the next task on. @returns undefined without an id */
    take(id: string | null, result: unknown): OpenedSession | undefined {
      const named = id ?? readAs(openedSchema, result)?.sessionId;
      const session = named ? sessions.get(named) : undefined;
      if (session?.phase !== 'opened') return undefined;
      session.phase = 'taken';
      setImmediate(() => {
        session.phase = 'live';
        session.characters = 0;
        push(session, session.held.splice(0));
        flush();
      });
      const commands = readAs(openedSchema, session.result)?.availableCommands;
      const { replayed } = session;
      session.replayed = [];
      const later = replayed.findLast((one) => one.type === 'commands');
      return {
        id: session.id,
        options: session.options.list(),
        commands: later?.commands ?? (commands ? readCommands(commands) : []),
        replayed: replayed.filter(({ type }) => type !== 'commands' && type !== 'options' && type !== 'option'),
      };
    },

    /** What a person can choose in it. */
    optionsOf: (id: string): SessionOptions | undefined => sessions.get(id)?.options,
    isOpen: (id: string): boolean => sessions.has(id),
    closed(id: string): void {
      sessions.delete(id);
    },
  };
}
export type OpenSessions = ReturnType<typeof createOpenSessions>;

/** It has the same id each time, so that the thread has it once. */
const historyIsCut: AgentUpdate = {
  type: 'note',
  note: {
    id: 'outrigger:history',
    severity: 'warning',
    title: 'This session has more of a history than there is room for. The rest of it was left out.',
  },
};

function charactersOf(update: AgentUpdate): number {
  if (update.type !== 'message') return JSON.stringify(update).length;
  return (update.images ?? []).reduce((sum, { data = '' }) => sum + data.length, update.text.length);
}
