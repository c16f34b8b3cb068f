import { isDeepStrictEqual } from 'node:util';
import type { AgentCall } from '../../../shared/content/agent-items.ts';
import { allowsOnce, exactAskOf, isRefusal, shownWork } from '../../../shared/content/exact-ask.ts';
import type { AgentQuestion, SeenQuestion } from '../../../shared/contract/agent-servers/agent-item.ts';
import type { ExactAsk, PermissionReach } from '../../../shared/contract/agent-servers/agent-permission.ts';
import { FailureError } from '../../../shared/contract/errors.ts';
import type { AgentPermissions, AskingAgent } from '../permissions/agent-permissions.ts';

interface Asked {
  readonly callId: string;
  /** The agent as it was when it asked. */
  readonly by: AskingAgent;
  question: AgentQuestion;
  /** What that shows of its call. */
  shown: ReturnType<typeof shownWork> | null;
  settle(optionId: string | null, how?: AnswerReach): void;
}

/** For how long an answer holds, and whether one from before was it. */
type AnswerReach = Pick<AgentQuestion, 'allowsIn' | 'allowedIn'>;

export interface OpenQuestionsDeps {
  /** A question is told as its call shows it. */
  told(callId: string, question: AgentQuestion): void;
  /** A call as it is shown now. */
  callOf(callId: string): AgentCall | undefined;
  /** The agent that asks now. */
  by(): AskingAgent;
  readonly permissions: Pick<AgentPermissions, 'allowedIn' | 'allow'>;
}

/** Questions of an agent that wait for the person. */
export function createOpenQuestions({ told, callOf, by, permissions }: OpenQuestionsDeps) {
  const open = new Map<string, Asked>();

  function shownNow(callId: string): Asked['shown'] {
    const call = callOf(callId);
    return call ? shownWork(call) : null;
  }

  /** @throws {FailureError} it does not wait */
  function waiting({ id }: SeenQuestion): Asked {
    const asked = open.get(id);
    if (!asked) throw refused('The agent does not wait for this answer any more.');
    return asked;
  }

  /** @throws {FailureError} it does not wait, or was seen otherwise */
  function awaited(seen: SeenQuestion): Asked {
    const { revision } = seen;
    const asked = waiting(seen);
    if (asked.question.revision !== revision) {
      throw refused('The agent has changed what it asks for. Look at it again.');
    }
    return asked;
  }

  function exactAsk(callId: string, question: AgentQuestion): ExactAsk | null {
    const call = callOf(callId);
    return call ? exactAskOf(call, question) : null;
  }

  /** @returns the answer that the person gave before to exactly this; null: they are to be asked */
  async function answerFromBefore({ callId, question, by }: Pick<Asked, 'callId' | 'question' | 'by'>) {
    const option = allowsOnce(question);
    const ask = exactAsk(callId, question);
    if (!option || !ask) return null;
    const place = await permissions.allowedIn(by, ask);
    // The agent may have changed its call meanwhile.
    if (!place || !isDeepStrictEqual(exactAsk(callId, question), ask)) return null;
    return { optionId: option.id, how: { allowedIn: place } };
  }

  function wait(
    { callId, question, by }: Pick<Asked, 'callId' | 'question' | 'by'>,
    signal: AbortSignal,
  ): Promise<string | null> {
    const { promise, resolve } = Promise.withResolvers<string | null>();
    const cancel = () => settle(null);
    function settle(answer: string | null, how: AnswerReach = {}): void {
      if (open.get(question.id) !== asked) return;
      open.delete(question.id);
      signal.removeEventListener('abort', cancel);
      told(callId, { ...asked.question, answer, ...how });
      resolve(answer);
    }
    const asked: Asked = { callId, question, by, shown: shownNow(callId), settle };
    // The same question once more takes the place of the first, which nobody can answer any more.
    open.get(question.id)?.settle(null);
    open.set(question.id, asked);
    told(callId, question);
    if (signal.aborted) cancel();
    else signal.addEventListener('abort', cancel);
    return promise;
  }

  return {
    /**
     * Asks the person, unless they have allowed exactly this before.
     * @returns the id of an option; null: it was cancelled, by the agent, by Stop or as the agent is gone
     */
    async ask(callId: string, question: AgentQuestion, signal: AbortSignal): Promise<string | null> {
      // What cannot have been allowed is asked at once.
      const asked = { callId, question, by: by() };
      const before = exactAsk(callId, question) && (await answerFromBefore(asked));
      if (!before || signal.aborted) return wait(asked, signal);
      told(callId, { ...question, answer: before.optionId, ...before.how });
      return before.optionId;
    },
    /** Nobody is asked: it is told as cancelled. */
    refuse(callId: string, question: AgentQuestion): null {
      told(callId, { ...question, answer: null });
      return null;
    },
    /** The agent told of a call: what waits for an answer is asked anew if it shows something else now. */
    callTold(callId: string): void {
      for (const asked of open.values()) {
        const shown = asked.callId === callId ? shownNow(callId) : asked.shown;
        if (isDeepStrictEqual(shown, asked.shown)) continue;
        asked.shown = shown;
        asked.question = { ...asked.question, revision: (asked.question.revision ?? 0) + 1 };
        told(callId, asked.question);
      }
    },
    /**
     * To refuse is harmless, whatever was seen: an agent could otherwise keep a person from it by changes without end.
     * @throws {FailureError} it does not wait, was seen otherwise, or has no such option; it stays then
     */
    answer(seen: SeenQuestion, optionId: string | null): void {
      const { question, settle } = waiting(seen);
      const option = question.options.find(({ id }) => id === optionId);
      if (optionId !== null && !(option && isRefusal(option))) awaited(seen);
      if (optionId !== null && !option) throw refused('The agent does not offer this answer.');
      settle(optionId);
    },
    /**
     * Allows what a question asks, and the same from now on.
     * @throws {FailureError} as `answer` does, or it cannot be allowed more than once; it stays then
     */
    async allowFromNowOn(seen: SeenQuestion, reach: PermissionReach): Promise<void> {
      const { callId, question, by } = awaited(seen);
      const ask = exactAsk(callId, question);
      const option = allowsOnce(question);
      if (!ask || !option) throw refused('This can be allowed once only.');
      const allow = await permissions.allow(by, ask, reach);
      // What is allowed is what was seen; by now the call may be another one, or the question cancelled.
      const { settle } = awaited(seen);
      allow();
      settle(option.id, { allowsIn: reach });
    },
    /** Something was allowed elsewhere, which may be what is asked here. */
    async look(): Promise<void> {
      for (const asked of [...open.values()]) {
        const before = await answerFromBefore(asked);
        if (before) asked.settle(before.optionId, before.how);
      }
    },
    /** Whether a question waits. */
    has: (questionId: string): boolean => open.has(questionId),
    isOpen: () => open.size > 0,
    cancel() {
      for (const { settle } of [...open.values()]) settle(null);
    },
  };
}

const refused = (message: string): FailureError => new FailureError({ code: 'invalid-request', message });
