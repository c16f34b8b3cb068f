import { randomUUID } from 'node:crypto';
import { accessDeeds } from '../../../shared/contract/access.ts';
import type { Asker, EffectDecision, PickItem, Question, QuestionAnswer } from '../../../shared/contract/question.ts';
import type { MainEvent } from '../../../shared/contract/renderer-api.ts';
import { harmlessText, singleLine } from '../../../shared/harmless-text.ts';
import { visibleText } from '../../../shared/visible-text.ts';
import { PendingQuestions } from '../../questions/pending-questions.ts';
import { askerRefusal } from './asker.ts';
import { createRateLimit } from './rate-limit.ts';

export type Asked =
  | { readonly type: 'pick'; readonly title: string; readonly placeholder: string; readonly items: readonly PickItem[] }
  | { readonly type: 'prompt'; readonly title: string; readonly placeholder: string; readonly value: string }
  | Pick<Extract<Question, { type: 'secret-file' }>, 'type' | 'deed' | 'path'>
  | Pick<Extract<Question, { type: 'access' }>, 'type' | 'access' | 'hosts'>
  | Omit<Extract<Question, { type: 'effect' }>, 'id' | 'asker'>;

/** Acts on the answer about an effect. @throws {FailureError} when that is not possible: the question stays */
type Accept = (decision: EffectDecision) => Promise<void>;

export type QuestionBoard = ReturnType<typeof createQuestionBoard>;

/** Waiting questions of one extension, the shown one included. */
const maxWaiting = 5;
const maxInASecond = 20;
const longestAnswer = 65_536;

/** Questions of extensions to the person: one shown at a time, first come first served. */
export function createQuestionBoard({
  publish,
  now = () => performance.now(),
}: {
  publish(event: Extract<MainEvent, { type: 'question' | 'question-ended' }>): void;
  now?: () => number;
}) {
  const queue = new PendingQuestions<Question, QuestionAnswer>({
    onAsked: showFirst,
    onEnded(question) {
      if (shown === question) publish({ type: 'question-ended', questionId: question.id });
      showFirst();
    },
  });
  const rate = createRateLimit(maxInASecond, now);
  const pauses = createQuestionPauses(now);
  const accepts = new WeakMap<Question, Accept>();
  let shown: Question | undefined;

  function showFirst(): void {
    if (shown === queue.all[0]) return;
    shown = queue.all[0];
    if (shown) publish({ type: 'question', question: shown });
  }

  /** Withdraws all questions of an extension. */
  const withdraw = (extensionId: string): void => queue.withdraw(({ asker }) => asker.extensionId === extensionId);

  return {
    /**
     * Waits for the person's answer; aborting withdraws the question.
     * @returns null when it was cancelled or withdrawn, or during the pause after several cancels in a row
     * @throws {FailureError} when the extension has too many questions waiting, or asks too often; for an effect, during
     * a pause
     */
    async ask(asker: Asker, asked: Asked, signal: AbortSignal, accept?: Accept) {
      if (signal.aborted) return null;
      if (pauses.isPaused(asker.extensionId)) {
        if (asked.type !== 'effect') return null;
        throw askerRefusal(asker, 'may not ask you now, as you closed its last questions. Try again in a minute.');
      }
      const count = queue.all.filter((one) => one.asker.extensionId === asker.extensionId).length;
      if (count >= maxWaiting)
        throw askerRefusal(asker, `has ${maxWaiting} questions waiting. Wait for an answer first.`);
      if (!rate.take(asker.extensionId)) throw askerRefusal(asker, 'asks too often. Ask again in a second.');
      const question = asPlainQuestion(asker, asked);
      if (accept) accepts.set(question, accept);
      return queue.ask(question, signal);
    },
    /**
     * Takes the person's answer. One that does not fit the question counts as a cancel.
     * @throws {FailureError} when an effect cannot be decided so
     */
    async answer(questionId: string, answer: QuestionAnswer) {
      const question = shown;
      if (question?.id !== questionId) return;
      const { extensionId } = question.asker;
      if (isAnswerTo(question, answer)) {
        if (isDecision(answer)) await accepts.get(question)?.(answer);
        pauses.answered(extensionId);
        return queue.end(question, answer);
      }
      pauses.cancelled(extensionId);
      if (pauses.isPaused(extensionId)) withdraw(extensionId);
      else queue.end(question, null);
    },
    withdraw,
  };
}

function asPlainQuestion(asker: Asker, asked: Asked): Question {
  const id = randomUUID();
  if (asked.type === 'secret-file') {
    const title = singleLine(`Let ${asker.extensionName} ${asked.deed} ${visibleText(asked.path)}?`);
    return { ...asked, id, asker, title };
  }
  if (asked.type === 'access') {
    return { ...asked, id, asker, title: singleLine(`Let ${asker.extensionName} ${accessDeeds[asked.access]}?`) };
  }
  if (asked.type === 'effect') return { ...asked, id, asker, title: singleLine(asked.title) };
  const common = { id, asker, title: singleLine(asked.title), placeholder: singleLine(asked.placeholder) };
  if (asked.type === 'prompt') return { ...common, type: 'prompt', value: asked.value };
  const items = asked.items.map(({ label, description }) => ({
    label: singleLine(label),
    ...(description !== undefined && { description: harmlessText(description) }),
  }));
  return { ...common, type: 'pick', items };
}

function isAnswerTo(question: Question, answer: QuestionAnswer): boolean {
  if (question.type === 'secret-file') return answer === 'allow' || answer === 'deny';
  if (question.type === 'access') return answer === 'allow' || answer === 'always' || answer === 'deny';
  if (question.type === 'effect') return isDecision(answer);
  if (question.type === 'prompt') return typeof answer === 'string' && answer.length <= longestAnswer;
  return typeof answer === 'number' && Object.hasOwn(question.items, answer);
}

const isDecision = (answer: QuestionAnswer): answer is EffectDecision =>
  answer === 'allow-once' || (typeof answer === 'object' && answer !== null);

const firstPauseMs = 1_000;
const longestPauseMs = 60_000;
/** Milliseconds after which a cancel is forgotten. */
const memoryMs = 5 * 60_000;

/**
 * Protects the person from an extension that asks again and again. The first cancel has no effect; from the second in
 * a row on, each starts a pause, twice as long as the one before.
 * @param now in milliseconds
 */
function createQuestionPauses(now: () => number) {
  const cancels = new Map<string, { inARow: number; lastAt: number; until: number }>();
  return {
    isPaused: (extensionId: string) => now() < (cancels.get(extensionId)?.until ?? 0),
    cancelled(extensionId: string) {
      const lastAt = now();
      const before = cancels.get(extensionId);
      const inARow = before && lastAt - before.lastAt < memoryMs ? before.inARow + 1 : 1;
      const pauseMs = inARow === 1 ? 0 : Math.min(longestPauseMs, firstPauseMs * 2 ** (inARow - 2));
      cancels.set(extensionId, { inARow, lastAt, until: lastAt + pauseMs });
    },
    /** An answer resets the count of cancels. */
    answered: (extensionId: string) => void cancels.delete(extensionId),
  };
}
