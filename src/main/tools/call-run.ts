import { resolve } from 'node:path';
import pLimit from 'p-limit';
import { FailureError, toFailure } from '../../shared/contract/errors.ts';
import type { ToolEffect, ToolRule, ToolWhere } from '../../shared/contract/tool.ts';
import { createCallOutput } from './call-output.ts';
import { folderAt } from './place-of-path.ts';
import type { Questions } from './questions.ts';
import { judge, type Subject } from './rules/judge.ts';
import { CallDenied, type CallListener } from './run-tool-call.ts';

/** The context of a call. */
export interface CallPlace {
  readonly threadId: string;
  readonly promptId: string;
  /** The folder of the thread, absolute; null: it has none. It need not be the open one any more. */
  readonly root: string | null;
}

/** Of a call, or of what an extension does by itself. */
export type RunPlace = CallPlace | { readonly threadId: null; readonly root: string | null };

/** The permissions of one call: each effect is judged first. */
export interface CallRun<At extends RunPlace = CallPlace> {
  readonly extensionId: string;
  readonly toolUseId: string;
  readonly at: At;
  /** Aborts when the call is stopped or over. */
  readonly signal: AbortSignal;
  /**
   * Judges an effect before it happens, and asks a person if the rules demand it.
   * @param patterns suggested for rules that always allow or deny it
   * @returns whether a person was asked
   * @throws {FailureError} `tool-denied`, with a sentence for the model
   */
  permit(
    effect: ToolEffect,
    subjects: readonly Subject[],
    patterns: readonly string[],
    signal: AbortSignal,
  ): Promise<boolean>;
  /** @throws {FailureError} as `permit`, if a rule denies it; nobody is asked */
  refuseDenied(effect: ToolEffect['type'], subjects: readonly Subject[]): Promise<void>;
  /** The folder of the effects. */
  where(): Promise<ToolWhere>;
  /** Refuses an effect that no rule can allow. @param reason a sentence */
  refusal(reason: string): FailureError;
  output(text: string): void;
  /** Characters of patches that may still be shown. */
  patchBudget: number;
}

export interface CallRunDeps<At extends RunPlace> {
  readonly extensionId: string;
  readonly toolUseId: string;
  readonly at: At;
  readonly told: CallListener;
  readonly questions: Questions;
  rules(): readonly ToolRule[];
  /** Whether the person trusts a folder. */
  isTrusted(folder: string): Promise<boolean>;
  isForThread(effect: ToolRule['effect']): boolean;
  allowForThread(effect: ToolRule['effect']): void;
}

/** Effects of one call other than reads; each is stored in the thread. */
const maxEffects = 500;
const patchesOfCall = 500_000;

/** A run, and what starts, follows and ends it. */
export type StartedRun<At extends RunPlace = CallPlace> = ReturnType<typeof createCallRun<At>>;

export function createCallRun<At extends RunPlace>(deps: CallRunDeps<At>) {
  const { extensionId, toolUseId, at, told, questions } = deps;
  const controller = new AbortController();
  const output = createCallOutput(told.output);
  const denials: { readonly message: string; readonly reason: string | undefined }[] = [];
  let effects = 0;
  let asked = 0;
  let isAsking = false;
  let lastAllowed: ToolEffect | undefined;
  /** One question at a time, as the state of a call holds one. */
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
    if (!rule)
      return refusal(
        `The person did not allow it to ${effect === 'command' ? 'run this command' : `${deeds[effect]} this`}.`,
        undefined,
      );
    const reason = `A rule of the person denies it: never ${deeds[rule.effect]} “${rule.pattern}”.`;
    return refusal(reason, reason);
  }

  /** @param hasAsked the call shows a question, now answered, that must be replaced */
  function noteAllowed(effect: ToolEffect, hasAsked: boolean): void {
    // The tool has not started, and that it runs does not tell its effect.
    if (effect.type === 'run') return;
    // A read is shown only as long as the call has no other effect.
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
    // A decision made meanwhile may apply to this effect too.
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
      // The tool gets the refusal and goes on; a call that was refused before its start does not run.
      if (!isAllowed && effect.type !== 'run' && !controller.signal.aborted) showRunning();
    }
  }

  const run: CallRun<At> = {
    extensionId,
    toolUseId,
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
    /** The effect allowed last. */
    allowed: () => lastAllowed,
    showRunning,
    /** @returns `thrown`, or `CallDenied` if the error came from a refusal that the tool passed on */
    failureOf(thrown: unknown): unknown {
      const { message } = toFailure(thrown);
      const denial = denials.findLast((one) => message.includes(one.message));
      return denial ? new CallDenied(denial.reason) : thrown;
    },
    /** Ends the call and everything that it started. */
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
