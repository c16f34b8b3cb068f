import { randomUUID } from 'node:crypto';
import { abortable } from '../../../shared/bounded.ts';
import { FailureError } from '../../../shared/contract/errors.ts';
import type { Asker, ProgressItem } from '../../../shared/contract/question.ts';
import type { MainEvent } from '../../../shared/contract/renderer-api.ts';
import { singleLine } from '../../../shared/harmless-text.ts';
import { LinkedController } from '../../../shared/linked-controller.ts';
import { PendingQuestions } from '../../questions/pending-questions.ts';
import { askerRefusal } from './asker.ts';
import { throttled } from './throttled.ts';

export type ProgressBoard = ReturnType<typeof createProgressBoard>;

interface Shown {
  item: ProgressItem;
}

const maxOfOne = 5;
/** Milliseconds between two changes on screen. */
const pause = 100;

/** The progress of extensions that the person sees. */
export function createProgressBoard({ publish }: { publish(event: Extract<MainEvent, { type: 'progress' }>): void }) {
  const shown = new PendingQuestions<Shown, boolean>({ onAsked: () => show(), onEnded: () => show() });
  const show = throttled(() => publish({ type: 'progress', items: shown.all.map(({ item }) => item) }), pause);
  const isOf = (extensionId: string) => (one: Shown) => one.item.asker.extensionId === extensionId;
  const find = (progressId: string) => shown.find(({ item }) => item.id === progressId);

  return {
    /**
     * Shows progress until it is ended, cancelled, or the signal aborts. `id` is unique within the extension.
     * @returns true when the person cancelled it
     * @throws {FailureError} when the extension shows too much progress, or some with this id
     */
    async start(
      asker: Asker,
      { id, title, isCancellable }: { readonly id: string; readonly title: string; readonly isCancellable: boolean },
      signal: AbortSignal,
    ) {
      if (signal.aborted) return false;
      const progressId = publicId(asker.extensionId, id);
      if (find(progressId)) throw askerRefusal(asker, `shows progress of the id “${id}” already.`);
      if (shown.all.filter(isOf(asker.extensionId)).length >= maxOfOne) {
        throw askerRefusal(asker, `shows progress of ${maxOfOne} tasks, which is the most that fit. End one first.`);
      }
      const item = { asker, id: progressId, title: singleLine(title), message: '', isCancellable };
      return (await shown.ask({ item }, signal)) ?? false;
    },
    /** Updates progress; omitted fields keep their value. Ignored after its end. */
    report(
      extensionId: string,
      { id, message, fraction }: { id: string; message?: string | undefined; fraction?: number | undefined },
    ) {
      const found = find(publicId(extensionId, id));
      if (!found) return;
      found.item = {
        ...found.item,
        ...(message !== undefined && { message: singleLine(message) }),
        ...(fraction !== undefined && { fraction }),
      };
      show();
    },
    end: (extensionId: string, id: string) => shown.end(find(publicId(extensionId, id)), false),
    /** Cancels progress for the person, if it is cancellable. @param progressId as published */
    cancelProgress(progressId: string) {
      const found = find(progressId);
      if (found?.item.isCancellable) shown.end(found, true);
    },
    withdraw: (extensionId: string) => shown.withdraw(isOf(extensionId)),
  };
}

/** Unique across extensions, as the renderer names a progress by it alone. No extension's id contains ":". */
const publicId = (extensionId: string, id: string): string => `${extensionId}:${id}`;

export interface WorkForExtension {
  readonly progress: Pick<ProgressBoard, 'start' | 'end'>;
  readonly owner: Asker;
  readonly title: string;
  /** The sentence when the person cancels it. */
  readonly cancelled: string;
}

/**
 * Shows what the app does for an extension while it lasts; the person may cancel it.
 * @throws {FailureError} `cancelled` as soon as they do; the signal's reason when that aborts; what the work throws
 */
export async function withProgress<T>(
  { progress, owner, title, cancelled }: WorkForExtension,
  signals: readonly AbortSignal[],
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { extensionId } = owner;
  const stop = new LinkedController(signals);
  const id = randomUUID();
  progress.start(owner, { id, title, isCancellable: true }, stop.signal).then(
    (isCancelled) => {
      if (isCancelled) stop.abort(new FailureError({ code: 'cancelled', message: cancelled, extensionId }));
    },
    // It shows much progress already, and this one is not as important.
    () => undefined,
  );
  try {
    return await abortable(work(stop.signal), stop.signal, () => stop.signal.reason);
  } finally {
    progress.end(extensionId, id);
    stop.end();
  }
}
