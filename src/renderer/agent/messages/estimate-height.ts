import type { AnswerView, TurnView } from '../../../shared/contract/thread.ts';

/** The heights of what was not drawn yet, in pixels. They only need to be about right: the scroll bar goes by them. */

const lineHeight = 20;
const letterWidth = 6.6;
/** The panel at its usual width. */
const usualWidth = 360;

let width = usualWidth;
/** @param pixels of the text */
export const setTextWidth = (pixels: number): void => {
  if (pixels > 0) width = pixels;
};

/** Text in paragraphs and code: its lines, broken where they are too long. */
export function estimateText(text: string): number {
  const letters = Math.max(width / letterWidth, 10);
  let lines = 0;
  for (let from = 0; from <= text.length; ) {
    const end = text.indexOf('\n', from);
    const to = end < 0 ? text.length : end;
    // The gap between paragraphs is a little less than an empty line.
    lines += to === from ? 0.6 : Math.ceil((to - from) / letters);
    from = to + 1;
  }
  return Math.ceil(lines * lineHeight);
}

const known = new WeakMap<TurnView | AnswerView, number>();

function once<T extends TurnView | AnswerView>(view: T, estimate: (view: T) => number): number {
  const height = known.get(view) ?? estimate(view);
  known.set(view, height);
  return height;
}

/** One line of something folded away, and the gap before it. */
const folded = 34;
const footer = 40;

export const estimateAnswer = (answer: AnswerView): number =>
  once(answer, ({ parts }) =>
    parts.reduce((sum, part) => {
      if (part.type === 'text') return sum + estimateText(part.text) + 12;
      return part.type === 'thinking' || part.type === 'tool-use' ? sum + folded : sum;
    }, footer),
  );

export const estimatePrompt = ({ text, images, context }: TurnView): number =>
  estimateText(text) + 16 + (images ? 64 : 0) + (context ? 30 : 0) + footer;

export const estimateTurn = (turn: TurnView): number =>
  once(turn, ({ answers }) => {
    const answer = answers.at(-1);
    const earlier = Math.max(answers.length - 1, 0) * folded;
    return estimatePrompt(turn) + earlier + (answer ? estimateAnswer(answer) : 0);
  });
