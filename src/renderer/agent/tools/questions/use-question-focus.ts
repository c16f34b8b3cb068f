import { type KeyboardEvent, type RefObject, useContext, useLayoutEffect } from 'react';
import { composerElement, composerIsEmpty, focusComposer } from '../../composer/focus.ts';
import { QuestionThread } from './question-thread.ts';

/** Marks elements that wait for the person's answer. */
const questionMark = { 'data-question': '' } as const;
const elsewhereMark = { 'data-question': 'elsewhere' } as const;
/** Those of the shown thread. */
export const questionSelector = '[data-question=""]';
const allQuestions = '#agent-panel [data-question]';

/**
 * A question takes the focus only when nothing is being typed, and not onto a button: a stray key must not allow
 * anything. One of another thread never takes it. When it unmounts with the focus, that moves to the next question, else
 * to the composer.
 * @returns props for the element of the question
 */
export function useQuestionFocus(element: RefObject<HTMLDivElement | null>) {
  const isElsewhere = useContext(QuestionThread) !== null;
  useLayoutEffect(() => {
    const own = element.current;
    if (!isElsewhere && mayTakeFocus(document.activeElement)) own?.focus({ preventScroll: true });
    return () => {
      if (own?.contains(document.activeElement)) queueMicrotask(() => focusNext(own));
    };
  }, [element, isElsewhere]);
  return {
    ref: element,
    tabIndex: -1,
    ...(isElsewhere ? elsewhereMark : questionMark),
    onKeyDown({ target, key, ctrlKey, metaKey, altKey }: KeyboardEvent) {
      // Letters are meant for the composer, which gets the focus in time for this key.
      const isLetter = key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey;
      if (isLetter && target === element.current) focusComposer();
    },
  } as const;
}

function focusNext(gone: HTMLElement): void {
  const next = [...document.querySelectorAll<HTMLElement>(allQuestions)].find((each) => each !== gone);
  if (!next) return focusComposer();
  next.focus({ preventScroll: true });
  next.scrollIntoView({ block: 'nearest' });
}

/** The focus may be taken from nothing, or from the panel with an empty composer; never from another question. */
function mayTakeFocus(holder: Element | null): boolean {
  if (!holder || holder === document.body) return true;
  if (!holder.closest('#agent-panel') || holder.closest(allQuestions)) return false;
  if (composerElement()?.contains(holder)) return composerIsEmpty();
  return !(holder instanceof HTMLTextAreaElement || holder instanceof HTMLInputElement || isEditable(holder));
}

const isEditable = (element: Element): boolean => element instanceof HTMLElement && element.isContentEditable;
