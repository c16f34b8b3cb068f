import { isDeepStrictEqual } from 'node:util';
import type { AgentCall } from '../../../shared/content/agent-items.ts';
import { allowsOnce, exactAskOf } from '../../../shared/content/exact-ask.ts';
import type { AgentQuestion } from '../../../shared/contract/agent-servers/agent-item.ts';
import type { ExactAsk, PermissionReach } from '../../../shared/contract/agent-servers/agent-permission.ts';
import { FailureError } from '../../../shared/contract/errors.ts';

interface Asked {
  readonly callId: string;
  readonly question: AgentQuestion;
  settle(optionId: string | null, how?: AnswerReach): void;
}

/** For how long an answer holds, and whether one from before was it. */
type AnswerReach = Pick<AgentQuestion, 'allowsIn' | 'allowedIn'>;

export interface OpenQuestionsDeps {
  /** A question is told as its call shows it. */
  told(callId: string, question: AgentQuestion): void;
  /** A call as it is shown now. */
  callOf(callId: string): AgentCall | undefined;
  /** @returns where the person has allowed it for more than once; null: they are to be asked */
  allowedIn(ask: ExactAsk): Promise<PermissionReach | null>;
  /** The person allows it from now on. @throws {FailureError} it cannot be */
  allow(ask: ExactAsk, reach: PermissionReach): Promise<void>;
}

/** Questions of an agent that wait for the person. */
export function createOpenQuestions({ told, callOf, allowedIn, allow }: OpenQuestionsDeps) {
  const open = new Map<string, Asked>();

  function exactAsk(callId: string, question: AgentQuestion): ExactAsk | null {
    const call = callOf(callId);
    return call ? exactAskOf(call, question) : null;
  }

  /** @returns the answer that the person gave before to exactly this; null: they are to be asked */
  async function answerFromBefore(callId: string, question: AgentQuestion) {
    const option = allowsOnce(question);
    const ask = exactAsk(callId, question);
    if (!option || !ask) return null;
    const place = await allowedIn(ask);
    // The agent may have changed its call meanwhile.
    if (!place || !isDeepStrictEqual(exactAsk(callId, question), ask)) return null;
    return { optionId: option.id, how: { allowedIn: place } };
  }

  function wait(callId: string, question: AgentQuestion, signal: AbortSignal): Promise<string | null> {
    const { promise, resolve } = Promise.withResolvers<string | null>();
    const cancel = () => settle(null);
    function settle(answer: string | null, how: AnswerReach = {}): void {
      if (open.get(question.id) !== asked) return;
      open.delete(question.id);
      signal.removeEventListener('abort', cancel);
      told(callId, { ...question, answer, ...how });
      resolve(answer);
    }
    const asked: Asked = { callId, question, settle };
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
      const before = exactAsk(callId, question) && (await answerFromBefore(callId, question));
      if (!before || signal.aborted) return wait(callId, question, signal);
      told(callId, { ...question, answer: before.optionId, ...before.how });
      return before.optionId;
    },
    /** Nobody is asked: it is told as cancelled. */
    refuse(callId: string, question: AgentQuestion): null {
      told(callId, { ...question, answer: null });
      return null;
    },
    /** @returns whether it waited, and has this option */
    answer(questionId: string, optionId: string | null): boolean {
      const asked = open.get(questionId);
      if (!asked || (optionId !== null && !asked.question.options.some(({ id }) => id === optionId))) return false;
      asked.settle(optionId);
      return true;
    },
    /**
     * Allows what a question asks, and the same from now on.
     * @param seen what the person saw of it, as JSON
     * @throws {FailureError} it is something else by now, or cannot be allowed more than once; the question stays
     */
    async allowFromNowOn(questionId: string, seen: string, reach: PermissionReach): Promise<void> {
      const asked = open.get(questionId);
      const ask = asked && exactAsk(asked.callId, asked.question);
      const option = asked && allowsOnce(asked.question);
      if (!asked || !option) throw refused('The agent does not wait for this answer any more.');
      if (!ask || JSON.stringify(ask) !== seen) {
        throw refused('The agent has changed what it asks for. Look at it again.');
      }
      await allow(ask, reach);
      // What was allowed is what was seen; the call may be another one by now.
      if (!isDeepStrictEqual(exactAsk(asked.callId, asked.question), ask)) {
        throw refused('The agent has changed what it asks for. Look at it again.');
      }
      asked.settle(option.id, { allowsIn: reach });
    },
    /** Something was allowed elsewhere, which may be what is asked here. */
    async look(): Promise<void> {
      for (const { callId, question, settle } of [...open.values()]) {
        const before = await answerFromBefore(callId, question);
        if (before) settle(before.optionId, before.how);
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
