import type { Notice } from '../../../shared/contract/extensions/host-state.ts';
import type { Asker } from '../../../shared/contract/question.ts';
import type { NoticeBoard } from '../../notices/notice-board.ts';
import { askerRefusal } from './asker.ts';
import { harmlessText, singleLine } from './harmless-text.ts';
import { createRateLimit } from './rate-limit.ts';

export interface MessageText {
  readonly severity: Notice['severity'];
  readonly text: string;
  readonly actions: readonly string[];
}

export interface ExtensionMessages {
  /**
   * Shows a message under the extension's name, or lets it wait until fewer of it are on screen. One without actions
   * is done with at once; one with actions waits for the person, and aborting takes it back.
   * @returns the place of the action that was chosen; null: dismissed, taken back, or it has none
   * @throws {FailureError} when the extension sends more than anyone can read
   */
  show(asker: Asker, message: MessageText, signal: AbortSignal): Promise<number | null>;
  /** Takes back what nobody could answer any more, and what waits. */
  withdraw(extensionId: string): void;
}

/** Messages of one extension on screen. */
const mostShown = 5;
const mostWaiting = 100;
const mostInASecond = 20;

interface Message {
  readonly notice: Notice;
  isShown: boolean;
  settle(result: number | null): void;
}

/** What extensions have to say, as notices. */
export function createExtensionMessages({ notices }: { notices: NoticeBoard }): ExtensionMessages {
  /** Of each extension in the order of arrival; the first ones are on screen. */
  const extensions = new Map<string, Message[]>();
  const rate = createRateLimit(mostInASecond);
  let count = 0;

  function showFirst(extensionId: string): void {
    const messages = extensions.get(extensionId) ?? [];
    if (messages.length === 0) extensions.delete(extensionId);
    for (const message of messages.slice(0, mostShown)) {
      if (message.isShown) continue;
      message.isShown = true;
      const close = (result: number | null) => end(extensionId, message, result);
      notices.show(
        message.notice,
        (action) => close(Number(action)),
        () => close(null),
      );
    }
  }

  function end(extensionId: string, message: Message, result: number | null): void {
    const messages = extensions.get(extensionId) ?? [];
    const place = messages.indexOf(message);
    if (place < 0) return;
    messages.splice(place, 1);
    if (message.isShown) notices.withdraw(message.notice.id);
    message.settle(result);
    showFirst(extensionId);
  }

  return {
    async show(asker, { severity, text, actions }, signal) {
      if (signal.aborted) return null;
      const { extensionId, extensionName } = asker;
      const messages = extensions.get(extensionId) ?? [];
      if (messages.length >= mostShown + mostWaiting || !rate.take(extensionId)) {
        throw askerRefusal(asker, 'sends more messages than can be shown. This one was dropped.');
      }
      const notice: Notice = {
        id: `extension-message:${extensionId}:${count++}`,
        severity,
        text: `${extensionName}: ${harmlessText(text)}`,
        actions: actions.map((label, index) => ({ id: String(index), label: singleLine(label) })),
      };
      return new Promise((resolve) => {
        const onAbort = () => end(extensionId, message, null);
        const message: Message = {
          notice,
          isShown: false,
          settle(result) {
            signal.removeEventListener('abort', onAbort);
            resolve(result);
          },
        };
        if (actions.length > 0) signal.addEventListener('abort', onAbort);
        else resolve(null);
        extensions.set(extensionId, [...messages, message]);
        showFirst(extensionId);
      });
    },
    withdraw(extensionId) {
      const messages = extensions.get(extensionId) ?? [];
      const isReadable = ({ isShown, notice }: Message) => isShown && notice.actions.length === 0;
      extensions.set(extensionId, messages.filter(isReadable));
      for (const message of messages) {
        if (isReadable(message)) continue;
        if (message.isShown) notices.withdraw(message.notice.id);
        message.settle(null);
      }
      showFirst(extensionId);
    },
  };
}
