import { randomUUID } from 'node:crypto';
import { abortable } from '../../shared/bounded.ts';
import { FailureError } from '../../shared/contract/errors.ts';
import type { Manifest } from '../../shared/contract/extensions/manifest.ts';
import type { ContributedTool, ToolRule } from '../../shared/contract/tool.ts';
import { LinkedController } from '../../shared/linked-controller.ts';
import type { CallContext } from '../../shared/rpc/handlers.ts';
import type { ChangeService } from '../changes/change-service.ts';
import { createKeyedLimit } from '../extensions/api/keyed-limit.ts';
import type { QuestionBoard } from '../extensions/api/question-board.ts';
import type { ExtensionServices } from '../extensions/registry/extension-services.ts';
import type { ProgramEnvironment } from '../programs/program-environment.ts';
import { type CallPlace, type CallRun, createCallRun, type RunPlace, type StartedRun } from './call-run.ts';
import { type ChangeEffectDeps, makeChanges } from './change-effect.ts';
import { createOutwardEffects, type OutwardEffectsDeps } from './outward-effects.ts';
import { createOwnCommands } from './own-commands.ts';
import { createQuestions } from './questions.ts';
import { createReadEffects, type ReadEffectsDeps } from './read-effects.ts';
import { running } from './rules/judge.ts';
import { toolPattern } from './rules/rule-patterns.ts';
import type { ToolCalls } from './run-tool-call.ts';

export interface ToolHostDeps extends ReadEffectsDeps, Omit<ChangeEffectDeps, 'changes'>, OutwardEffectsDeps {
  /** The open folder. */
  root(): string | null;
  /** Asks about what an extension does outside of a call. */
  askInDialog: QuestionBoard['ask'];
  rules(): readonly ToolRule[];
  /** Whether the person trusts a folder. */
  isTrusted(folder: string): Promise<boolean>;
  /** Stores rules that a person decided on. */
  addRules(rules: readonly ToolRule[]): void;
  readonly changes: Pick<ChangeService, 'readText' | 'prepare' | 'apply' | 'beforeCommand'>;
  /** Diagnostics of a file, or of the open documents; paths are absolute. */
  diagnostics: ReadEffectsDeps['diagnostics'];
  readonly skills: ReadEffectsDeps['skills'];
  /** For commands, which get it without apparent secrets. */
  readonly environment: ProgramEnvironment;
  /** Paths that no tool may change, absolute: the app's own data. */
  readonly protectedPaths: readonly string[];
}

/** Runs a tool in its extension; the answer is not validated yet. `callId` identifies the call to the extension. */
export type RunTool = (tool: ContributedTool, input: unknown, callId: string, signal: AbortSignal) => Promise<unknown>;

/** Runs tools, judges their effects in the project, and asks a person if the rules demand it. */
export type ToolHost = ReturnType<typeof createToolHost>;

/** Methods of main that the tool host serves. */
export type ToolMethod = Extract<keyof ExtensionServices, `call.${string}` | 'exec.run'>;

/** Concurrent requests of one call. */
const atOnce = 8;
const maxWaiting = 64;

