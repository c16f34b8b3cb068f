import { abortable } from '../../shared/bounded.ts';
import { FailureError } from '../../shared/contract/errors.ts';
import {
  mostToolRules,
  type ToolDecision,
  type ToolEffect,
  type ToolRule,
  type ToolWhere,
} from '../../shared/contract/tool.ts';
import type { Verdict } from './rules/judge.ts';
import { rulesOf } from './rules/suggested-patterns.ts';

/** What came of a question. `rule`: it was a new rule, and not the person's answer to it. */
export type EffectAnswer = { readonly isAllowed: boolean; readonly rule?: ToolRule | undefined };

/** What a person is asked about one effect. */
export interface EffectQuestion {
  readonly threadId: string;
  readonly toolUseId: string;
  /** Of its call, from 1. */
  readonly number: number;
  readonly effect: ToolEffect;
  readonly where: ToolWhere;
  /** As it is judged by these rules, and by what is allowed for the thread by now. */
  verdict(rules: readonly ToolRule[]): Verdict;
  /** Keeps that the tool may do all of this kind in the thread. */
  allowForThread(): void;
}

export interface Questions {
  /** @throws `cancelled` when the signal aborts */
  ask(question: EffectQuestion, signal: AbortSignal): Promise<EffectAnswer>;
  /** @throws {FailureError} for patterns that are none; it is still asked then */
  decide(threadId: string, toolUseId: string, decision: ToolDecision, number?: number): void;
  isAsking(threadId: string): boolean;
}

interface Rules {
  rules(): readonly ToolRule[];
  addRules(rules: readonly ToolRule[]): void;
}

/** The questions that wait for a person. What they decide for more than one effect answers all that it holds for. */
export function createQuestions({ rules, addRules }: Rules): Questions {
  const waiting = new Map<EffectQuestion, (answer: EffectAnswer) => void>();

  function settle(newRules: readonly ToolRule[]): void {
    for (const [question, answer] of waiting) {
      const verdict = question.verdict([...rules(), ...newRules]);
      if (verdict.type === 'allow') answer({ isAllowed: true });
      if (verdict.type === 'deny') answer({ isAllowed: false, rule: verdict.rule });
    }
  }

  function keep(decided: readonly ToolRule[]): readonly ToolRule[] {
    const present = rules();
    const isNew = (rule: ToolRule) =>
      !present.some(
        (one) =>
          one.effect === rule.effect &&
          one.pattern === rule.pattern &&
          one.decision === rule.decision &&
          one.folder === rule.folder,
      );
    const added = decided.filter(isNew);
    if (present.length + added.length > mostToolRules) {
      const message = `You already have ${mostToolRules} rules. Remove some in Settings, or allow it once.`;
      throw new FailureError({ code: 'invalid-request', message });
    }
    if (added.length > 0) addRules(added);
    return added;
  }

  return {
    async ask(question, signal) {
      try {
        return await abortable(new Promise<EffectAnswer>((answer) => waiting.set(question, answer)), signal);
      } finally {
        waiting.delete(question);
      }
    },
    decide(threadId, toolUseId, decision, number) {
      const asked = [...waiting.keys()].find(
        (one) =>
          one.threadId === threadId && one.toolUseId === toolUseId && (number === undefined || one.number === number),
      );
      if (!asked) return;
      let added: readonly ToolRule[] = [];
      if (typeof decision === 'object') added = keep(rulesOf(asked.effect.type, decision, asked.where));
      if (decision === 'allow-thread') asked.allowForThread();
      const isAllowed = typeof decision === 'object' ? decision.type === 'always' : decision !== 'deny';
      waiting.get(asked)?.({ isAllowed });
      waiting.delete(asked);
      settle(added);
    },
    isAsking: (threadId) => [...waiting.keys()].some((one) => one.threadId === threadId),
  };
}
