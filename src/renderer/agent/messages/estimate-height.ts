import { isContent } from '../../../shared/content/content-kinds.ts';
import type { AnswerView, TurnView } from '../../../shared/contract/thread-view.ts';
import { layoutOf } from './content-layout.ts';
import { estimateText, foldedHeight } from './estimate-text.ts';
import { workRuns } from './work/work-runs.ts';

/** Heights of turns not rendered yet, in pixels. Approximate: they only serve the scroll bar. */

const known = new WeakMap<TurnView | AnswerView, number>();

function once<T extends TurnView | AnswerView>(view: T, estimate: (view: T) => number): number {
  const height = known.get(view) ?? estimate(view);
  known.set(view, height);
  return height;
}

const footer = 40;

export const estimateAnswer = (answer: AnswerView): number =>
  once(answer, ({ parts }) => {
    const folded = workRuns(parts).filter(({ isFolded }) => isFolded);
    const isInFold = new Set(folded.flatMap(({ from, to }) => [...parts.slice(from, to)]));
    return parts.reduce(
      (sum, part) => (isContent(part) && !isInFold.has(part) ? sum + layoutOf(part.type).height(part) : sum),
      footer + folded.length * foldedHeight,
    );
  });

const estimatePrompt = ({ text, images, context }: TurnView): number =>
  estimateText(text) + 16 + (images ? 64 : 0) + (context ? 30 : 0);

export const estimateTurn = (turn: TurnView): number =>
  once(turn, ({ answers }) => {
    const answer = answers.at(-1);
    const earlier = Math.max(answers.length - 1, 0) * foldedHeight;
    return estimatePrompt(turn) + earlier + (answer ? estimateAnswer(answer) : 0);
  });
