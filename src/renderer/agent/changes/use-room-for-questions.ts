import { useEffect, useLayoutEffect } from 'react';
import { useThread } from '../threads/agent.ts';
import { pendingQuestions } from '../tools/questions/pending-questions.ts';
import { useRest } from '../tools/use-rest.ts';
import { useReviewPanel } from './review-panel.ts';

/** Folds the changes while something is asked; they come back as they were when nothing is, not between two questions. */
export function useRoomForQuestions(): void {
  const isAsked = useThread(({ view, activity }) => activity?.type === 'paused' || pendingQuestions(view).length > 0);
  const isAtRest = useRest(String(isAsked));
  useLayoutEffect(() => {
    if (isAsked) useReviewPanel.setState({ isAside: true });
  }, [isAsked]);
  useEffect(() => {
    if (!isAsked && isAtRest) useReviewPanel.setState({ isAside: false });
  }, [isAsked, isAtRest]);
}
