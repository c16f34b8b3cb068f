import { randomUUID } from 'node:crypto';
import { toFailure } from '../../shared/contract/errors.ts';
import {
  type CompletionEvent,
  type CompletionRequest,
  formatModelRef,
  type StopReason,
} from '../../shared/contract/provider.ts';
import type { AnswerEnd, ThreadEntry } from '../../shared/contract/thread.ts';
import { type CompletionLimits, streamCompletion } from '../providers/completion-stream.ts';
import type { FoundModel } from '../providers/provider-registry.ts';
import { createEntryCoalescer } from './entry-coalescer.ts';

/** How long streamed text is gathered before it is passed on, in ms: about one frame. */
const gatherMs = 16;

export interface Turn {
  readonly model: FoundModel;
  readonly promptId: string;
  readonly request: CompletionRequest;
  /** Takes the entries of the answer, in order; the first is `answer-started`, the last `answer-ended`. */
  append(entries: readonly ThreadEntry[]): void;
  /** Ends the answer at once, whatever the extension does: as `stopped-by-person`, unless aborted with an `AnswerAbort`. */
  readonly signal: AbortSignal;
  readonly limits?: Partial<CompletionLimits> | undefined;
}

/** Streams one answer to a prompt into entries. Never rejects: a failure is how the answer ended. */
export async function runTurn(turn: Turn): Promise<void> {
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
    },
  ]);

  let end: AnswerEnd;
  let reason: StopReason | null = null;
  try {
    for await (const event of streamCompletion(model.handle, model.ref, turn.request, signal, turn.limits)) {
      if (event.type === 'stop') reason = event.value;
      const entry = entryOf(answerId, event);
      if (entry) entries.add(entry);
    }
    end = { type: 'stop', reason: reason ?? 'end-turn' };
  } catch (thrown) {
    if (!signal.aborted) end = { type: 'failed', failure: toFailure(thrown) };
    // A Stop that comes after the model's own finds the answer complete.
    else end = reason ? { type: 'stop', reason } : endByAbort(signal.reason);
  }
  entries.flush();
  turn.append([{ kind: 'answer-ended', answerId, at: Date.now(), end }]);
}

/** Aborting with an `AnswerEnd` as the reason ends the answer as just that. */
const endByAbort = (reason: unknown): AnswerEnd =>
  reason instanceof AnswerAbort ? reason.end : { type: 'stopped-by-person' };

/** A reason for the signal of a turn that ends the answer otherwise than by a person's Stop. */
export class AnswerAbort extends Error {
  readonly end: AnswerEnd;
  constructor(end: AnswerEnd) {
    super('The answer was ended.');
    this.name = 'AnswerAbort';
    this.end = end;
  }
}

function entryOf(answerId: string, event: CompletionEvent): ThreadEntry | null {
  switch (event.type) {
    case 'text':
      return event.value === '' ? null : { kind: 'answer-text', answerId, text: event.value };
    case 'thinking':
      return event.value.text === '' ? null : { kind: 'answer-thinking', answerId, text: event.value.text };
    case 'tool-use':
      return { kind: 'answer-tool-use', answerId, toolUse: event.value };
    case 'tool-use-json-parse-error': {
      // Shown as the model sent it; nothing is run.
      const { id, toolName: name, rawInput: input } = event.value;
      return { kind: 'answer-tool-use', answerId, toolUse: { id, name, input, isInputComplete: true } };
    }
    case 'usage':
      return { kind: 'answer-usage', answerId, usage: event.value };
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
