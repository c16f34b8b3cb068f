import type { CompletionRequest, StopReason, TokenUsage } from '../../../shared/contract/provider.ts';
import { type CompletionLimits, streamCompletion } from '../../providers/completion-stream.ts';
import type { FoundModel } from '../../providers/provider-registry.ts';
import { estimateUsage } from './estimate-tokens.ts';

/** What a model said, as a whole, to a request beside the threads. */
export interface CompletedText {
  readonly text: string;
  readonly stopReason: StopReason;
}

/**
 * Asks a model once, in its turn, for a text.
 * @param longest characters; what goes beyond is dropped
 * @param onUsed gets what was used, also of an answer that broke off
 * @throws {FailureError} as `streamCompletion`
 */
export async function completeText(
  { begin, handle, ref }: FoundModel,
  request: CompletionRequest,
  signal: AbortSignal,
  {
    longest,
    onUsed,
    limits,
  }: {
    readonly longest: number;
    onUsed(usage: TokenUsage): void;
    readonly limits?: Partial<CompletionLimits> | undefined;
  },
): Promise<CompletedText> {
  const end = await begin(signal, () => {});
  let text = '';
  let usage: TokenUsage | undefined;
  let stopReason: StopReason = 'end-turn';
  try {
    for await (const event of streamCompletion(handle, ref, request, signal, limits)) {
      if (event.type === 'usage') usage = event.value;
      if (event.type === 'text' && text.length < longest) text += event.value;
      if (event.type === 'stop') stopReason = event.value;
    }
  } finally {
    end();
    if (usage || text !== '') onUsed(usage ?? estimateUsage(request, [{ type: 'text', value: text }]));
  }
  return { text: text.slice(0, longest), stopReason };
}
