import { resolve } from 'node:path';
import pLimit from 'p-limit';
import { FailureError, toFailure } from '../../shared/contract/errors.ts';
import type { ContributedTool, ToolEffect, ToolRule, ToolWhere } from '../../shared/contract/tool.ts';
import { createCallOutput } from './call-output.ts';
import { folderAt } from './place-of-path.ts';
import type { Questions } from './questions.ts';
import { judge, type Subject } from './rules/judge.ts';
import { CallDenied, type CallListener } from './run-tool-call.ts';

/** What a call is made for. */
export interface CallPlace {
  readonly threadId: string;
  readonly promptId: string;
  /** The folder of the thread, absolute; null: it has none. Another one may be open by now. */
  readonly root: string | null;
}

/** What one call may do: nothing that is not judged first. */
export interface CallRun {
  readonly tool: ContributedTool;
  readonly at: CallPlace;
  /** Aborts when it is stopped, and when the call is over. */
  readonly signal: AbortSignal;
  /**
   * Judges what is about to be done, and asks a person where the rules say so.
   * @param patterns what "always" and "never" would be for
   * @returns whether a person was asked
   * @throws {FailureError} `tool-denied`, with a sentence for the model
   */
  permit(
    effect: ToolEffect,
    subjects: readonly Subject[],
    patterns: readonly string[],
    signal: AbortSignal,
  ): Promise<boolean>;
  /** @throws {FailureError} as `permit`, for what a rule denies; nobody is asked */
  refuseDenied(effect: ToolEffect['type'], subjects: readonly Subject[]): Promise<void>;
  /** Where it acts. */
  where(): Promise<ToolWhere>;
  /** What no rule can allow. @param reason a sentence */
  refusal(reason: string): FailureError;
  output(text: string): void;
  /** So many characters of patches may still be shown. */
  patchBudget: number;
}

export interface CallRunDeps {
  readonly tool: ContributedTool;
  readonly toolUseId: string;
  readonly at: CallRun['at'];
  readonly told: CallListener;
  readonly questions: Questions;
  rules(): readonly ToolRule[];
  /** Whether the person trusts a folder. */
  isTrusted(folder: string): Promise<boolean>;
  isForThread(effect: ToolRule['effect']): boolean;
  allowForThread(effect: ToolRule['effect']): void;
}

/** Effects of one call, but for reading: each is kept in the thread. */
const maxEffects = 500;
const patchesOfCall = 500_000;

