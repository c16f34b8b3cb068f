import { sentToolUse } from '../../../shared/content/tool-result.ts';
import { toFailure } from '../../../shared/contract/errors.ts';
import type {
  CompletionEvent,
  CompletionRequest,
  MessageContent,
  StopReason,
  ToolUse,
} from '../../../shared/contract/provider.ts';
import type { ThreadEntry } from '../../../shared/contract/thread.ts';
import { type CompletionLimits, streamCompletion } from '../../providers/completion-stream.ts';
import type { FoundModel } from '../../providers/provider-registry.ts';
import { estimateUsage } from '../request/estimate-tokens.ts';
import { addToMessage, entryOfContent, saidIn } from '../request/message-kinds.ts';
import type { AnswerSize } from './answer-size.ts';
import { freshIds } from './calls/call-ids.ts';
import { createGrowingCalls } from './calls/growing-calls.ts';
import { isTransient } from './retry-policy.ts';

/** One completion: what the model says until it stops. */
export interface Step {
  readonly reason: StopReason;
  /** Of a refusal: why, in the service's words. */
  readonly explanation?: string | undefined;
  /** The calls whose arguments arrived whole. */
  readonly calls: readonly ToolUse[];
  /** The content as the next request gives it back; thoughts go along, which some models insist on. */
  readonly content: MessageContent[];
  /** The last that came, to be given back as well. */
  readonly reasoningDetails?: string | undefined;
}

export interface StepOptions {
  readonly model: FoundModel;
  readonly answerId: string;
  readonly request: CompletionRequest;
  readonly signal: AbortSignal;
  readonly limits?: Partial<CompletionLimits> | undefined;
  /** Counts what comes, and ends it. */
  readonly size: AnswerSize;
  /** The ids that calls of this thread have; those of this step are added. */
  readonly usedIds: Set<string>;
  add(entry: ThreadEntry): void;
  /** Its place among those that wait, with the provider or with its service; 0: it goes on. */
  onQueued(position: number): void;
}

/** @throws what ended it before the model did; what only went wrong after the model's own stop changes nothing */
export async function streamStep(options: StepOptions): Promise<Step> {
  const { model, answerId, request, signal, limits, size, usedIds, add, onQueued } = options;
  const content: MessageContent[] = [];
  const idFor = freshIds(usedIds);
  const growing = createGrowingCalls((toolUse) => add({ kind: 'answer-tool-use', answerId, toolUse }));
  let reason = null as StopReason | null;
  let explanation: string | undefined;
  let reasoningDetails: string | undefined;
  let hasUsage = false as boolean;
  const end = await model.begin(signal, (before) => onQueued(before + 1));
  try {
    size.beginStep();
    for await (const event of streamCompletion(model.handle, model.ref, request, signal, limits)) {
      size.take(event, take);
    }
  } catch (thrown) {
    const isOver = reason !== null && (signal.aborted || isTransient(toFailure(thrown)));
    if (!isOver) throw thrown;
  } finally {
    growing.flush();
    // Uncounted content would reach no limit.
    if (!hasUsage && (reason !== null || content.length > 0)) {
      add({ kind: 'answer-usage', answerId, usage: estimateUsage(request, content) });
    }
    end();
  }
  const whole = content.filter((part) => part.type !== 'tool-use' || part.value.isInputComplete);
  return {
    reason: reason ?? 'end-turn',
    explanation,
    calls: whole.flatMap((part) => (part.type === 'tool-use' ? [part.value] : [])),
    content: whole.map((part) => (part.type === 'tool-use' ? { ...part, value: sentToolUse(part.value) } : part)),
    reasoningDetails,
  };

  function take(event: CompletionEvent): void {
    onQueued(event.type === 'queued' ? event.value.position : 0);
    if (event.type === 'stop') {
      reason = event.value;
      explanation = event.explanation || undefined;
    }
    if (event.type === 'reasoning-details') reasoningDetails = event.value;
    hasUsage ||= event.type === 'usage';
    if (event.type === 'usage') add({ kind: 'answer-usage', answerId, usage: event.value });
    const said = saidIn(event);
    if (said?.type === 'tool-use') {
      const own = { ...said.value, id: idFor(said.value) };
      addToMessage(content, { type: 'tool-use', value: own });
      growing.add(own);
    } else if (said) {
      addToMessage(content, said);
      const entry = entryOfContent(said, answerId);
      if (entry) add(entry);
    }
  }
}
