import { randomUUID } from 'node:crypto';
import { accessDeeds } from '../../../shared/contract/access.ts';
import {
  type Asker,
  type EffectDecision,
  longestAnswer,
  type Question,
  type QuestionAnswer,
} from '../../../shared/contract/question.ts';
import type { MainEvent } from '../../../shared/contract/renderer-api.ts';
import { harmlessText, singleLine } from '../../../shared/harmless-text.ts';
import { visibleText } from '../../../shared/visible-text.ts';
import { PendingQuestions } from '../../questions/pending-questions.ts';
import { askerRefusal } from './asker.ts';
import { createRateLimit } from './rate-limit.ts';

type Of<T extends Question['type']> = Omit<Extract<Question, { type: T }>, 'id' | 'asker' | 'until'>;

export type Asked = (
  | Of<'confirm'>
  | Of<'pick'>
  | Of<'prompt'>
  | Omit<Of<'secret-file'>, 'title'>
  | Omit<Of<'access'>, 'title'>
  | Omit<Of<'endpoint'>, 'title'>
  | Omit<Of<'host'>, 'title'>
  | Of<'effect'>
) & {
  /** Milliseconds for which it waits for its turn at most, and for which it is then on screen. */
  readonly timeoutMs?: number | undefined;
};

/** Acts on the answer about an effect. @throws {FailureError} when that is not possible: the question stays */
type Accept = (decision: EffectDecision) => Promise<void>;

export type QuestionBoard = ReturnType<typeof createQuestionBoard>;

/** Waiting questions of one extension, the shown one included. */
const maxWaiting = 5;
const maxInASecond = 20;

interface Waiting {
  readonly question: Question;
  readonly timeoutMs: number | undefined;
  timer?: NodeJS.Timeout | undefined;
}