export function createCallRun(deps: CallRunDeps) {
  const { tool, toolUseId, at, told, questions } = deps;
  const controller = new AbortController();
  const output = createCallOutput(told.output);
  const denials: { readonly message: string; readonly reason: string | undefined }[] = [];
  let effects = 0;
  let asked = 0;
  let isAsking = false;
  let lastAllowed: ToolEffect | undefined;
  /** One question at a time: the state of a call shows one. */
  const inTurn = pLimit(1);

  const verdictOf = (subjects: readonly Subject[], where: ToolWhere, rules = deps.rules()) =>
    judge(subjects, rules, where, deps.isForThread);
  async function where(effect?: ToolEffect): Promise<ToolWhere> {
    const cwd = effect?.type === 'command' ? effect.cwd : '.';
    const { realRoot } = await folderAt(at.root);
    if (realRoot === null) return { folder: null, isWhole: true, isTrusted: true };
    return { folder: resolve(realRoot, cwd), isWhole: cwd === '.', isTrusted: await deps.isTrusted(realRoot) };
  }
  const showRunning = () => told.state({ type: 'running', ...(lastAllowed && { effect: lastAllowed }) });

  function refusal(said: string, reason: string | undefined): FailureError {
    const message = `${said} Do not try it again unless they ask for it.`;
    denials.push({ message, reason });
    return new FailureError({ code: 'tool-denied', message });
  }

  function denied(effect: ToolEffect['type'], rule: ToolRule | undefined): FailureError {
    if (!rule) return refusal(`The person did not allow it to ${deeds[effect]} this.`, undefined);
    const reason = `A rule of the person denies it: never ${deeds[rule.effect]} “${rule.pattern}”.`;
    return refusal(reason, reason);
  }

  /** @param hasAsked it shows a question, which is answered */
  function noteAllowed(effect: ToolEffect, hasAsked: boolean): void {
    // It has not begun yet, and that it runs says nothing of what it does.
    if (effect.type === 'run') return;
    // What is read says least of what a call does.
    const isNews = effect.type !== 'read' || lastAllowed === undefined;
    if (isNews || lastAllowed?.type === 'read') lastAllowed = effect;
    if ((isNews || hasAsked) && !isAsking) showRunning();
  }

  async function ask(
    effect: ToolEffect,
    subjects: readonly Subject[],
    patterns: readonly string[],
    signal: AbortSignal,
  ): Promise<boolean> {
    // What was decided meanwhile may hold for this one.
    const its = await where(effect);
    const verdict = verdictOf(subjects, its);
    if (verdict.type === 'deny') throw denied(effect.type, verdict.rule);
    if (verdict.type === 'allow') return false;
    asked += 1;
    const question = {
      ...{ threadId: at.threadId, toolUseId, number: asked, effect },
      where: () => where(effect),
      verdict: (rules: readonly ToolRule[], now: ToolWhere) => verdictOf(subjects, now, rules),
      allowForThread: () => deps.allowForThread(effect.type),
    };
    const inThread = judge(subjects, deps.rules(), { ...its, isTrusted: true }, (kind) => kind === effect.type);
    const isForThread = inThread.type === 'allow';
    isAsking = true;
    let isAllowed = false;
    try {
      const answered = questions.ask(question, signal);
      output.flush();
      told.state({ type: 'waiting', effect, patterns: [...patterns], question: asked, where: its, isForThread });
      const answer = await answered;
      if (!answer.isAllowed) throw denied(effect.type, answer.rule);
      isAllowed = true;
      return true;
    } finally {
      isAsking = false;
      // The tool hears of it and goes on; one that was not to run at all has no more to show.
      if (!isAllowed && effect.type !== 'run' && !controller.signal.aborted) showRunning();
    }
  }

  const run: CallRun = {
    tool,
    at,
    signal: controller.signal,
    async permit(effect, subjects, patterns, signal) {
      signal.throwIfAborted();
      if (effect.type !== 'read') effects += 1;
      if (effects > maxEffects) {
        const message = `One call may do ${maxEffects} things at the most. Do the rest in another call.`;
        throw new FailureError({ code: 'invalid-request', message });
      }
      const verdict = verdictOf(subjects, await where(effect));
      if (verdict.type === 'deny') throw denied(effect.type, verdict.rule);
      let hasAsked = false;
      if (verdict.type === 'ask') {
        hasAsked = await inTurn(ask, effect, subjects, patterns, signal);
      }
      signal.throwIfAborted();
      noteAllowed(effect, hasAsked);
      return hasAsked;
    },
    where,
    async refuseDenied(effect, subjects) {
      const verdict = verdictOf(subjects, await where());
      if (verdict.type === 'deny') throw denied(effect, verdict.rule);
    },
    refusal: (reason) => refusal(reason, reason),
    output: output.add,
    patchBudget: patchesOfCall,
  };

  return {
    run,
    /** What was allowed last. */
    allowed: () => lastAllowed,
    showRunning,
    /** @returns `thrown`, or that it is what was not allowed which the tool let through */
    failureOf(thrown: unknown): unknown {
      const { message } = toFailure(thrown);
      const denial = denials.findLast((one) => message.includes(one.message));
      return denial ? new CallDenied(denial.reason) : thrown;
    },
    /** Ends it and what is under way in it. */
    end(reason: FailureError): void {
      output.end();
      controller.abort(reason);
    },
  };
}

const deeds = {
  run: 'run',
  read: 'read',
  change: 'change',
  command: 'run the command',
  fetch: 'fetch',
} as const satisfies Record<ToolRule['effect'], string>;