export function createToolHost(deps: ToolHostDeps) {
  const questions = createQuestions(deps);
  const reads = createReadEffects(deps);
  const outward = createOutwardEffects(deps);
  const turns = createKeyedLimit(atOnce, maxWaiting);
  /** By call id. */
  const calls = new Map<string, CallRun>();
  /** Of calls, and of extensions themselves. */
  const started = new Set<StartedRun<RunPlace>>();
  const underWay = new Set<Promise<unknown>>();
  /** Permissions for a thread: keys of a tool and a kind of effect. */
  const allowed = new Map<string, Set<string>>();

  /**
   * Runs a task with permissions, which end with it or when the signal aborts.
   * @throws the reason when the run was ended; `CallDenied`
   */
  async function during<T>(its: StartedRun<RunPlace>, signal: AbortSignal, task: () => Promise<T>): Promise<T> {
    const stop = () => its.end(new FailureError({ code: 'cancelled', message: 'It was stopped.' }));
    started.add(its);
    signal.addEventListener('abort', stop);
    if (signal.aborted) stop();
    try {
      return await task();
    } catch (thrown) {
      // When it was ended, as at the end of its extension, the signal has the reason.
      throw its.run.signal.aborted ? its.run.signal.reason : its.failureOf(thrown);
    } finally {
      signal.removeEventListener('abort', stop);
      started.delete(its);
      its.end(new FailureError({ code: 'cancelled', message: 'The call is over.' }));
    }
  }

  /** The app waits for its end before it closes. */
  function untilDone<T>(done: Promise<T>): Promise<T> {
    const settled: Promise<unknown> = done.then(
      () => underWay.delete(settled),
      () => underWay.delete(settled),
    );
    underWay.add(settled);
    return done;
  }

  const runOwn = createOwnCommands({ ...deps, questions, exec: outward.exec, during });

  /** Runs the calls of one answer. */
  const callsOf = (at: CallPlace, runTool: RunTool): Omit<ToolCalls, 'offered' | 'maxOutput'> => ({
    async run({ toolUseId, tool, input }, told, signal) {
      const callId = randomUUID();
      const keyOf = (effect: string) => `${toolPattern(tool)} ${effect}`;
      const its = createCallRun({
        ...{ extensionId: tool.extensionId, toolUseId, at, told, questions },
        ...{ rules: deps.rules, isTrusted: deps.isTrusted },
        isForThread: (effect) => allowed.get(at.threadId)?.has(keyOf(effect)) ?? false,
        allowForThread: (effect) =>
          void allowed.set(at.threadId, (allowed.get(at.threadId) ?? new Set()).add(keyOf(effect))),
      });
      const { run } = its;
      calls.set(callId, run);
      return during(its, signal, async () => {
        if (!tool.asksByEffect) {
          await run.permit({ type: 'run' }, [running(tool)], [toolPattern(tool)], run.signal);
        }
        its.showRunning();
        const answer = await abortable(runTool(tool, input, callId, run.signal), run.signal);
        return { answer, effect: its.allowed() };
      }).finally(() => calls.delete(callId));
    },
  });

  /** A running call. @throws {FailureError} unless it is one of the requesting extension */
  function callOf(caller: Manifest, callId: string): CallRun {
    const run = calls.get(callId);
    if (run?.extensionId === caller.id && !run.signal.aborted) return run;
    const message = 'There is no such call, or it is over.';
    throw new FailureError({ code: 'invalid-request', message, extensionId: caller.id });
  }

  /**
   * Performs a request of a running call.
   * @param isDeed the app waits for its end before it closes; reads do not delay that
   */
  async function inCall<T>(
    caller: Manifest,
    callId: string,
    context: CallContext,
    task: (run: CallRun, signal: AbortSignal) => Promise<T>,
    isDeed = false,
  ): Promise<T> {
    const run = callOf(caller, callId);
    const both = new LinkedController([run.signal, context.signal]);
    const done = turns.take(callId, both.signal, () => task(run, both.signal)).finally(() => both.end());
    return isDeed ? untilDone(done) : done;
  }

  const services: Pick<ExtensionServices, ToolMethod> = {
    'call.readText': (caller, { callId, path }, context) =>
      inCall(caller, callId, context, (run, signal) => reads.readText(run, path, signal)),
    'call.list': (caller, { callId, path }, context) =>
      inCall(caller, callId, context, (run, signal) => reads.list(run, path, signal)),
    'call.find': (caller, { callId, glob, limit }, context) =>
      inCall(caller, callId, context, (run, signal) => reads.find(run, glob, limit, signal)),
    'call.search': (caller, { callId, query }, context) =>
      inCall(caller, callId, context, (run, signal) => reads.search(run, query, signal)),
    'call.change': (caller, { callId, changes }, context) =>
      inCall(caller, callId, context, (run, signal) => makeChanges(deps, run, changes, signal), true),
    'call.exec': (caller, { callId, ...command }, context) =>
      inCall(caller, callId, context, (run, signal) => outward.exec(run, command, signal), true),
    'call.fetchPage': (caller, { callId, url }, context) =>
      inCall(caller, callId, context, (run, signal) => outward.fetch(run, url, signal)),
    'call.diagnostics': (caller, { callId, path }, context) =>
      inCall(caller, callId, context, (run, signal) => reads.diagnostics(run, path, signal)),
    'call.readSkill': (caller, { callId, name, file }, context) =>
      inCall(caller, callId, context, (run, signal) => reads.readSkill(run, name, file, signal)),
    'exec.run': (caller, command, { signal }) => untilDone(runOwn(caller, command, signal)),
    'call.report': (caller, { callId, text }, context) =>
      inCall(caller, callId, context, async (run) => {
        run.output(text);
        return null;
      }),
  };

  return {
    callsOf,
    /**
     * A person's answer; ignored when nothing waits for it.
     * @param question the one answered; absent: the present one
     * @throws {FailureError} for invalid patterns, and for a lasting permission without trust; the question stays open
     */
    decide: questions.decide,
    /** Whether a question is open in this thread. */
    isAsking: questions.isAsking,
    /** Deletes the permissions of a deleted thread. */
    forget: (threadId: string) => void allowed.delete(threadId),
    services,
    /** Runs a command as an extension's own; see `createOwnCommands`. */
    runOwn: (...own: Parameters<typeof runOwn>) => untilDone(runOwn(...own)),
    callOf,
    /** Ends what an extension does that stopped or was disabled. */
    gone(extensionId: string, reason: string) {
      for (const { run, end } of started) {
        if (run.extensionId === extensionId) {
          end(new FailureError({ code: 'extension-off', message: reason, extensionId }));
        }
      }
    },
    /** Ends all calls, and resolves when their changes and commands have ended. */
    async close() {
      for (const { end } of started) end(new FailureError({ code: 'cancelled', message: 'The app ends.' }));
      await Promise.all(underWay);
    },
  };
}
