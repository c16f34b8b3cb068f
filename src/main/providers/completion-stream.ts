import { abortable, within } from '../../shared/bounded.ts';
import { FailureError, toFailure } from '../../shared/contract/errors.ts';
import {
  type CompletionEvent,
  type CompletionRequest,
  completionEventSchema,
  type ModelRef,
} from '../../shared/contract/provider.ts';
import { LinkedController } from '../../shared/linked-controller.ts';
import { formatIssue } from '../extensions/manifest/format-issue.ts';
import type { ExtensionHandle } from '../extensions/registry/extension-handle.ts';

export interface CompletionLimits {
  /** Timeout between two events of an answer, in ms. */
  readonly stallMs: number;
  /** Timeout of the end of the stream after `stop`, in ms. The answer is complete by then. */
  readonly endMs: number;
}

/**
 * Streams one answer. Every event is validated; exactly one is `stop`, and it is the last. The extension's side is
 * closed on every exit, even if it never settles.
 * @param signal ends the iteration at once with `cancelled`
 * @throws {FailureError} from the iteration, with the extension's id; `protocol-fault` when it violates these rules
 */
export async function* streamCompletion(
  handle: ExtensionHandle,
  ref: ModelRef,
  request: CompletionRequest,
  signal: AbortSignal,
  limits: Partial<CompletionLimits> = {},
): AsyncGenerator<CompletionEvent, void, undefined> {
  const { stallMs, endMs } = { stallMs: 120_000, endMs: 5_000, ...limits };
  const { id: extensionId, name } = handle.manifest;
  const fault = (what: string) => {
    handle.noteFault(`${what}, in an answer of ${ref.modelId}`);
    return new FailureError({
      code: 'protocol-fault',
      message: `${name} ${what}. The answer so far is kept.`,
      extensionId,
    });
  };

  // Every exit closes the extension's side, even if its `next` never settles.
  const closing = new LinkedController([signal]);
  const events = handle
    .stream('provider.completion', { providerId: ref.providerId, modelId: ref.modelId, request }, closing.signal)
    [Symbol.asyncIterator]();
  const next = (limitMs: number) => abortable(silenceAfter(events.next(), limitMs), signal);

  let hasStopped = false;
  try {
    while (!hasStopped) {
      const item = await next(stallMs).catch((thrown: unknown) => {
        throw isSilence(thrown) ? fault(`sent nothing for ${Math.ceil(stallMs / 1000)} s`) : thrown;
      });
      if (item.done) throw fault('ended its answer without saying why');
      const read = completionEventSchema.safeParse(item.value);
      if (!read.success) throw fault(`sent an event that cannot be read (${formatIssue(read.error, 'the event')})`);
      hasStopped = read.data.type === 'stop';
      yield read.data;
    }
    const after = await next(endMs).catch((thrown: unknown) => {
      if (isSilence(thrown)) return { done: true };
      throw thrown;
    });
    if (!after.done) throw fault('went on after the end of its answer');
  } catch (thrown) {
    throw new FailureError({ ...toFailure(thrown), extensionId }, { cause: thrown });
  } finally {
    closing.abort();
    void Promise.resolve(events.return?.()).catch(() => {});
  }
}

/** The timeout of the extension itself, to be told from a timeout that it reports for its service. */
const silence = new FailureError({ code: 'timeout', message: 'Nothing came.' });
const isSilence = (thrown: unknown): boolean => thrown === silence;
const silenceAfter = <T>(work: Promise<T>, limitMs: number): Promise<T> => within(work, limitMs, () => silence);
