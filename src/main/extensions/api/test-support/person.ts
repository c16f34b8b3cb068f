import type { Question, QuestionAnswer } from '../../../../shared/contract/question.ts';
import { createQuestionBoard } from '../question-board.ts';

/** A person who gives these answers, one a question, and then none. */
export function personWith(...answers: QuestionAnswer[]) {
  const shown: Question[] = [];
  const questions = createQuestionBoard({
    publish(event) {
      if (event.type !== 'question') return;
      shown.push(event.question);
      const answer = answers.shift() ?? null;
      setImmediate(() => questions.answer(event.question.id, answer));
    },
  });
  return { ask: questions.ask, shown };
}
