import { questionSelector } from '../tools/questions/use-question-focus.ts';

/** Above a question, in pixels. */
const margin = 12;

export const questionIn = (scroller: HTMLElement): Element | null => scroller.querySelector(questionSelector);

/** How far the thread is scrolled at its end; what is asked there is seen from its beginning. */
export function endOf(scroller: HTMLElement, question = questionIn(scroller)): number {
  const end = scroller.scrollHeight - scroller.clientHeight;
  if (!question) return end;
  const top = question.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop;
  return Math.max(0, Math.min(end, Math.floor(top) - margin));
}
