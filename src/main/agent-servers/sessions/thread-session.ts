import { randomUUID } from 'node:crypto';
import { homedir } from 'node:os';
import { abortable } from '../../../shared/bounded.ts';
import type { AgentSessionState } from '../../../shared/contract/agent-servers/agent-session.ts';
import type { AgentUpdate } from '../../../shared/contract/agent-servers/agent-update.ts';
import type { Elicitation, ElicitationAnswer } from '../../../shared/contract/agent-servers/elicitation.ts';
import { type Failure, FailureError, toFailure } from '../../../shared/contract/errors.ts';
import type { SizeLimits } from '../../../shared/contract/size-limits.ts';
import type { AnswerEnd } from '../../../shared/contract/thread.ts';
import { LinkedController } from '../../../shared/linked-controller.ts';
import { folderOf, type OpenThread } from '../../agent/threads/open-thread.ts';
import type { ChangeService } from '../../changes/change-service.ts';
import type { AgentConnection, PromptBlock, PromptEnd } from '../connection/agent-connection.ts';
import type { AgentPermissions } from '../permissions/agent-permissions.ts';
import type { SessionLimits } from '../session-limits.ts';
import { createAgentFiles } from './agent-files.ts';
import { createOpenQuestions } from './open-questions.ts';
import { createOpenedSession, type Opened } from './opened-session.ts';
import { beginTurn, type PromptTurn } from './prompt-turn.ts';
import type { AgentLink } from './running-agent.ts';
import { createStoppedWork, type Stopped } from './stopped-work.ts';
import { createToldAnswers } from './told-answers.ts';
import { answersOf, callIn, createToldItems, type ItemUpdate, isItem, placesIn } from './told-items.ts';
import { createToldState } from './told-state.ts';
import { createToldWork } from './told-work.ts';
import { createUnpromptedWork } from './unprompted-work.ts';
import { claimOf } from './watched/call-claims.ts';
import { createWatchedWork, type Work } from './watched/watched-work.ts';

export interface ThreadSessionDeps {
  /** An agent reference. */
  readonly agent: string;
  readonly name: string;
  /** It stays open as long as the session. */
  readonly thread: OpenThread;
  /** @throws {FailureError} when it cannot be started */
  link(cwd: string): Promise<AgentLink>;
  readonly changes: Pick<ChangeService, 'readText' | 'prepare' | 'apply' | 'beforeCommand' | 'expectCommand'>;
  sizeLimits(): SizeLimits;
  elicit(elicitation: Elicitation, signal: AbortSignal): Promise<ElicitationAnswer>;
  readonly permissions: Pick<AgentPermissions, 'allowedIn' | 'allow'>;
  publish(state: AgentSessionState): void;
  /** As it was, if it was closed for a while. */
  readonly before?: AgentSessionState | undefined;
  /** It asks the person, or does so no more. */
  onAsking(): void;
  /** Something that it was wanted for is over. */
  onDone(): void;
  /** The agent cannot go on with it. @param program as in `AgentLaunch` */
  onLost(program: string): void;
  /** In ms. */
  readonly limits: Pick<SessionLimits, 'graceMs' | 'quietMs'>;
}

/** A prompt as it is answered. */
export interface AnswerAsked {
  readonly promptId: string;
  blocks(connection: AgentConnection, folder: string): readonly PromptBlock[];
  readonly signal: AbortSignal;
}

export type ThreadSession = ReturnType<typeof createThreadSession>;

