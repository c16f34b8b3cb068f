import { useMemo } from 'react';
import { useThread } from '../threads/agent.ts';
import { type AnswerPhase, phaseOf } from '../threads/agent-state.ts';

/** The phase of the last answer of the shown thread; the same object while nothing in it changes. */
export function usePhase(): AnswerPhase {
  const view = useThread((thread) => thread.view);
  const retrying = useThread((thread) => thread.retrying);
  const leftUnanswered = useThread((thread) => thread.leftUnanswered);
  return useMemo(() => phaseOf({ view, retrying, leftUnanswered }), [view, retrying, leftUnanswered]);
}
