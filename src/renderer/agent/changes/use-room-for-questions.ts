import { useEffect, useLayoutEffect } from 'react';
import { useRest } from '../../base/use-rest.ts';
import { useThread } from '../threads/agent.ts';
import { asksAnything } from '../tools/questions/asks-anything.ts';
import { useReviewPanel } from './review-panel.ts';

/** Collapses the changes while a question is asked, and restores them when none is left, not between two questions. */
export function useRoomForQuestions(): void {
  const isAsked = useThread(({ view, activity }) => activity?.type === 'paused' || asksAnything(view));
  const isAtRest = useRest(String(isAsked));
  useLayoutEffect(() => {
    if (isAsked) useReviewPanel.setState({ isAside: true });
  }, [isAsked]);
  useEffect(() => {
    if (!isAsked && isAtRest) useReviewPanel.setState({ isAside: false });
  }, [isAsked, isAtRest]);
}