/** The session of a thread with an agent: what it tells becomes entries of the thread, whoever asked for it. */
export function createThreadSession(deps: ThreadSessionDeps) {
  const { agent, name, thread, changes, limits } = deps;
  const folder = folderOf(thread);
  const cwd = folder ?? homedir();
  const closing = new AbortController();
  /** How much it is wanted for. */
  let wanted = 0;
  /** When the agent told of it last, as `performance.now()`. */
  let heardAt = 0;
  const toldWork = createToldWork();
  const items = createToldItems(placesIn(thread.view, agent));
  const answers = createToldAnswers({
    ...{ agent, name, thread, items, sizeLimits: deps.sizeLimits },
    mayBeStopped: () => stopped.isGoing(),
  });
  const state = createToldState({
    ...{ agent, thread, before: deps.before, isFull: answers.isFull },
    publish(told) {
      if (!closing.signal.aborted) deps.publish(told);
    },
    onIdle: () => unprompted.end(ended),
  });
  const watched = createWatchedWork(changes, folder);
  const unprompted = createUnpromptedWork({
    ...{ answers, quietMs: limits.quietMs },
    beginWork: () => watched.begin(answers.place(), session.link()),
    isBusy: () => state.get().workingSince !== undefined || questions.isOpen(),
    mayNot: () => closing.signal.aborted || stopped.isGoing(),
    goesOn: toldWork.hasCall,
  });
  const stopped = createStoppedWork({
    graceMs: limits.graceMs,
    onGivenUp: givenUp,
    onQuiet: answers.leaveStopped,
  });
  const questions = createOpenQuestions({
    told(callId, question) {
      const call = { id: callId, question };
      unprompted.take({ type: 'call', call });
      watched.claim(claimOf(call, cwd));
      answers.flush();
      deps.onAsking();
    },
    callOf(callId) {
      answers.flush();
      return callIn(thread.view, agent, callId);
    },
    by: () => ({ agent, program: session.link()?.program ?? '', name, threadId: thread.id, folder }),
    permissions: deps.permissions,
  });
  const files = createAgentFiles({ changes, folder, place: answers.place });
  const session = createOpenedSession({
    ...{ agent, name, thread, cwd, items, state, closing: closing.signal },
    ...{ link: deps.link, sizeLimits: deps.sizeLimits, onLost: deps.onLost, onLeft: toldWork.end },
    listener: {
      ...{ updated, gone, mayRun, readText: files.readText },
      async writeText(file) {
        mayRun();
        await files.writeText(file);
      },
      ask: async (...asked) => (stopped.isGoing() ? questions.refuse(asked[0], asked[1]) : questions.ask(...asked)),
      elicit: async (...asked) =>
        stopped.isGoing() ? { type: 'cancelled' } : whileWanted(() => deps.elicit(...asked)),
    },
  });

  function updated(updates: readonly AgentUpdate[]): void {
    heardAt = performance.now();
    for (const update of updates) {
      toldWork.take(update);
      if (isItem(update)) {
        unprompted.take(update);
        if (update.type !== 'call') continue;
        questions.callTold(update.call.id);
        watched.claim(claimOf(update.call, cwd));
      } else state.take(update);
    }
  }

  function gone(failure: Failure): void {
    session.lose();
    questions.cancel();
    unprompted.end({ type: 'failed', failure });
    state.set({ phase: 'ended', failure, workingSince: undefined });
  }

  /** @throws {FailureError} while something may be of what the person stopped */
  function mayRun(): void {
    if (!stopped.isGoing()) return;
    throw new FailureError({ code: 'cancelled', message: 'The person stopped it: nothing more is written or run.' });
  }

  /** What was stopped goes on. Its process has been ended, or stays for other threads. */
  function givenUp({ opened, answerId }: Stopped, isEnded: boolean): void {
    if (closing.signal.aborted) return;
    if (session.present() === opened) {
      gone({ code: 'agent-gone', message: `${name} did not stop.` });
      if (!isEnded) void opened.link.connection.closeSession(opened.id).catch(() => {});
    }
    if (answerId === null) return;
    const how = isEnded ? 'and was ended.' : 'and is ended once it has answered other threads.';
    answers.take(noteOf(`${name} did not stop, ${how}`));
    answers.flush();
  }

  function noteTokens(answerId: string, turn: PromptEnd | null): void {
    if (!turn?.tokens || closing.signal.aborted) return;
    const usage = { inputTokens: turn.tokens.input, outputTokens: turn.tokens.output };
    answers.add({ kind: 'answer-usage', answerId, usage });
  }

  /** It stays open for something. */
  async function whileWanted<T>(work: () => Promise<T>): Promise<T> {
    wanted += 1;
    try {
      return await work();
    } finally {
      wanted -= 1;
      if (wanted === 0) deps.onDone();
    }
  }

  /** Whether the agent has something of it that it can have kept; one that nothing was said in is begun anew. */
  function isKept(): boolean {
    const { agentSessions, sessionsLeft } = thread.view;
    if (agentSessions[agent] === undefined) return true;
    return answersOf(thread.view, agent, sessionsLeft[agent]).some(({ end }) => end?.type === 'stop');
  }

  async function answer(
    { promptId, blocks, signal }: AnswerAsked,
    endOf: (signal: AbortSignal) => AnswerEnd,
  ): Promise<void> {
    unprompted.end(ended);
    // Stopped meanwhile, it begins all the same, and ends as such.
    await stopped.over(signal).catch(() => {});
    const either = new LinkedController([signal]);
    let failure: Failure | null = null;
    const answerId = answers.begin(promptId, (full) => {
      failure = full;
      either.abort();
    });
    let begun: { readonly opened: Opened; readonly work: Work } | null = null;
    let turn: PromptTurn | null = null;
    let end: AnswerEnd;
    try {
      await session.renew(either.signal);
      const opened = await session.open(either.signal);
      const { id, link } = opened;
      const asked = blocks(link.connection, cwd);
      session.note(id);
      const work = watched.begin(answers.place(), link);
      begun = { opened, work };
      const { missing } = await abortable(work.noted, either.signal);
      stopped.passed();
      for (const left of session.takeLeft()) unprompted.take(noteOf(`${name} has not kept “${left}”.`));
      if (missing !== null) unprompted.take(noteOf(missing));
      turn = beginTurn(link.connection, id, asked, either.signal);
      const told = await turn.ended;
      noteTokens(answerId, told);
      end = told.end;
    } catch (thrown) {
      const why = toFailure(thrown);
      // It may have gone before anybody listened to its session.
      if (why.code === 'agent-gone' && session.present()) gone(why);
      end = { type: 'failed', failure: why };
    }
    either.end();
    if (failure) end = { type: 'failed', failure };
    else if (signal.aborted) end = endOf(signal);
    questions.cancel();
    if (end.type !== 'stop') toldWork.cutShort();
    if (!begun || !turn || turn.isOver()) {
      answers.end(answerId, end);
      begun?.work.end();
      return;
    }
    answers.stop(answerId, end);
    const { opened, work } = begun;
    const { since, underWay, record: settled } = work;
    const over = turn.over.then((told) => noteTokens(answerId, told));
    stopped.begin({ opened, answerId, since, over, underWay, settled });
  }

  return {
    agent,
    name,
    threadId: thread.id,
    state: state.get,
    isAsking: questions.isOpen,
    /** Its process; null: none was started, or it is gone. */
    link: session.link,
    /** The process in which it is open; null: it is not. */
    openIn: () => session.present()?.link ?? null,
    heardAt: () => heardAt,
    /** Whether nothing goes on in it that would end with it, as far as can be known here. */
    mayBeClosed(): boolean {
      const { phase, workingSince } = state.get();
      const isBusy = wanted > 0 || stopped.isGoing() || questions.isOpen() || unprompted.isGoing();
      return !isBusy && phase === 'ready' && workingSince === undefined && !toldWork.isGoing() && isKept();
    },
    /** Starts the agent and its session. @throws {FailureError} */
    prepare: (signal: AbortSignal) =>
      whileWanted(async () => {
        if (folder !== null) void changes.expectCommand(folder);
        await session.open(signal);
      }),
    /**
     * Goes on with a session that the agent has kept; a thread without content gets what was said in it.
     * @throws {FailureError} it cannot be gone on with
     */
    openKept: (sessionId: string, signal: AbortSignal) => whileWanted(() => session.openKept(sessionId, signal)),
    /**
     * Answers a prompt. Never rejects: a failure is how the answer ended.
     * @param endOf how one that was stopped ended
     */
    answer: (asked: AnswerAsked, endOf: (signal: AbortSignal) => AnswerEnd) => whileWanted(() => answer(asked, endOf)),
    answerQuestion: questions.answer,
    asks: questions.has,
    allowFromNowOn: questions.allowFromNowOn,
    /** Something was allowed, perhaps what it asks for. */
    lookAtQuestions: questions.look,
    /** @throws {FailureError} */
    setOption: (id: string, value: string | boolean) =>
      whileWanted(async () => {
        if (!session.present()) throw notRunning(name);
        // What was chosen before is chosen again first.
        const opened = await session.open(closing.signal);
        await opened.link.connection.setOption(opened.id, id, value);
        state.setOption(id, value);
      }),
    /** Asks the agent to end what it does of itself; that of a prompt ends with its signal. */
    stopUnprompted() {
      const opened = session.present();
      if (!opened || (state.get().workingSince === undefined && !unprompted.isGoing())) return;
      opened.link.connection.cancel(opened.id);
      questions.cancel();
      const { answerId, work } = unprompted.stop();
      stopped.begin({
        ...{ opened, answerId, since: work?.since ?? performance.now() },
        ...{ over: state.rested(), underWay: work?.underWay, settled: () => work?.record() },
      });
    },
    forgetSession: session.forget,
    /** Whoever is signed in is forgotten; the next prompt asks who it is. @throws {FailureError} */
    async signOut() {
      const link = session.link();
      if (!link) throw notRunning(name);
      await link.connection.logout();
      session.leave();
      state.set({
        phase: 'signed-out',
        failure: { code: 'agent-signed-out', message: `You are signed out of ${name}.` },
      });
    },
    /**
     * It is over for this thread, and so is what it says of itself. The agent may go on with it later.
     * @param keptMs for which the agent keeps it open
     */
    async close(end: AnswerEnd = ended, keptMs = 0) {
      questions.cancel();
      const opened = session.present();
      // An answer is cancelled by its signal.
      if (opened && (state.get().workingSince !== undefined || unprompted.isGoing())) {
        opened.link.connection.cancel(opened.id);
      }
      unprompted.end(end);
      // Of answers that had ended.
      answers.flush();
      closing.abort();
      session.close(keptMs);
      await watched.recorded();
    },
  };
}

const notRunning = (name: string): FailureError =>
  new FailureError({ code: 'agent-gone', message: `${name} does not run.` });

const ended: AnswerEnd = { type: 'stop', reason: 'end-turn' };

const noteOf = (title: string): ItemUpdate => ({
  type: 'note',
  note: { id: `outrigger:${randomUUID()}`, severity: 'warning', title },
});
