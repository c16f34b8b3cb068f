import type { Asker, ProgressItem } from '../../../shared/contract/question.ts';
import type { MainEvent } from '../../../shared/contract/renderer-api.ts';
import { PendingQuestions } from '../../questions/pending-questions.ts';
import { askerRefusal } from './asker.ts';
import { singleLine } from './harmless-text.ts';
import { throttled } from './throttled.ts';

export type ProgressBoard = ReturnType<typeof createProgressBoard>;

interface Shown {
  item: ProgressItem;
}

const maxOfOne = 5;
/** Milliseconds between two changes on screen. */
const pause = 100;

/** What extensions are busy with, as the person sees it. */
export function createProgressBoard({ publish }: { publish(event: Extract<MainEvent, { type: 'progress' }>): void }) {
  const shown = new PendingQuestions<Shown, boolean>({ onAsked: () => show(), onEnded: () => show() });
  const show = throttled(() => publish({ type: 'progress', items: shown.all.map(({ item }) => item) }), pause);
  const isOf = (extensionId: string) => (one: Shown) => one.item.asker.extensionId === extensionId;
  const find = (progressId: string) => shown.find(({ item }) => item.id === progressId);

  return {
    /**
     * Shows progress until it is ended, cancelled, or the signal aborts. `id` is the extension's own.
     * @returns true when the person cancelled it
     * @throws {FailureError} when the extension shows too many, or one of this id
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
    /** What is left out stays as it was. One that has ended is not shown again. */
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
    /** The person cancels one that can be. @param progressId as it was published */
    cancelProgress(progressId: string) {
      const found = find(progressId);
      if (found?.item.isCancellable) shown.end(found, true);
    },
    /** Ends all progress of an extension. */
    withdraw: (extensionId: string) => shown.withdraw(isOf(extensionId)),
  };
}

/** Two extensions may use the same id, and the renderer names one alone. No extension's id holds ":". */
const publicId = (extensionId: string, id: string): string => `${extensionId}:${id}`;
