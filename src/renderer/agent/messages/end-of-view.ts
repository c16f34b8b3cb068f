import { questionSelector } from '../tools/questions/use-question-focus.ts';

/** Pixels above a question. */
const margin = 12;

export const questionIn = (scroller: HTMLElement): Element | null => scroller.querySelector(questionSelector);

/** The scroll position at the end of the thread, where a question is shown from its beginning. */
export function endOf(scroller: HTMLElement, question = questionIn(scroller)): number {
  const end = scroller.scrollHeight - scroller.clientHeight;
  if (!question) return end;
  const top = question.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop;
  return Math.max(0, Math.min(end, Math.floor(top) - margin));
}
