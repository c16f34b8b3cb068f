import type { AgentQuestion } from '../../../shared/contract/agent-servers/agent-item.ts';

interface Asked {
  readonly callId: string;
  readonly question: AgentQuestion;
  settle(optionId: string | null): void;
}

/** Questions of an agent that wait for the person. @param told a question as its call shows it */
export function createOpenQuestions(told: (callId: string, question: AgentQuestion) => void) {
  const open = new Map<string, Asked>();

  return {
    /** @returns the id of an option; null: it was cancelled, by the agent, by Stop or as the agent is gone */
    ask(callId: string, question: AgentQuestion, signal: AbortSignal): Promise<string | null> {
      const { promise, resolve } = Promise.withResolvers<string | null>();
      const cancel = () => settle(null);
      function settle(answer: string | null): void {
        if (open.get(question.id) !== asked) return;
        open.delete(question.id);
        signal.removeEventListener('abort', cancel);
        told(callId, { ...question, answer });
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
    isOpen: () => open.size > 0,
    cancel() {
      for (const { settle } of [...open.values()]) settle(null);
    },
  };
}
