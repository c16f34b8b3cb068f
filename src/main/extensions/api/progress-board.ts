import type { Asker, ProgressItem } from '../../../shared/contract/question.ts';
import type { MainEvent } from '../../../shared/contract/renderer-api.ts';
import { askerRefusal } from './asker.ts';
import { singleLine } from './harmless-text.ts';
import { throttled } from './throttled.ts';

export interface ProgressBoard {
  /**
   * Shows progress until it is ended, cancelled, or the signal aborts. `id` is the extension's own.
   * @returns true when the person cancelled it
   * @throws {FailureError} when the extension shows too many, or one of this id
   */
  start(
    asker: Asker,
    progress: { readonly id: string; readonly title: string; readonly isCancellable: boolean },
    signal: AbortSignal,
  ): Promise<boolean>;
  /** What is left out stays as it was. One that has ended is not shown again. */
  report(extensionId: string, state: { id: string; message?: string | undefined; fraction?: number | undefined }): void;
  end(extensionId: string, id: string): void;
  /** The person cancels one that can be. @param progressId as it was published */
  cancelProgress(progressId: string): void;
  /** Ends all progress of an extension. */
  withdraw(extensionId: string): void;
}

const mostOfOne = 5;
/** Milliseconds between two changes on screen. */
const pause = 100;

/** What extensions are busy with, as the person sees it. */
export function createProgressBoard({
  publish,
}: {
  publish(event: Extract<MainEvent, { type: 'progress' }>): void;
}): ProgressBoard {
  const shown = new Map<string, { item: ProgressItem; settle(isCancelled: boolean): void }>();
  const show = throttled(
    () => publish({ type: 'progress', items: [...shown.values()].map(({ item }) => item) }),
    pause,
  );
  const ofOne = (extensionId: string) =>
    [...shown.values()].filter(({ item }) => item.asker.extensionId === extensionId);

  function end(progressId: string, isCancelled: boolean): void {
    const found = shown.get(progressId);
    if (!found) return;
    shown.delete(progressId);
    found.settle(isCancelled);
    show();
  }

  return {
    async start(asker, { id, title, isCancellable }, signal) {
      if (signal.aborted) return false;
      const progressId = publicId(asker.extensionId, id);
      if (shown.has(progressId)) throw askerRefusal(asker, `shows progress of the id “${id}” already.`);
      if (ofOne(asker.extensionId).length >= mostOfOne) {
        throw askerRefusal(asker, `shows progress of ${mostOfOne} tasks, which is the most that fit. End one first.`);
      }
      return new Promise((resolve) => {
        const onAbort = () => end(progressId, false);
        signal.addEventListener('abort', onAbort);
        shown.set(progressId, {
          item: { asker, id: progressId, title: singleLine(title), message: '', isCancellable },
          settle(isCancelled) {
            signal.removeEventListener('abort', onAbort);
            resolve(isCancelled);
          },
        });
        show();
      });
    },
    report(extensionId, { id, message, fraction }) {
      const found = shown.get(publicId(extensionId, id));
      if (!found) return;
      found.item = {
        ...found.item,
        ...(message !== undefined && { message: singleLine(message) }),
        ...(fraction !== undefined && { fraction }),
      };
      show();
    },
    end: (extensionId, id) => end(publicId(extensionId, id), false),
    cancelProgress(progressId) {
      if (shown.get(progressId)?.item.isCancellable) end(progressId, true);
    },
    withdraw(extensionId) {
      for (const { item } of ofOne(extensionId)) end(item.id, false);
    },
  };
}

/** Two extensions may use the same id, and the renderer names one alone. No extension's id holds ":". */
const publicId = (extensionId: string, id: string): string => `${extensionId}:${id}`;
