import { randomUUID } from 'node:crypto';
import { homedir } from 'node:os';
import { setTimeout as after } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { abortable } from '../../../shared/bounded.ts';
import type { AgentSessionState } from '../../../shared/contract/agent-servers/agent-session.ts';
import type { AgentUpdate } from '../../../shared/contract/agent-servers/agent-update.ts';
import type { Elicitation, ElicitationAnswer } from '../../../shared/contract/agent-servers/elicitation.ts';
import { type Failure, FailureError, toFailure } from '../../../shared/contract/errors.ts';
import type { SizeLimits } from '../../../shared/contract/size-limits.ts';
import type { AnswerEnd, ThreadEntry } from '../../../shared/contract/thread.ts';
import { LinkedController } from '../../../shared/linked-controller.ts';
import { folderOf, type OpenThread } from '../../agent/threads/open-thread.ts';
import { threadFull } from '../../agent/turns/answer-size.ts';
import { createEntryCoalescer } from '../../agent/turns/entry-coalescer.ts';
import type { ChangePlace, ChangeService } from '../../changes/change-service.ts';
import type { AgentConnection, PromptBlock } from '../connection/agent-connection.ts';
import { createAgentFiles } from './agent-files.ts';
import type { AgentLink } from './agent-links.ts';
import { createAnswerRoom } from './answer-room.ts';
import { createOpenQuestions } from './open-questions.ts';
import { openSession } from './open-session.ts';
import { historyEntries, newInHistory } from './replayed-history.ts';
import { createToldItems, type ItemUpdate, isItem, placesIn } from './told-items.ts';

export interface ThreadSessionDeps {
  /** An agent reference. */
  readonly agent: string;
  readonly name: string;
  /** It stays open as long as the session. */
  readonly thread: OpenThread;
  /** @throws {FailureError} when it cannot be started */
  link(cwd: string): Promise<AgentLink>;
  readonly changes: Pick<ChangeService, 'readText' | 'prepare' | 'apply' | 'beforeCommand'>;
  sizeLimits(): SizeLimits;
  elicit(elicitation: Elicitation, signal: AbortSignal): Promise<ElicitationAnswer>;
  publish(state: AgentSessionState): void;
  /** It asks the person, or does so no more. */
  onAsking(): void;
  /** In ms. */
  readonly limits: SessionLimits;
}

export interface SessionLimits {
  /** For the agent to end a turn that the person stopped; then it is over for the thread. */
  readonly graceMs: number;
  /** Without news, after which what it says of itself is over, when it does not tell. */
  readonly quietMs: number;
}

export const sessionLimits: SessionLimits = { graceMs: 1_000, quietMs: 5_000 };

/** An answer that goes on. */
interface Going {
  readonly answerId: string;
  /** null: nobody asked for it. */
  readonly promptId: string | null;
  readonly room: ReturnType<typeof createAnswerRoom>;
  /** Ends it before the agent does. */
  breakOff(failure: Failure): void;
}

/** A prompt as it is answered. */
export interface AnswerAsked {
  readonly promptId: string;
  blocks(connection: AgentConnection, folder: string): readonly PromptBlock[];
  readonly signal: AbortSignal;
}

type Watch = Awaited<ReturnType<ChangeService['beforeCommand']>>;

/** A session that is open. */
interface Opened {
  readonly link: AgentLink;
  readonly id: string;
  readonly detach: () => void;
}

export type ThreadSession = ReturnType<typeof createThreadSession>;

