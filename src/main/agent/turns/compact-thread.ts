import { randomUUID } from 'node:crypto';
import { fail, ok, type Result, toFailure } from '../../../shared/contract/errors.ts';
import type { CompletionRequest, TokenUsage } from '../../../shared/contract/provider.ts';
import { declined } from '../../../shared/contract/thread.ts';
import type { ThreadView } from '../../../shared/contract/thread-view.ts';
import type { CompletionLimits } from '../../providers/completion-stream.ts';
import type { FoundModel } from '../../providers/provider-registry.ts';
import { buildRequest, summaryBefore } from '../request/build-request.ts';
import type { OpenThread, Running } from '../threads/open-thread.ts';
import type { AnswerSize } from './answer-size.ts';
import { attemptStep } from './attempt-step.ts';
import type { Step } from './completion-step.ts';
import type { RetryLimits } from './retry-policy.ts';

export interface CompactionTask {
  readonly thread: OpenThread;
  readonly running: Running;
  readonly model: FoundModel;
  /** Instructions that models get before the messages. */
  readonly told: string;
  /** The person's words on what the summary should keep above all; "" for nothing in particular. */
  readonly instructions: string;
  readonly retryLimits: RetryLimits;
  readonly limits?: Partial<CompletionLimits> | undefined;
  readonly size: AnswerSize;
}

/** Whether anything was said since the thread was summed up last. */
function hasNewTurns(view: ThreadView): boolean {
  const last = view.turns.length - 1;
  return last >= 0 && summaryBefore(view, view.turns.length)?.place !== last;
}

/**
 * Lets the model sum up what was said, which later requests are told in its place. Whatever goes wrong is a sentence, and
 * the thread is as it was.
 */
export async function compactThread(compaction: CompactionTask): Promise<Result<null>> {
  const { thread, running, model, retryLimits, limits, size } = compaction;
  const { signal } = running.controller;
  const { extensionId } = model.ref;
  const { view } = thread;
  const promptId = view.turns.at(-1)?.promptId;
  if (promptId === undefined || !hasNewTurns(view))
    return fail('invalid-request', 'There is nothing new to summarize.');

  const id = randomUUID();
  let usage: TokenUsage | undefined;
  let step: Step;
  try {
    step = await attemptStep({
      model,
      answerId: id,
      request: summaryRequest(view, compaction),
      signal,
      limits,
      size,
      usedIds: new Set(),
      add(entry) {
        if (entry.kind === 'answer-usage') usage = entry.usage;
      },
      flush() {},
      setActivity: thread.setActivity,
      retryLimits,
      retryWait: running.retryWait,
    });
  } catch (thrown) {
    if (signal.aborted) return fail('cancelled', `It was stopped. ${unchanged}`);
    const failure = toFailure(thrown);
    return fail(failure.code, `It could not be summarized: ${failure.message} ${unchanged}`, {
      ...(failure.detail !== undefined && { detail: failure.detail }),
      extensionId,
    });
  } finally {
    thread.setActivity(null);
  }
  // The last attempt counts, unless the person cancelled.
  if (signal.aborted) return fail('cancelled', `It was stopped. ${unchanged}`);
  const summary = textOf(step);
  if (step.reason === 'refusal')
    return fail('provider-refused', `${declined('to sum it up', step.explanation)} ${unchanged}`, { extensionId });
  if (step.reason === 'max-tokens')
    return fail('invalid-response', `The summary reached the model’s length limit. ${unchanged}`, { extensionId });
  if (summary === '') return fail('invalid-response', `The model gave an empty summary. ${unchanged}`, { extensionId });
  thread.append([
    {
      kind: 'compaction',
      id,
      at: Date.now(),
      promptId,
      modelName: model.info?.name ?? model.ref.modelId,
      text: summary,
      ...(usage && { usage }),
      ...(model.info?.prices && { prices: model.info.prices }),
    },
  ]);
  return ok(null);
}

const unchanged = 'The thread is unchanged.';

const textOf = ({ content }: Step): string =>
  content
    .map((part) => (part.type === 'text' ? part.value : ''))
    .join('')
    .trim();

function summaryRequest(view: ThreadView, { model, told, instructions: asked }: CompactionTask): CompletionRequest {
  const request = buildRequest(view, null, { model: model.info, told, callsAsText: true });
  const wanted = asked.trim();
  const value = [
    'Sum up the thread so far, so that another assistant can go on with it that knows nothing but the summary.',
    'Tell what the person wants, in their own words where these matter; what was found out and decided, and why; which',
    'files were read and changed, by their paths; what is left to do; and what the last request and its answer came to.',
    'Leave out what is settled and no longer matters. Write in the language of the thread, with headings and',
    'short lists, and answer with the summary alone.',
    ...(wanted === '' ? [] : [`\n\nThe person asks of the summary: ${wanted}`]),
  ].join(' ');
  return {
    ...request,
    messages: [...request.messages, { role: 'user', content: [{ type: 'text', value }], cache: false }],
  };
}
