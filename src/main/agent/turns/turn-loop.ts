import { randomUUID } from 'node:crypto';
import { toolResult } from '../../../shared/content/tool-result.ts';
import { toFailure } from '../../../shared/contract/errors.ts';
import {
  type CacheConfiguration,
  type CompletionRequest,
  formatModelRef,
  type ToolResult,
  type ToolUse,
} from '../../../shared/contract/provider.ts';
import type { AnswerActivity, AnswerEnd, PauseReason, ThreadEntry } from '../../../shared/contract/thread.ts';
import type { ToolRunState } from '../../../shared/contract/tool.ts';
import type { CompletionLimits } from '../../providers/completion-stream.ts';
import type { FoundModel } from '../../providers/provider-registry.ts';
import { runToolCall, type ToolCalls } from '../../tools/run-tool-call.ts';
import type { TurnEvents } from '../events/turn-events.ts';
import { estimateTokens } from '../request/estimate-tokens.ts';
import { placeCacheAnchors } from '../request/place-cache-anchors.ts';
import { stepMessages } from '../request/said-messages.ts';
import type { AnswerSize } from './answer-size.ts';
import { attemptStep, StoppedRetry } from './attempt-step.ts';
import { idsOf } from './calls/call-ids.ts';
import { createRepeatedCalls } from './calls/repeated-calls.ts';
import type { Step } from './completion-step.ts';
import { createEntryCoalescer } from './entry-coalescer.ts';
import type { RetryLimits } from './retry-policy.ts';
import type { RetryWait } from './retry-wait.ts';

/** Time in ms for which streamed text is gathered before it is passed on: a quarter of a frame, so that it is in the next one. */
const gatherMs = 4;
/** So often a model may speak in one answer; then a person decides whether it goes on. */
export const maxSteps = 25;
/** So many calls of one step run; more would be as many processes, or questions. */
export const maxCalls = 64;

export interface TurnRun {
  readonly model: FoundModel;
  readonly promptId: string;
  readonly request: CompletionRequest;
  readonly tools: ToolCalls;
  /** Takes the entries of the answer, in order; the first is `answer-started`, the last `answer-ended`. */
  append(entries: readonly ThreadEntry[]): void;
  /** Told why the answer does not go on at the moment; null when it does, or is over. */
  setActivity(activity: AnswerActivity | null): void;
  /** Why the next request waits for a person, who set a limit; null: it does not. */
  limitReached(): PauseReason | null;
  /** Asks a person whether it goes on. Rejects when the signal aborts. */
  mayGoOn(reason: PauseReason): Promise<boolean>;
  /** Cache configuration of the model; null: it has no cache. */
  cacheOf(): Promise<CacheConfiguration | null>;
  /** The tokens of the thread as they were counted last; 0 when nobody did. */
  countedTokens(): number;
  /** Where extensions have a say. */
  readonly events: Pick<TurnEvents, 'context' | 'request'>;
  readonly retryLimits: RetryLimits;
  readonly retryWait: RetryWait;
  /** Ends the answer at once, whatever the extension does: as `stopped-by-person`, unless aborted with an `AnswerAbort`. */
  readonly signal: AbortSignal;
  readonly limits?: Partial<CompletionLimits> | undefined;
  /** Limits of the answer, for all steps together. */
  readonly size: AnswerSize;
}

/**
 * Streams one answer to a prompt into entries: the model speaks, the tools it asks for run, and it goes on with what
 * they said. Never rejects: a failure is how the answer ended.
 */
