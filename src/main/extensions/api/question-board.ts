import { randomUUID } from 'node:crypto';
import type { Asker, PickItem, Question, QuestionAnswer } from '../../../shared/contract/question.ts';
import type { MainEvent } from '../../../shared/contract/renderer-api.ts';
import { refusal } from './asker.ts';
import { plainLine, plainText } from './plain-text.ts';
import { createQuestionPauses } from './question-pauses.ts';
import { createRateLimit } from './rate-limit.ts';

export type Asked = { readonly title: string; readonly placeholder: string } & (
  | { readonly type: 'pick'; readonly items: readonly PickItem[] }
  | { readonly type: 'prompt'; readonly value: string }
);

export interface QuestionBoard {
  /**
   * Waits for the person; aborting takes the question back.
   * @returns null when it was cancelled or taken back, and for a while when the last ones were all cancelled
   * @throws {FailureError} when the extension has too many questions waiting
   */
  ask(asker: Asker, asked: Asked, signal: AbortSignal): Promise<QuestionAnswer>;
  /** What the person answered. An answer that does not fit the question counts as cancelled. */
  answer(questionId: string, answer: QuestionAnswer): void;
  /** Takes back what an extension has asked. */
  withdraw(extensionId: string): void;
}

/** Questions of one extension that wait, the one on screen included. */
const mostWaiting = 5;
const mostInASecond = 20;
const longestAnswer = 65_536;

interface Waiting {
  readonly question: Question;
  settle(answer: QuestionAnswer): void;
}

/** Questions of extensions to the person: one on screen, first come first served. */
export function createQuestionBoard({
  publish,
  now = () => performance.now(),
}: {
  publish(event: Extract<MainEvent, { type: 'question' | 'question-ended' }>): void;
  now?: () => number;
}): QuestionBoard {
  const queue: Waiting[] = [];
  const rate = createRateLimit(mostInASecond);
  const pauses = createQuestionPauses(now);
  let shown: Waiting | undefined;

  function showFirst(): void {
    if (shown === queue[0]) return;
    shown = queue[0];
    if (shown) publish({ type: 'question', question: shown.question });
  }

  function end(waiting: Waiting, answer: QuestionAnswer): void {
    const place = queue.indexOf(waiting);
    if (place < 0) return;
    queue.splice(place, 1);
    if (shown === waiting) publish({ type: 'question-ended', questionId: waiting.question.id });
    waiting.settle(answer);
    showFirst();
  }

  function withdraw(extensionId: string): void {
    for (const waiting of queue.filter(({ question }) => question.asker.extensionId === extensionId).reverse()) {
      end(waiting, null);
    }
  }

  return {
    async ask(asker, asked, signal) {
      if (signal.aborted || pauses.isPaused(asker.extensionId)) return null;
      const count = queue.filter(({ question }) => question.asker.extensionId === asker.extensionId).length;
      if (count >= mostWaiting) throw refusal(asker, `has ${mostWaiting} questions waiting. Wait for an answer first.`);
      if (!rate.take(asker.extensionId)) throw refusal(asker, 'asks too often. Ask again in a second.');
      return new Promise((resolve) => {
        const onAbort = () => end(waiting, null);
        const waiting: Waiting = {
          question: asPlainQuestion(asker, asked),
          settle(answer) {
            signal.removeEventListener('abort', onAbort);
            resolve(answer);
          },
        };
        signal.addEventListener('abort', onAbort);
        queue.push(waiting);
        showFirst();
      });
    },
    answer(questionId, answer) {
      if (shown?.question.id !== questionId) return;
      const { asker } = shown.question;
      if (isAnswerTo(shown.question, answer)) {
        pauses.answered(asker.extensionId);
        return end(shown, answer);
      }
      pauses.cancelled(asker.extensionId);
      if (pauses.isPaused(asker.extensionId)) withdraw(asker.extensionId);
      else end(shown, null);
    },
    withdraw,
  };
}

function asPlainQuestion(asker: Asker, asked: Asked): Question {
  const common = { id: randomUUID(), asker, title: plainLine(asked.title), placeholder: plainLine(asked.placeholder) };
  if (asked.type === 'prompt') return { ...common, type: 'prompt', value: asked.value };
  const items = asked.items.map(({ label, description }) => ({
    label: plainLine(label),
    ...(description !== undefined && { description: plainText(description) }),
  }));
  return { ...common, type: 'pick', items };
}

function isAnswerTo(question: Question, answer: QuestionAnswer): boolean {
  if (question.type === 'prompt') return typeof answer === 'string' && answer.length <= longestAnswer;
  return typeof answer === 'number' && Object.hasOwn(question.items, answer);
}
