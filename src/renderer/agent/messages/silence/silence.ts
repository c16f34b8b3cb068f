import type { AnswerView } from '../../../../shared/contract/thread-view.ts';
import { formatSeconds } from '../../../base/use-now.ts';
import type { AnswerPhase, ThreadSession } from '../../threads/agent-state.ts';
import { lastWork } from '../work/describe-work.ts';

/** Milliseconds without news after which an answer that goes on is silent. */
export const silentAfter = 30_000;

/** An answer that news are due from: nothing else says why it waits. A tool of the app that runs says how long itself. */
export function awaitedAnswer(phase: AnswerPhase, { activity }: Pick<ThreadSession, 'activity'>): AnswerView | null {
  if (activity !== null) return null;
  return phase.type === 'waiting' || phase.type === 'thinking' || phase.type === 'streaming' ? phase.answer : null;
}

/**
 * What is said of a silence.
 * @param silentMs since the last news
 * @returns `last`: the title of what it did last; "" when it said something
 */
export const formatSilence = ({ modelName, parts }: AnswerView, silentMs: number): { what: string; last: string } => ({
  what: `${modelName} has said nothing for ${formatSeconds(silentMs)}.`,
  last: lastWork(parts),
});
