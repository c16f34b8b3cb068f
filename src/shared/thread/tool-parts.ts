import type { TokenUsage } from '../contract/provider.ts';
import type { AnswerPart, ThreadEntry } from '../contract/thread.ts';
import type { ToolRunState, ToolRunView } from '../contract/tool.ts';
import { wellFormed } from './one-line.ts';

/** How the fold changes the parts of an answer that are calls of tools, and what all steps of an answer used. */

/** Characters of what a call puts out while it runs; the end of it is kept. */
const longestLive = 100_000;

type ToolUsePart = Extract<AnswerPart, { type: 'tool-use' }>;

const placeOf = (parts: readonly AnswerPart[], id: string): number =>
  parts.findLastIndex((part) => part.type === 'tool-use' && part.toolUse.id === id);

export function addToolRun(parts: AnswerPart[], entry: Extract<ThreadEntry, { kind: 'tool-run' }>): void {
  const place = placeOf(parts, entry.toolUseId);
  if (place < 0) return;
  const part = parts[place] as ToolUsePart;
  const { tool, state, at } = entry;
  const startedAt = startOf(part.run, state, at);
  // What is done says its output itself; of one that was ended this is all there is.
  const live = state.type === 'done' || state.type === 'denied' ? undefined : part.run?.live;
  const run: ToolRunView = {
    ...(tool && { tool }),
    state,
    at,
    ...(startedAt !== undefined && { startedAt }),
    ...(live !== undefined && { live }),
  };
  parts[place] = { ...part, run };
}

/** A tool that asks before anything was allowed has done nothing yet, though its code runs. */
function startOf(run: ToolRunView | undefined, state: ToolRunState, at: number): number | undefined {
  if (state.type === 'running') return at;
  const wasAllowed = run?.state.type === 'running' && run.state.effect !== undefined;
  const isFirst = state.type === 'waiting' && (state.question ?? 1) === 1;
  return isFirst && !wasAllowed ? undefined : run?.startedAt;
}

/** Only a call that is under way puts anything out. */
export function addToolOutput(parts: AnswerPart[], entry: Extract<ThreadEntry, { kind: 'tool-output' }>): void {
  const place = placeOf(parts, entry.toolUseId);
  const part = parts[place] as ToolUsePart | undefined;
  const type = part?.run?.state.type;
  if (!part?.run || (type !== 'waiting' && type !== 'running')) return;
  const live = wellFormed(((part.run.live ?? '') + entry.text).slice(-longestLive));
  parts[place] = { ...part, run: { ...part.run, live } };
}

/** What waits or runs when its answer ends will have no output any more; only the end of the app leaves that behind. */
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
