import type { Notice } from '../../../shared/contract/extensions/host-state.ts';
import type { Asker } from '../../../shared/contract/question.ts';
import { harmlessText, singleLine } from '../../../shared/harmless-text.ts';
import type { NoticeBoard } from '../../notices/notice-board.ts';
import { PendingQuestions } from '../../questions/pending-questions.ts';
import { askerRefusal } from './asker.ts';
import { createRateLimit } from './rate-limit.ts';

export interface MessageText {
  readonly severity: Notice['severity'];
  readonly text: string;
  readonly actions: readonly string[];
}

export type ExtensionMessages = ReturnType<typeof createExtensionMessages>;

/** Messages of one extension shown at once. */
const maxShown = 5;
const maxWaiting = 100;
const maxInASecond = 20;

interface Message {
  readonly extensionId: string;
  readonly notice: Notice;
  isShown: boolean;
}

/** Messages of extensions, shown as notices. */
export function createExtensionMessages({ notices }: { notices: NoticeBoard }) {
  /** In order; the first ones of each extension are shown. */
  const messages = new PendingQuestions<Message, number>({
    onAsked: ({ extensionId }) => showFirst(extensionId),
    onEnded({ extensionId, notice, isShown }) {
      if (isShown) notices.withdraw(notice.id);
      showFirst(extensionId);
    },
  });
  const rate = createRateLimit(maxInASecond);
  let count = 0;

  const messagesOf = (extensionId: string) => messages.all.filter((one) => one.extensionId === extensionId);

  function showFirst(extensionId: string): void {
    for (const message of messagesOf(extensionId).slice(0, maxShown)) {
      if (message.isShown) continue;
      message.isShown = true;
      notices.show(
        message.notice,
        (action) => messages.end(message, Number(action)),
        () => messages.end(message, null),
      );
    }
  }

  return {
    /**
     * Shows a message under the extension's name, or queues it while too many are shown. Without actions it returns at
     * once; with actions it waits for the person, and aborting withdraws the message.
     * @returns the index of the chosen action; null: dismissed, withdrawn, or no actions
     * @throws {FailureError} when the extension exceeds the limits
     */
    async show(asker: Asker, { severity, text, actions }: MessageText, signal: AbortSignal) {
      if (signal.aborted) return null;
      const { extensionId, extensionName } = asker;
      if (messagesOf(extensionId).length >= maxShown + maxWaiting || !rate.take(extensionId)) {
        throw askerRefusal(asker, 'sends more messages than can be shown. This one was dropped.');
      }
      const notice: Notice = {
        id: `extension-message:${extensionId}:${count++}`,
        severity,
        text: `${extensionName}: ${harmlessText(text)}`,
        actions: actions.map((label, index) => ({ id: String(index), label: singleLine(label) })),
      };
      const message = { extensionId, notice, isShown: false };
      if (actions.length > 0) return messages.ask(message, signal);
      void messages.ask(message);
      return null;
    },
    /** Withdraws queued messages and those that wait for an answer; shown messages without actions stay readable. */
    withdraw(extensionId: string) {
      const isReadable = ({ isShown, notice }: Message) => isShown && notice.actions.length === 0;
      messages.withdraw((message) => message.extensionId === extensionId && !isReadable(message));
    },
  };
}
