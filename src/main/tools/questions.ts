import { stopped } from '../../shared/bounded.ts';
import { FailureError } from '../../shared/contract/errors.ts';
import {
  maxToolRules,
  type ToolDecision,
  type ToolEffect,
  type ToolRule,
  type ToolWhere,
} from '../../shared/contract/tool.ts';
import { PendingQuestions } from '../questions/pending-questions.ts';
import type { Verdict } from './rules/judge.ts';
import { refuseUntrusted } from './rules/rule-places.ts';
import { rulesOf } from './rules/suggested-patterns.ts';

/** Outcome of a question. `rule`: a new rule decided, not the person's answer to this question. */
export type EffectAnswer = { readonly isAllowed: boolean; readonly rule?: ToolRule | undefined };

/** A question about one effect. */
export interface EffectQuestion {
  /** null: asked by an extension outside of a call. */
  readonly threadId: string | null;
  readonly toolUseId: string;
  /** Number of the question within its call, from 1. */
  readonly number: number;
  readonly effect: ToolEffect;
  /** The folder of the effect, and its present trust. */
  where(): Promise<ToolWhere>;
  /** Judges the effect by these rules and by the present permissions of the thread. */
  verdict(rules: readonly ToolRule[], where: ToolWhere): Verdict;
  /** Allows the tool all effects of this kind in the thread. */
  allowForThread(): void;
}

export type Questions = ReturnType<typeof createQuestions>;

interface Rules {
  rules(): readonly ToolRule[];
  /** @throws {FailureError} when they cannot be kept */
  addRules(rules: readonly ToolRule[]): void;
}

/** Questions waiting for a person. A decision on more than one effect also answers others that it applies to. */
export function createQuestions({ rules, addRules }: Rules) {
  const waiting = new PendingQuestions<EffectQuestion, EffectAnswer>();

  const answer = (question: EffectQuestion, isAllowed: boolean, rule?: ToolRule): void =>
    waiting.end(question, { isAllowed, rule });

  async function settle(newRules: readonly ToolRule[]): Promise<void> {
    for (const question of waiting.all) {
      const verdict = question.verdict([...rules(), ...newRules], await question.where());
      if (verdict.type === 'allow') answer(question, true);
      if (verdict.type === 'deny') answer(question, false, verdict.rule);
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
    if (present.length + added.length > maxToolRules) {
      const message = `You already have ${maxToolRules} rules. Remove some in Settings, or allow it once.`;
      throw new FailureError({ code: 'invalid-request', message });
    }
    if (added.length > 0) addRules(added);
    return added;
  }

  return {
    /** @throws `cancelled` when the signal aborts */
    async ask(question: EffectQuestion, signal: AbortSignal) {
      const answered = await waiting.ask(question, signal);
      if (!answered) throw stopped();
      return answered;
    },
    /** @throws {FailureError} for invalid patterns, and a lasting permission without trust; the question stays open */
    async decide(threadId: string | null, toolUseId: string, decision: ToolDecision, number?: number) {
      const asked = waiting.find(
        (one) =>
          one.threadId === threadId && one.toolUseId === toolUseId && (number === undefined || one.number === number),
      );
      if (!asked) return;
      if (decision === 'allow-once' || decision === 'deny') return answer(asked, decision === 'allow-once');
      const where = await asked.where();
      // It may have been answered meanwhile.
      if (!waiting.has(asked)) return;
      if (decision === 'allow-thread') {
        refuseUntrusted(asked.effect.type, where);
        asked.allowForThread();
        answer(asked, true);
        return settle([]);
      }
      const added = keep(rulesOf(asked.effect.type, decision, where));
      answer(asked, decision.type === 'always');
      return settle(added);
    },
    isAsking: (threadId: string) => waiting.find((one) => one.threadId === threadId) !== undefined,
  };
}
