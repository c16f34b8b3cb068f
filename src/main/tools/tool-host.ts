import { randomUUID } from 'node:crypto';
import { abortable } from '../../shared/bounded.ts';
import { FailureError } from '../../shared/contract/errors.ts';
import type { Manifest } from '../../shared/contract/extensions/manifest.ts';
import type { ContributedTool, ToolRule } from '../../shared/contract/tool.ts';
import { LinkedController } from '../../shared/linked-controller.ts';
import type { CallContext } from '../../shared/rpc/handlers.ts';
import type { ChangeService } from '../changes/change-service.ts';
import { createKeyedLimit } from '../extensions/api/keyed-limit.ts';
import type { ExtensionServices } from '../extensions/registry/extension-services.ts';
import { type CallPlace, type CallRun, createCallRun } from './call-run.ts';
import { type ChangeEffectDeps, makeChanges } from './change-effect.ts';
import { createOutwardEffects, type OutwardEffectsDeps } from './outward-effects.ts';
import { createQuestions } from './questions.ts';
import { createReadEffects, type ReadEffectsDeps } from './read-effects.ts';
import { running } from './rules/judge.ts';
import { toolPattern } from './rules/rule-patterns.ts';
import type { ToolCalls } from './run-tool-call.ts';

export interface ToolHostDeps extends ReadEffectsDeps, Omit<ChangeEffectDeps, 'changes'>, OutwardEffectsDeps {
  rules(): readonly ToolRule[];
  /** Whether the person trusts a folder. */
  isTrusted(folder: string): Promise<boolean>;
  /** Stores rules that a person decided on. */
  addRules(rules: readonly ToolRule[]): void;
  readonly changes: Pick<ChangeService, 'readText' | 'prepare' | 'apply' | 'beforeCommand'>;
  /** Diagnostics of a file, or of the open documents; paths are absolute. */
  diagnostics: ReadEffectsDeps['diagnostics'];
  /** The app's environment, for commands, which get it without apparent secrets. */
  readonly environment: NodeJS.ProcessEnv;
  /** Paths that no tool may change, absolute: the app's own data. */
  readonly protectedPaths: readonly string[];
}

/** Runs a tool in its extension; the answer is not validated yet. `callId` identifies the call to the extension. */
export type RunTool = (tool: ContributedTool, input: unknown, callId: string, signal: AbortSignal) => Promise<unknown>;

/** Runs tools, judges their effects in the project, and asks a person if the rules demand it. */
export type ToolHost = ReturnType<typeof createToolHost>;

/** Concurrent requests of one call. */
const atOnce = 8;
const maxWaiting = 64;

interface Started {
  readonly run: CallRun;
  end(reason: FailureError): void;
}

export function createToolHost(deps: ToolHostDeps) {
  const questions = createQuestions(deps);
  const reads = createReadEffects(deps);
  const outward = createOutwardEffects(deps);
  const turns = createKeyedLimit(atOnce, maxWaiting);
  /** By call id. */
  const calls = new Map<string, Started>();
  const underWay = new Set<Promise<unknown>>();
  /** Permissions for a thread: keys of a tool and a kind of effect. */
  const allowed = new Map<string, Set<string>>();

  /** Runs the calls of one answer. */
  const callsOf = (at: CallPlace, runTool: RunTool): Omit<ToolCalls, 'offered' | 'maxOutput'> => ({
    async run({ toolUseId, tool, input }, told, signal) {
      const callId = randomUUID();
      const keyOf = (effect: string) => `${toolPattern(tool)} ${effect}`;
      const its = createCallRun({
        ...{ tool, toolUseId, at, told, questions },
        rules: deps.rules,
        isTrusted: deps.isTrusted,
        isForThread: (effect) => allowed.get(at.threadId)?.has(keyOf(effect)) ?? false,
        allowForThread: (effect) =>
          void allowed.set(at.threadId, (allowed.get(at.threadId) ?? new Set()).add(keyOf(effect))),
      });
      const { run } = its;
      const stop = () => its.end(new FailureError({ code: 'cancelled', message: 'It was stopped.' }));
      calls.set(callId, its);
      signal.addEventListener('abort', stop);
      if (signal.aborted) stop();
      try {
        if (!tool.asksByEffect) {
          await run.permit({ type: 'run' }, [running(tool)], [toolPattern(tool)], run.signal);
        }
        its.showRunning();
        const answer = await abortable(runTool(tool, input, callId, run.signal), run.signal);
        return { answer, effect: its.allowed() };
      } catch (thrown) {
        // When the call was aborted, as at the end of its extension, the signal has the reason.
        throw run.signal.aborted ? run.signal.reason : its.failureOf(thrown);
      } finally {
        signal.removeEventListener('abort', stop);
        calls.delete(callId);
        its.end(new FailureError({ code: 'cancelled', message: 'The call is over.' }));
      }
    },
  });

  /**
   * Performs a request of a running call, which must be a call of the requesting extension.
   * @param isDeed the app waits for its end before it closes; reads do not delay that
   */
  function inCall<T>(
    caller: Manifest,
    callId: string,
    context: CallContext,
    task: (run: CallRun, signal: AbortSignal) => Promise<T>,
    isDeed = false,
  ): Promise<T> {
    const run = calls.get(callId)?.run;
    if (!run || run.tool.extensionId !== caller.id || run.signal.aborted) {
      const message = 'There is no such call, or it is over.';
      return Promise.reject(new FailureError({ code: 'invalid-request', message, extensionId: caller.id }));
    }
    const both = new LinkedController([run.signal, context.signal]);
    const done = turns.take(callId, both.signal, () => task(run, both.signal)).finally(() => both.end());
    if (!isDeed) return done;
    const settled: Promise<unknown> = done.then(
      () => underWay.delete(settled),
      () => underWay.delete(settled),
    );
    underWay.add(settled);
    return done;
  }

  const services: Pick<ExtensionServices, Extract<keyof ExtensionServices, `call.${string}`>> = {
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
    /** Ends the calls of an extension that stopped or was disabled. */
    gone(extensionId: string, reason: string) {
      for (const { run, end } of calls.values()) {
        if (run.tool.extensionId === extensionId) {
          end(new FailureError({ code: 'extension-off', message: reason, extensionId }));
        }
      }
    },
    /** Ends all calls, and resolves when their changes and commands have ended. */
    async close() {
      for (const { end } of calls.values()) end(new FailureError({ code: 'cancelled', message: 'The app ends.' }));
      await Promise.all(underWay);
    },
  };
}
