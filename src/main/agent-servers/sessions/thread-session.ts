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
import type { AgentConnection, PromptBlock } from '../connection/agent-connection.ts';
import { createAgentFiles } from './agent-files.ts';
import type { AgentLink } from './agent-links.ts';
import { createAgentTurns } from './agent-turns.ts';
import { createOpenQuestions } from './open-questions.ts';
import { createOpenedSession } from './opened-session.ts';
import { createToldAnswers } from './told-answers.ts';
import { createToldItems, type ItemUpdate, isItem, placesIn } from './told-items.ts';
import { createToldState } from './told-state.ts';
import { createUnpromptedWork } from './unprompted-work.ts';
import { createWatchedWork, type Watch } from './watched-work.ts';

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
  const items = createToldItems(placesIn(thread.view, agent));
  const answers = createToldAnswers({ agent, name, thread, items, sizeLimits: deps.sizeLimits });
  const state = createToldState({
    ...{ agent, thread, isFull: answers.isFull },
    publish(told) {
      if (!closing.signal.aborted) deps.publish(told);
    },
    onIdle: () => unprompted.end(ended),
  });
  const watched = createWatchedWork(changes, folder);
  const unprompted = createUnpromptedWork({
    ...{ answers, watched, closing: closing.signal, quietMs: limits.quietMs },
    isBusy: () => state.get().workingSince !== undefined || questions.isOpen(),
  });
  const questions = createOpenQuestions((callId, question) => {
    unprompted.take({ type: 'call', call: { id: callId, question } });
    answers.flush();
    deps.onAsking();
  });
  const turns = createAgentTurns({ graceMs: limits.graceMs, onStop: questions.cancel });
  const files = createAgentFiles({ changes, folder, place: answers.place });
  const session = createOpenedSession({
    ...{ agent, name, thread, cwd, items, state, closing: closing.signal, link: deps.link },
    listener: {
      ...{ updated, gone, readText: files.readText, writeText: files.writeText, elicit: deps.elicit },
      ask: async (...asked) => questions.ask(...asked),
    },
  });

  function updated(updates: readonly AgentUpdate[]): void {
    for (const update of updates) {
      if (isItem(update)) unprompted.take(update);
      else state.take(update);
    }
  }

  function gone(failure: Failure): void {
    session.lose();
    questions.cancel();
    unprompted.end({ type: 'failed', failure });
    state.set({ phase: 'ended', failure, workingSince: undefined });
  }

  async function endStuckAgent(signal: AbortSignal): Promise<void> {
    if (!session.link() || !(await turns.isStuck(signal))) return;
    const link = session.link();
    if (!link) return;
    gone({ code: 'agent-gone', message: `${name} did not end the turn that you stopped, and was ended.` });
    await link.end();
    unprompted.take(noteOf(`${name} did not end the turn that you stopped, and was started again.`));
  }

  return {
    agent,
    name,
    state: state.get,
    isAsking: questions.isOpen,
    connection: () => session.link()?.connection ?? null,
    /** Starts the agent and its session. @throws {FailureError} */
    async prepare(signal: AbortSignal) {
      await session.open(signal);
    },
    /**
     * Goes on with a session that the agent has kept; a thread without content gets what was said in it.
     * @throws {FailureError} it cannot be gone on with
     */
    openKept: session.openKept,
    /**
     * Answers a prompt. Never rejects: a failure is how the answer ended.
     * @param endOf how one that was stopped ended
     */
    async answer({ promptId, blocks, signal }: AnswerAsked, endOf: (signal: AbortSignal) => AnswerEnd): Promise<void> {
      unprompted.end(ended);
      const either = new LinkedController([signal]);
      let failure: Failure | null = null;
      const answerId = answers.begin(promptId, (full) => {
        failure = full;
        either.abort();
      });
      let watch: Promise<Watch> | null = null;
      let end: AnswerEnd;
      try {
        await endStuckAgent(either.signal);
        await session.renew(either.signal);
        const { id, link } = await session.open(either.signal);
        const asked = blocks(link.connection, cwd);
        session.note(id);
        watch = watched.begin(answers.place());
        const { missing } = await abortable(watch, either.signal);
        if (missing !== null) unprompted.take(noteOf(missing));
        const turn = await turns.run(link.connection, id, asked, either.signal);
        if (turn.tokens) {
          const usage = { inputTokens: turn.tokens.input, outputTokens: turn.tokens.output };
          answers.add({ kind: 'answer-usage', answerId, usage });
        }
        end = turn.end;
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
      answers.end(answerId, end);
      watched.end(watch);
    },
    answerQuestion: questions.answer,
    /** @throws {FailureError} */
    async setOption(id: string, value: string | boolean) {
      const opened = session.present();
      if (!opened) throw notRunning(name);
      await opened.link.connection.setOption(opened.id, id, value);
      state.setOption(id, value);
    },
    /** Asks the agent to end what it does of itself; that of a prompt ends with its signal. */
    stopUnprompted() {
      const opened = session.present();
      if (!opened || (state.get().workingSince === undefined && !unprompted.isGoing())) return;
      questions.cancel();
      opened.link.connection.cancel(opened.id);
      unprompted.end({ type: 'stopped-by-person' });
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
    /** It is over for this thread, and so is what it says of itself. The agent may go on with it later. */
    async close(end: AnswerEnd = ended) {
      questions.cancel();
      unprompted.end(end);
      // Of answers that had ended.
      answers.flush();
      closing.abort();
      session.close();
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