/** The session of a thread with an agent: what it tells becomes entries of the thread, whoever asked for it. */
export function createThreadSession(deps: ThreadSessionDeps) {
  const { agent, name, thread, changes, limits } = deps;
  const folder = folderOf(thread);
  const cwd = folder ?? homedir();
  const closing = new AbortController();
  const items = createToldItems(placesIn(thread.view, agent));
  const entries = createEntryCoalescer(gatherMs, (added) => thread.append(added));
  let state: AgentSessionState = {
    agent,
    phase: 'starting',
    commands: [],
    options: [],
    signIn: [],
    canSignOut: false,
  };
  let link: AgentLink | null = null;
  let opened: Opened | null = null;
  let opening: Promise<Opened> | null = null;
  /** The session that a person chose, until it is open. */
  let chosen: string | undefined;
  let going: Going | null = null;
  /** Settles when a turn is over that was stopped, and that the agent has not ended. */
  let stuck: Promise<void> | null = null;
  let quiet: NodeJS.Timeout | undefined;
  let unpromptedWatch: Promise<Watch> | null = null;
  const watches = new Set<Promise<void>>();

  const questions = createOpenQuestions((callId, question) => {
    takeItem({ type: 'call', call: { id: callId, question } });
    entries.flush();
    deps.onAsking();
  });
  const files = createAgentFiles({ changes, folder, place: placeOfWork });

  function setState(change: Partial<AgentSessionState>): void {
    const next = { ...state, ...change };
    if (isDeepStrictEqual(next, state)) return;
    state = next;
    if (!closing.signal.aborted) deps.publish(state);
  }

  /** Where what the agent changes now belongs: to the prompt that is answered, or the one that was last. */
  function placeOfWork(): ChangePlace {
    const promptId = going?.promptId ?? thread.view.turns.at(-1)?.promptId ?? going?.answerId ?? '';
    return { threadId: thread.id, promptId };
  }

  const isFull = (): boolean => threadFull(thread.size, deps.sizeLimits().thread) !== null;

  function updated(updates: readonly AgentUpdate[]): void {
    for (const update of updates) {
      if (isItem(update)) takeItem(update);
      else takeState(update);
    }
  }

  function takeItem(update: ItemUpdate): void {
    if (update.type === 'message' && update.by === 'person') {
      // It is in the thread already, as it was sent from here.
      items.endRun();
      return;
    }
    // What is told of an answer that has ended has no other bound.
    if (going ? going.room.isFull() : isFull()) return;
    const entry = items.entryOf(update, going?.answerId ?? null) ?? newItem(update);
    if (!entry) return;
    const full = going?.room.take(entry);
    entries.add(entry);
    if (full) going?.breakOff(full);
    if (going?.promptId === null) waitForNews();
  }

  /** The first word of what nobody asked for. */
  function newItem(update: ItemUpdate): ThreadEntry | null {
    const saysNothing = update.type === 'message' && update.text === '';
    if (saysNothing || closing.signal.aborted) return null;
    const answerId = begin(null, (failure) => endUnprompted({ type: 'failed', failure }));
    unpromptedWatch = changes.beforeCommand(placeOfWork(), folder);
    unpromptedWatch.catch(() => {});
    return items.entryOf(update, answerId);
  }

  function takeState(update: Exclude<AgentUpdate, ItemUpdate>): void {
    switch (update.type) {
      case 'commands':
        return setState({ commands: update.commands });
      case 'options':
        return setState({ options: update.options });
      case 'option':
        return setOptionValue(update.id, update.value);
      case 'title': {
        const { title } = thread.view;
        const isNews =
          !isFull() && update.title.trim() !== '' && title?.text !== update.title && title?.by !== 'person';
        if (isNews) thread.append([{ kind: 'title', at: Date.now(), text: update.title, by: 'model' }]);
        return;
      }
      case 'usage': {
        const { used, size } = update.usage;
        thread.setContext({ tokens: used, limit: size, source: 'usage' });
        return setState({ usage: update.usage });
      }
      case 'state':
        setState({ workingSince: update.isRunning ? (state.workingSince ?? Date.now()) : undefined });
        if (!update.isRunning && going?.promptId === null) endUnprompted(ended);
    }
  }

  const setOptionValue = (id: string, value: string | boolean): void =>
    setState({ options: state.options.map((option) => (option.id === id ? { ...option, value } : option)) });

  /** An answer begins; what is new from now on goes there. */
  function begin(promptId: string | null, breakOff: Going['breakOff']): string {
    const answerId = randomUUID();
    entries.flush();
    items.endRun();
    const room = createAnswerRoom(deps.sizeLimits(), () => thread.size);
    going = { answerId, promptId, room, breakOff };
    thread.append([{ kind: 'answer-started', id: answerId, at: Date.now(), promptId, model: agent, modelName: name }]);
    return answerId;
  }

  function endAnswer(answerId: string, end: AnswerEnd): void {
    if (going?.answerId === answerId) going = null;
    items.endRun();
    entries.flush();
    thread.append([{ kind: 'answer-ended', answerId, at: Date.now(), end }]);
  }

  function waitForNews(): void {
    clearTimeout(quiet);
    quiet = setTimeout(() => {
      if (state.workingSince !== undefined || questions.isOpen()) waitForNews();
      else endUnprompted(ended);
    }, limits.quietMs);
  }

  function endUnprompted(end: AnswerEnd): void {
    clearTimeout(quiet);
    if (going?.promptId !== null) return;
    endAnswer(going.answerId, end);
    const watch = unpromptedWatch;
    unpromptedWatch = null;
    endWatch(watch);
  }

  /** What the agent changed is recorded. Nobody has to wait for that: what comes after it is looked at after it. */
  function endWatch(watch: Promise<Watch> | null): void {
    const done = (async () => (await watch)?.done())().catch(() => {});
    watches.add(done);
    void done.then(() => watches.delete(done));
  }

  function gone(failure: Failure): void {
    opened?.detach();
    opened = null;
    opening = null;
    link = null;
    questions.cancel();
    if (going?.promptId === null) endUnprompted({ type: 'failed', failure });
    setState({ phase: 'ended', failure, workingSince: undefined });
  }

  function open(signal: AbortSignal): Promise<Opened> {
    opening ??= connect().catch((thrown) => {
      opening = null;
      const failure = toFailure(thrown);
      setState({ phase: failure.code === 'agent-signed-out' ? 'signed-out' : 'failed', failure });
      throw thrown;
    });
    return abortable(opening, signal);
  }

  /** Its process may be one from before a key was set, or of another version: then it goes on in the present one. */
  async function renew(signal: AbortSignal): Promise<void> {
    if (!opened) return;
    const present = await abortable(deps.link(cwd), signal);
    if (!opened || opened.link === present) return;
    opened.detach();
    opened = null;
    opening = null;
  }

  async function connect(): Promise<Opened> {
    setState({ phase: 'starting', failure: undefined });
    const its = await deps.link(cwd);
    closing.signal.throwIfAborted();
    link = its;
    const { connection } = its;
    setState({ signIn: connection.signIn, canSignOut: connection.can.logout });
    const kept = chosen ?? thread.view.agentSessions[agent];
    const { turns, unprompted } = thread.view;
    const isEmpty = turns.length === 0 && unprompted.length === 0;
    const session = await openSession({ connection, name }, kept, cwd, closing.signal, isEmpty);
    const of = { agent, name };
    const missed = isEmpty ? historyEntries(session.replayed, of) : newInHistory(thread.view, session.replayed, of);
    if (missed.length > 0) {
      thread.append(missed);
      items.learn(placesIn(thread.view, agent));
    }
    setState({ phase: 'ready', commands: session.commands, options: session.options });
    const listener = { updated, ask, readText: files.readText, writeText: files.writeText, elicit: deps.elicit, gone };
    for (const update of session.replayed) if (!isItem(update)) takeState(update);
    const detach = its.attach(session.id, cwd, listener);
    opened = { link: its, id: session.id, detach };
    return opened;
  }

  /** The thread goes on in it from now on, also after the next start. */
  function noteSession(sessionId: string): void {
    if (thread.view.agentSessions[agent] === sessionId) return;
    thread.append([{ kind: 'agent-session', at: Date.now(), agent, sessionId }]);
  }

  async function ask(...[callId, question, signal]: Parameters<typeof questions.ask>): Promise<string | null> {
    return questions.ask(callId, question, signal);
  }

  /** Asks the agent, and waits until its turn is over. */
  async function turn({ link, id }: Opened, blocks: readonly PromptBlock[], signal: AbortSignal): Promise<AnswerEnd> {
    const { connection } = link;
    const waiting = new AbortController();
    let grace: NodeJS.Timeout | undefined;
    const stop = () => {
      questions.cancel();
      connection.cancel(id);
      grace = setTimeout(() => waiting.abort(), limits.graceMs);
    };
    signal.throwIfAborted();
    signal.addEventListener('abort', stop);
    try {
      const prompted = connection.prompt(id, blocks, new AbortController().signal);
      waiting.signal.addEventListener('abort', () => noteStuck(prompted));
      const { end, tokens } = await abortable(prompted, waiting.signal);
      const answerId = going?.answerId;
      if (tokens && answerId !== undefined) {
        const usage = { inputTokens: tokens.input, outputTokens: tokens.output };
        entries.add({ kind: 'answer-usage', answerId, usage });
      }
      return end;
    } finally {
      clearTimeout(grace);
      signal.removeEventListener('abort', stop);
    }
  }

  function noteStuck(prompted: Promise<unknown>): void {
    const over = prompted.then(
      () => {},
      () => {},
    );
    stuck = over;
    void over.then(() => {
      if (stuck === over) stuck = null;
    });
  }

  /** An agent that goes on with a turn that was stopped would let the next one wait for ever. */
  async function unstick(signal: AbortSignal): Promise<void> {
    if (!stuck || !link) return;
    await abortable(Promise.race([stuck, after(limits.graceMs)]), signal);
    if (!stuck || !link) return;
    const its = link;
    stuck = null;
    gone({ code: 'agent-gone', message: `${name} did not end the turn that you stopped, and was ended.` });
    await its.end();
    takeItem(noteOf(`${name} did not end the turn that you stopped, and was started again.`));
  }

  return {
    agent,
    name,
    state: () => state,
    isAsking: questions.isOpen,
    connection: () => link?.connection ?? null,
    sessionId: () => opened?.id ?? null,
    /** Starts the agent and its session. @throws {FailureError} */
    async prepare(signal: AbortSignal) {
      await open(signal);
    },
    /**
     * Goes on with a session that the agent has kept; a thread without content gets what was said in it.
     * @throws {FailureError} it cannot be gone on with
     */
    async openKept(sessionId: string, signal: AbortSignal) {
      chosen = sessionId;
      try {
        await open(signal);
        noteSession(sessionId);
      } finally {
        chosen = undefined;
      }
    },
    /**
     * Answers a prompt. Never rejects: a failure is how the answer ended.
     * @param endOf how one that was stopped ended
     */
    async answer({ promptId, blocks, signal }: AnswerAsked, endOf: (signal: AbortSignal) => AnswerEnd): Promise<void> {
      endUnprompted(ended);
      const either = new LinkedController([signal]);
      let failure: Failure | null = null;
      const answerId = begin(promptId, (full) => {
        failure = full;
        either.abort();
      });
      let watch: Promise<Watch> | null = null;
      let end: AnswerEnd;
      try {
        await unstick(either.signal);
        await renew(either.signal);
        const its = await open(either.signal);
        const asked = blocks(its.link.connection, cwd);
        noteSession(its.id);
        watch = changes.beforeCommand(placeOfWork(), folder);
        const { missing } = await abortable(watch, either.signal);
        if (missing !== null) takeItem(noteOf(missing));
        end = await turn(its, asked, either.signal);
      } catch (thrown) {
        const why = toFailure(thrown);
        // It may have gone before anybody listened to its session.
        if (why.code === 'agent-gone' && opened) gone(why);
        end = { type: 'failed', failure: why };
      }
      either.end();
      if (failure) end = { type: 'failed', failure };
      else if (signal.aborted) end = endOf(signal);
      questions.cancel();
      endAnswer(answerId, end);
      endWatch(watch);
    },
    answerQuestion: questions.answer,
    /** @throws {FailureError} */
    async setOption(id: string, value: string | boolean) {
      if (!opened) throw notRunning(name);
      await opened.link.connection.setOption(opened.id, id, value);
      setOptionValue(id, value);
    },
    /** Asks the agent to end what it does of itself; that of a prompt ends with its signal. */
    stopUnprompted() {
      if (!opened || (state.workingSince === undefined && going?.promptId !== null)) return;
      questions.cancel();
      opened.link.connection.cancel(opened.id);
      endUnprompted({ type: 'stopped-by-person' });
    },
    /** Goes on without the session that it had. */
    async forgetSession() {
      const { id } = opened ?? {};
      const connection = link?.connection;
      opened?.detach();
      opened = null;
      opening = null;
      items.forget();
      if (thread.view.agentSessions[agent] !== undefined) {
        thread.append([{ kind: 'agent-session', at: Date.now(), agent, sessionId: null }]);
      }
      if (connection && id !== undefined) await connection.closeSession(id).catch(() => {});
    },
    /** Whoever is signed in is forgotten; the next prompt asks who it is. @throws {FailureError} */
    async signOut() {
      if (!link) throw notRunning(name);
      await link.connection.logout();
      opened?.detach();
      opened = null;
      opening = null;
      setState({
        phase: 'signed-out',
        failure: { code: 'agent-signed-out', message: `You are signed out of ${name}.` },
      });
    },
    /** It is over for this thread, and so is what it says of itself. The agent may go on with it later. */
    async close(end: AnswerEnd = ended) {
      questions.cancel();
      endUnprompted(end);
      // Of answers that had ended.
      entries.flush();
      closing.abort();
      const { id, link: its, detach } = opened ?? {};
      opened = null;
      detach?.();
      // The thread does not wait for an agent that may never answer.
      if (its && id !== undefined) void its.connection.closeSession(id).catch(() => {});
      await Promise.all(watches);
    },
  };
}

/** Time in ms for which text is gathered before it is passed on: a quarter of a frame, so that it is in the next one. */
const gatherMs = 4;

const notRunning = (name: string): FailureError =>
  new FailureError({ code: 'agent-gone', message: `${name} does not run.` });

const ended: AnswerEnd = { type: 'stop', reason: 'end-turn' };

const noteOf = (title: string): ItemUpdate => ({
  type: 'note',
  note: { id: `outrigger:${randomUUID()}`, severity: 'warning', title },
});