/** Questions of extensions to the person: one shown at a time, first come first served. */
export function createQuestionBoard({
  publish,
  now = () => performance.now(),
}: {
  publish(event: Extract<MainEvent, { type: 'question' | 'question-ended' }>): void;
  now?: () => number;
}) {
  const queue = new PendingQuestions<Waiting, QuestionAnswer>({
    onAsked(waiting) {
      limit(waiting);
      showFirst();
    },
    onEnded(waiting) {
      clearTimeout(waiting.timer);
      if (shown === waiting) publish({ type: 'question-ended', questionId: waiting.question.id });
      showFirst();
    },
  });
  const rate = createRateLimit(maxInASecond, now);
  const pauses = createQuestionPauses(now);
  const refusals = createQuestionPauses(now, freeRefusals);
  const accepts = new WeakMap<Question, Accept>();
  /** Those whose answer is acted on: what it decides may take the question back before the answer counts. */
  const deciding = new Set<Waiting>();
  let shown: Waiting | undefined;

  /** Begins its time: to wait for its turn, and anew when it is shown. */
  function limit(waiting: Waiting): void {
    clearTimeout(waiting.timer);
    if (waiting.timeoutMs !== undefined) waiting.timer = setTimeout(() => leave(waiting), waiting.timeoutMs);
  }

  function showFirst(): void {
    if (shown === queue.all[0]) return;
    shown = queue.all[0];
    if (!shown) return;
    limit(shown);
    const { question, timeoutMs } = shown;
    publish({ type: 'question', question: timeoutMs ? { ...question, until: Date.now() + timeoutMs } : question });
  }

  /** Ends a question that nobody answers: cancelled, its time is over, or its asker took it back. */
  function leave(waiting: Waiting): void {
    const { extensionId } = waiting.question.asker;
    if (deciding.has(waiting)) return queue.end(waiting, null);
    if (waiting === shown) pauses.unanswered(extensionId);
    if (waiting === shown && pauses.isPaused(extensionId)) withdraw(extensionId);
    else queue.end(waiting, null);
  }

  async function accept(waiting: Waiting, decision: EffectDecision): Promise<void> {
    deciding.add(waiting);
    try {
      await accepts.get(waiting.question)?.(decision);
    } finally {
      deciding.delete(waiting);
    }
  }

  const isOf =
    (extensionId: string) =>
    ({ question }: Waiting) =>
      question.asker.extensionId === extensionId;

  /** Withdraws all questions of an extension. */
  const withdraw = (extensionId: string): void => queue.withdraw(isOf(extensionId));

  return {
    /**
     * Waits for the person's answer; aborting withdraws the question.
     * @returns null when it was cancelled or withdrawn, or during the pause after several without an answer
     * @throws {FailureError} when the extension has too many questions waiting, or asks too often; for an effect, during
     * a pause
     */
    async ask(asker: Asker, asked: Asked, signal: AbortSignal, acting?: Accept) {
      if (signal.aborted) return null;
      if (pauses.isPaused(asker.extensionId) || refusals.isPaused(asker.extensionId)) {
        if (asked.type !== 'effect') return null;
        throw askerRefusal(asker, 'may not ask you now, as you closed its last questions. Try again in a minute.');
      }
      const count = queue.all.filter(isOf(asker.extensionId)).length;
      if (count >= maxWaiting)
        throw askerRefusal(asker, `has ${maxWaiting} questions waiting. Wait for an answer first.`);
      if (!rate.take(asker.extensionId)) throw askerRefusal(asker, 'asks too often. Ask again in a second.');
      const waiting: Waiting = { question: asPlainQuestion(asker, asked), timeoutMs: asked.timeoutMs };
      if (acting) accepts.set(waiting.question, acting);
      const takeBack = () => leave(waiting);
      signal.addEventListener('abort', takeBack);
      try {
        return await queue.ask(waiting);
      } finally {
        signal.removeEventListener('abort', takeBack);
      }
    },
    /**
     * Takes the person's answer. One that does not fit the question counts as a cancel.
     * @throws {FailureError} when an effect cannot be decided so
     */
    async answer(questionId: string, answer: QuestionAnswer) {
      const waiting = shown;
      if (waiting?.question.id !== questionId) return;
      const { question } = waiting;
      if (!isAnswerTo(question, answer)) return leave(waiting);
      if (isDecision(answer)) await accept(waiting, answer);
      const { extensionId } = question.asker;
      pauses.answered(extensionId);
      if (answer === 'deny' && isOfMany(question)) refusals.unanswered(extensionId);
      else refusals.answered(extensionId);
      // The next one of it would be shown for a moment.
      if (refusals.isPaused(extensionId)) queue.withdraw((one) => one !== waiting && isOf(extensionId)(one));
      queue.end(waiting, answer);
    },
    /** The person is about to answer: its time has no end any more. */
    attend(questionId: string) {
      if (shown?.question.id === questionId) clearTimeout(shown.timer);
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
  if (asked.type === 'endpoint') {
    const { host } = new URL(asked.address);
    return { ...asked, id, asker, title: singleLine(`Let ${asker.extensionName} send requests to ${host}?`) };
  }
  if (asked.type === 'host') {
    return { ...asked, id, asker, title: singleLine(`Let ${asker.extensionName} talk to ${asked.host}?`) };
  }
  if (asked.type === 'effect') return { ...asked, id, asker, title: singleLine(asked.title) };
  const titled = { id, asker, title: singleLine(asked.title) };
  if (asked.type === 'confirm') return { ...titled, type: 'confirm', text: harmlessText(asked.text) };
  const common = { ...titled, placeholder: singleLine(asked.placeholder) };
  if (asked.type === 'prompt') {
    return { ...common, type: 'prompt', value: asked.value, isMultiline: asked.isMultiline };
  }
  const items = asked.items.map(({ label, description }) => ({
    label: singleLine(label),
    ...(description !== undefined && { description: harmlessText(description) }),
  }));
  return { ...common, type: 'pick', items };
}

function isAnswerTo(question: Question, answer: QuestionAnswer): boolean {
  if (question.type === 'secret-file') return answer === 'allow' || answer === 'deny';
  if (question.type === 'access' || question.type === 'endpoint' || question.type === 'host')
    return answer === 'allow' || answer === 'always' || answer === 'deny';
  if (question.type === 'effect') return isDecision(answer);
  if (question.type === 'confirm') return answer === 'yes' || answer === 'no';
  if (question.type === 'prompt') return typeof answer === 'string' && answer.length <= longestAnswer;
  return typeof answer === 'number' && Object.hasOwn(question.items, answer);
}

/** Whether an extension can ask the same of as many things as it likes, so that one refused is no end of it. */
const isOfMany = ({ type }: Question): boolean => type === 'host' || type === 'secret-file';

const isDecision = (answer: QuestionAnswer): answer is EffectDecision =>
  answer === 'allow-once' || (typeof answer === 'object' && answer !== null);

const firstPauseMs = 1_000;
const longestPauseMs = 60_000;
/** Refusals in a row without a pause, of what an extension can ask of as many things as it likes. */
const freeRefusals = 4;
/** Milliseconds after which one without an answer is forgotten. */
const memoryMs = 5 * 60_000;

/**
 * Protects the person from an extension that asks again and again. The first question that goes from the screen without
 * an answer has no effect; from the second in a row on, each starts a pause, twice as long as the one before.
 * @param now in milliseconds
 * @param free of those in a row have no effect
 */
function createQuestionPauses(now: () => number, free = 1) {
  const gone = new Map<string, { inARow: number; lastAt: number; until: number }>();
  return {
    isPaused: (extensionId: string) => now() < (gone.get(extensionId)?.until ?? 0),
    unanswered(extensionId: string) {
      const lastAt = now();
      const before = gone.get(extensionId);
      const inARow = before && lastAt - before.lastAt < memoryMs ? before.inARow + 1 : 1;
      const pauseMs = inARow <= free ? 0 : Math.min(longestPauseMs, firstPauseMs * 2 ** (inARow - free - 1));
      gone.set(extensionId, { inARow, lastAt, until: lastAt + pauseMs });
    },
    /** The count begins anew. */
    answered: (extensionId: string) => void gone.delete(extensionId),
  };
}