export async function runTurn(turn: TurnRun): Promise<void> {
  const { model, promptId, signal } = turn;
  const answerId = randomUUID();
  const entries = createEntryCoalescer(gatherMs, turn.append);
  turn.append([
    {
      kind: 'answer-started',
      id: answerId,
      at: Date.now(),
      promptId,
      model: formatModelRef(model.ref),
      modelName: model.info?.name ?? model.ref.modelId,
      ...(model.info?.prices && { prices: model.info.prices }),
    },
  ]);

  /** Entries that a person waits for. */
  const add = (entry: ThreadEntry) => {
    entries.add(entry);
    entries.flush();
  };
  let end: AnswerEnd;
  try {
    end = await converse();
  } catch (thrown) {
    end = signal.aborted ? endByAbort(signal.reason, thrown) : { type: 'failed', failure: toFailure(thrown) };
  }
  entries.flush();
  turn.setActivity(null);
  turn.append([{ kind: 'answer-ended', answerId, at: Date.now(), end }]);

  async function converse(): Promise<AnswerEnd> {
    let { request } = turn;
    const cache = await turn.cacheOf();
    const usedIds = idsOf(request);
    const repeated = createRepeatedCalls((name) => turn.tools.offered.get(name)?.isReadOnly ?? true);
    for (let steps = 1; ; steps += 1) {
      if (!(await isWithinLimit())) return { type: 'stopped-by-person' };
      const { add, flush } = entries;
      const sent = await turn.events.request(withAnchors(await turn.events.context(request), cache));
      const step = await attemptStep({ ...turn, request: sent, answerId, usedIds, add, flush });
      if (!asksForTools(step)) return stopOf(step);
      if (steps === maxSteps) {
        leaveOut(step, `the answer had come to its limit of ${maxSteps} steps`);
        return { type: 'step-limit', steps };
      }
      const again = repeated.note(step.calls);
      if (again && !(await pause({ type: 'repeat', ...again }))) {
        leaveOut(step, 'the same call was made again and again');
        return { type: 'stopped-by-person' };
      }
      const results = await Promise.all(
        step.calls.map((one, index) => (index < maxCalls ? runCall(one) : tooMany(one))),
      );
      signal.throwIfAborted();
      // A model that calls tools though it was offered none is not asked again; its service may refuse such a request.
      if (turn.tools.offered.size === 0) return stopOf(step);
      add({ kind: 'answer-step', answerId });
      request = continued(request, step, results);
    }
  }

  /** A person may be asked more than once: the limit that they name may be reached as well. */
  async function isWithinLimit(): Promise<boolean> {
    entries.flush();
    for (let reason = turn.limitReached(); reason; reason = turn.limitReached()) {
      if (!(await pause(reason))) return false;
    }
    return true;
  }

  async function pause(reason: PauseReason): Promise<boolean> {
    entries.flush();
    turn.setActivity({ type: 'paused', since: Date.now(), reason });
    const goesOn = await turn.mayGoOn(reason);
    turn.setActivity(null);
    return goesOn;
  }

  function leaveOut({ calls }: Step, why: string): void {
    const state: ToolRunState = { type: 'failed', reason: `It was not run: ${why}.` };
    for (const { id: toolUseId } of calls) add({ kind: 'tool-run', answerId, toolUseId, at: Date.now(), state });
  }

  function withAnchors(request: CompletionRequest, cache: CacheConfiguration | null): CompletionRequest {
    if (!cache) return request;
    return placeCacheAnchors(request, cache, Math.max(turn.countedTokens(), estimateTokens(request)));
  }

  function tooMany(toolUse: ToolUse): ToolResult {
    const reason = `It was not run: ${maxCalls} calls may be made at once. Make it again if it is still of use.`;
    const state: ToolRunState = { type: 'failed', reason };
    add({ kind: 'tool-run', answerId, toolUseId: toolUse.id, at: Date.now(), state });
    return toolResult(toolUse, state);
  }

  async function runCall(toolUse: ToolUse): Promise<ToolResult> {
    const { id: toolUseId } = toolUse;
    const changedBy = new Set<string>();
    let changedInput: string | undefined;
    const state = await runToolCall(
      toolUse,
      turn.tools,
      {
        state(state, tool) {
          const called = tool && {
            extensionId: tool.extensionId,
            extensionName: tool.extensionName,
            id: tool.id,
            isReadOnly: tool.isReadOnly,
          };
          const changed = changedBy.size > 0 && { changedBy: [...changedBy] };
          add({
            kind: 'tool-run',
            answerId,
            toolUseId,
            at: Date.now(),
            ...(called && { tool: called }),
            state,
            ...changed,
            ...(changedInput !== undefined && { input: changedInput }),
          });
          changedInput = undefined;
        },
        changed({ by, input }) {
          for (const name of by) changedBy.add(name);
          changedInput = input;
        },
        output: (text) => entries.add({ kind: 'tool-output', answerId, toolUseId, text }),
      },
      signal,
      () => (signal.reason instanceof AnswerAbort ? 'It was ended with the app.' : 'It was stopped.'),
    );
    return toolResult(toolUse, state);
  }
}

const stopOf = ({ reason, explanation }: Step): AnswerEnd => ({
  type: 'stop',
  reason,
  ...(explanation !== undefined && { explanation }),
});

/** An answer that was cut short or refused does not go on. */
const asksForTools = ({ reason, calls }: Step): boolean =>
  calls.length > 0 && (reason === 'tool-use' || reason === 'end-turn');

const continued = (
  request: CompletionRequest,
  { content, reasoningDetails }: Step,
  results: readonly ToolResult[],
): CompletionRequest => ({
  ...request,
  messages: [...request.messages, ...stepMessages(content, results, reasoningDetails)],
});

/** Aborting with an `AnswerEnd` as the reason ends the answer as just that. */
export function endByAbort(reason: unknown, thrown?: unknown): AnswerEnd {
  if (reason instanceof AnswerAbort) return reason.end;
  return { type: 'stopped-by-person', ...(thrown instanceof StoppedRetry && { failure: thrown.failure }) };
}

/** A reason for the signal of a turn that ends the answer otherwise than by a person's Stop. */
export class AnswerAbort extends Error {
  readonly end: AnswerEnd;
  constructor(end: AnswerEnd) {
    super('The answer was stopped.');
    this.name = 'AnswerAbort';
    this.end = end;
  }
}
