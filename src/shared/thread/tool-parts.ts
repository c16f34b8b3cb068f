import type { TokenUsage } from '../contract/provider.ts';
import type { ThreadEntry } from '../contract/thread.ts';
import type { AnswerPart } from '../contract/thread-view.ts';
import type { ToolRunState, ToolRunView } from '../contract/tool.ts';
import { wellFormed } from './one-line.ts';

/** The part of the fold for tool calls, and for the usage of all steps of an answer. */

/** Limit for live output in characters; its end is kept. */
const longestLive = 100_000;

export const grownLive = (live: string | undefined, text: string): string =>
  wellFormed(((live ?? '') + text).slice(-longestLive));

type ToolUsePart = Extract<AnswerPart, { type: 'tool-use' }>;

const placeOf = (parts: readonly AnswerPart[], id: string): number =>
  parts.findLastIndex((part) => part.type === 'tool-use' && part.toolUse.id === id);

export function addToolRun(parts: AnswerPart[], entry: Extract<ThreadEntry, { kind: 'tool-run' }>): void {
  const place = placeOf(parts, entry.toolUseId);
  if (place < 0) return;
  const part = parts[place] as ToolUsePart;
  const { tool, state, at, changedBy, input = part.run?.input } = entry;
  const startedAt = startOf(part.run, state, at);
  // A finished call has its final output; for one that was ended the live output is all there is.
  const live = state.type === 'done' || state.type === 'denied' ? undefined : part.run?.live;
  const run: ToolRunView = {
    ...(tool && { tool }),
    state,
    at,
    ...(startedAt !== undefined && { startedAt }),
    ...(live !== undefined && { live }),
    ...(changedBy && { changedBy }),
    ...(input !== undefined && { input }),
  };
  parts[place] = { ...part, run };
}

/** A tool that asks before its first effect has done nothing yet, though its code runs. */
function startOf(run: ToolRunView | undefined, state: ToolRunState, at: number): number | undefined {
  if (state.type === 'running') return at;
  const wasAllowed = run?.state.type === 'running' && run.state.effect !== undefined;
  const isFirst = state.type === 'waiting' && (state.question ?? 1) === 1;
  return isFirst && !wasAllowed ? undefined : run?.startedAt;
}

/** Ignored unless the call is in progress. */
export function addToolOutput(parts: AnswerPart[], entry: Extract<ThreadEntry, { kind: 'tool-output' }>): void {
  const place = placeOf(parts, entry.toolUseId);
  const part = parts[place] as ToolUsePart | undefined;
  const type = part?.run?.state.type;
  if (!part?.run || (type !== 'waiting' && type !== 'running')) return;
  parts[place] = { ...part, run: { ...part.run, live: grownLive(part.run.live, entry.text) } };
}

/**
 * Fails calls that wait or run when their answer ends, as they get no output any more; only a quit app leaves such
 * calls.
 */
export function endToolRuns(parts: AnswerPart[], at: number): void {
  for (const [place, part] of parts.entries()) {
    if (part.type !== 'tool-use' || !part.run) continue;
    const { type } = part.run.state;
    if (type !== 'waiting' && type !== 'running') continue;
    parts[place] = {
      ...part,
      run: { ...part.run, at, state: { type: 'failed', reason: 'It was ended with the app.' } },
    };
  }
}

export function sumUsage(one: TokenUsage | undefined, other: TokenUsage): TokenUsage {
  if (!one) return other;
  const cacheCreation = add(one.cacheCreationInputTokens, other.cacheCreationInputTokens);
  const cacheRead = add(one.cacheReadInputTokens, other.cacheReadInputTokens);
  return {
    inputTokens: one.inputTokens + other.inputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
    ...(cacheCreation !== undefined && { cacheCreationInputTokens: cacheCreation }),
    ...(cacheRead !== undefined && { cacheReadInputTokens: cacheRead }),
    ...((one.isEstimated || other.isEstimated) && { isEstimated: true }),
  };
}

const add = (one: number | undefined, other: number | undefined): number | undefined =>
  one === undefined && other === undefined ? undefined : (one ?? 0) + (other ?? 0);
