import type { CalledTool, ToolDecision } from '../../shared/contract/tool.ts';
import { abortable } from '../providers/bounded.ts';

/** Asks a person whether tools may run. What is allowed for a thread is forgotten when the app ends. */
export interface ToolApprovals {
  isAllowed(threadId: string, tool: CalledTool): boolean;
  /**
   * Waits for the person's decision.
   * @throws `cancelled` when the signal aborts
   */
  ask(threadId: string, toolUseId: string, tool: CalledTool, signal: AbortSignal): Promise<boolean>;
  /** A decision that nobody waits for changes nothing. */
  decide(threadId: string, toolUseId: string, decision: ToolDecision): void;
  /** Whether a person is asked in this thread at the moment. */
  isAsking(threadId: string): boolean;
  forget(threadId: string): void;
}

interface Question {
  readonly threadId: string;
  readonly toolUseId: string;
  readonly tool: CalledTool;
  answer(isAllowed: boolean): void;
}

export function createToolApprovals(): ToolApprovals {
  /** The tools that may run, by thread. */
  const allowed = new Map<string, Set<string>>();
  const questions = new Set<Question>();
  const keyOf = ({ extensionId, id }: CalledTool): string => `${extensionId}:${id}`;
  const isAllowed: ToolApprovals['isAllowed'] = (threadId, tool) => allowed.get(threadId)?.has(keyOf(tool)) ?? false;

  return {
    isAllowed,
    async ask(threadId, toolUseId, tool, signal) {
      let question: Question | undefined;
      try {
        const decided = new Promise<boolean>((answer) => {
          question = { threadId, toolUseId, tool, answer };
          questions.add(question);
        });
        return await abortable(decided, signal);
      } finally {
        if (question) questions.delete(question);
      }
    },
    decide(threadId, toolUseId, decision) {
      const asked = [...questions].find((each) => each.threadId === threadId && each.toolUseId === toolUseId);
      if (!asked) return;
      if (decision !== 'allow-thread') return asked.answer(decision === 'allow-once');
      allowed.set(threadId, (allowed.get(threadId) ?? new Set()).add(keyOf(asked.tool)));
      // The same answer for every call of this tool that waits beside it.
      for (const each of questions) if (isAllowed(each.threadId, each.tool)) each.answer(true);
    },
    isAsking: (threadId) => [...questions].some((each) => each.threadId === threadId),
    forget: (threadId) => void allowed.delete(threadId),
  };
}
