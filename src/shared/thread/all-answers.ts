import type { AnswerView, ThreadView } from '../contract/thread-view.ts';

/** All answers of a thread, shown or not: of its turns, of other versions, and those that no prompt asked for. */
export const allAnswers = ({
  turns,
  branches,
  unprompted,
}: Pick<ThreadView, 'turns' | 'branches' | 'unprompted'>): AnswerView[] => [
  ...[...turns, ...branches].flatMap(({ answers }) => answers),
  ...unprompted,
];
