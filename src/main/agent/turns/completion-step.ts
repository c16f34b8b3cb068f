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
import { sentToolUse } from '../../tools/tool-result.ts';
import { estimateUsage } from '../request/estimate-tokens.ts';
import type { AnswerSize } from './answer-size.ts';
import { freshIds } from './call-ids.ts';
import { createGrowingCalls } from './growing-calls.ts';
import { isPassing } from './retry-policy.ts';

/** One completion: what the model says until it stops. */
export interface Step {
  readonly reason: StopReason;
  /** Of a refusal: why, in the service's words. */
  readonly explanation?: string | undefined;
  /** The calls whose arguments arrived whole. */
  readonly calls: readonly ToolUse[];
  /** What was said, as the next request gives it back; what it thought goes along, which some models insist on. */
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
  /** The ids that calls of this conversation have; those of this step are added. */
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
    const isOver = reason !== null && (signal.aborted || isPassing(toFailure(thrown)));
    if (!isOver) throw thrown;
  } finally {
    growing.flush();
    // What nobody counts would come to no limit.
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
    const toolUse = toolUseOf(event);
    if (toolUse) {
      const own = { ...toolUse, id: idFor(toolUse) };
      addCall(content, own);
      growing.add(own);
      return;
    }
    addContent(content, event);
    const entry = entryOf(answerId, event);
    if (entry) add(entry);
  }
}

function toolUseOf(event: CompletionEvent): ToolUse | null {
  if (event.type === 'tool-use') return event.value;
  if (event.type !== 'tool-use-json-parse-error') return null;
  // Shown as the model sent it; the call fails, for its arguments cannot be read.
  const { id, toolName: name, rawInput: input } = event.value;
  return { id, name, input, isInputComplete: true };
}

function addCall(content: MessageContent[], value: ToolUse): void {
  const place = content.findIndex((part) => part.type === 'tool-use' && part.value.id === value.id);
  if (place < 0) content.push({ type: 'tool-use', value });
  else content[place] = { type: 'tool-use', value };
}

function addContent(content: MessageContent[], event: CompletionEvent): void {
  const last = content.at(-1);
  if (event.type === 'text' && event.value !== '') {
    if (last?.type === 'text') last.value += event.value;
    else content.push({ type: 'text', value: event.value });
  } else if (event.type === 'thinking') {
    const { text, signature } = event.value;
    const isOpen = last?.type === 'thinking' && last.value.signature === undefined;
    if (isOpen) last.value = { text: last.value.text + text, ...(signature !== undefined && { signature }) };
    else if (text !== '' || signature !== undefined) content.push({ type: 'thinking', value: event.value });
  } else if (event.type === 'redacted-thinking') {
    content.push({ type: 'redacted-thinking', value: event.value });
  }
}

function entryOf(answerId: string, event: CompletionEvent): ThreadEntry | null {
  switch (event.type) {
    case 'text':
      return event.value === '' ? null : { kind: 'answer-text', answerId, text: event.value };
    case 'thinking':
      return event.value.text === '' ? null : { kind: 'answer-thinking', answerId, text: event.value.text };
    case 'usage':
      return { kind: 'answer-usage', answerId, usage: event.value };
    case 'tool-use':
    case 'tool-use-json-parse-error':
    case 'started':
    case 'queued':
    case 'redacted-thinking':
    case 'reasoning-details':
    case 'stop':
      return null;
    default:
      return event satisfies never;
  }
}
