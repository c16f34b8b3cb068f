import { isContent } from '../content/content-kinds.ts';
import type { FailureCode } from '../contract/errors.ts';
import type { Handover } from '../contract/thread.ts';
import type { AnswerView, ThreadView, TurnView } from '../contract/thread-view.ts';

/** A turn that an agent server does not know. */
export interface UnseenTurn {
  readonly turn: TurnView;
  /** What stands as its answer; undefined: nothing was said. */
  readonly answer: AnswerView | undefined;
  /** Names it among what a handover covers. */
  readonly id: string;
}

type Told = Pick<ThreadView, 'turns' | 'branches' | 'handovers' | 'sessionsLeft'>;

/**
 * The shown turns before a prompt that the session of an agent knows nothing of, oldest first: others answered them, or it did
 * in an earlier session, and nobody handed them to it.
 * @param agent an agent reference
 * @param promptId null: the next prompt
 */
export function unseenTurns(view: Told, agent: string, promptId: string | null): UnseenTurn[] {
  const { turns, handovers, sessionsLeft } = view;
  const since = sessionsLeft[agent] ?? 0;
  const hasReached = (answer: AnswerView): boolean =>
    answer.model === agent && answer.startedAt >= since && isReached(answer);
  const wasGiven = (handover: Handover): boolean =>
    handover.promptId === null || (turnOf(view, handover.promptId)?.answers.some(hasReached) ?? false);
  const known = new Set(
    handovers.flatMap((one) => (one.agent === agent && one.at >= since && wasGiven(one) ? one.covers : [])),
  );
  const place = promptId === null ? -1 : turns.findIndex((turn) => turn.promptId === promptId);
  return turns.slice(0, place < 0 ? turns.length : place).flatMap((turn): UnseenTurn[] => {
    const answer = turn.answers.findLast(saysAnything);
    const id = answer?.id ?? turn.promptId;
    const isKnown = known.has(id) || (answer ? hasReached(answer) : turn.answers.some(hasReached));
    return isKnown ? [] : [{ turn, answer, id }];
  });
}

const turnOf = ({ turns, branches }: Told, promptId: string): TurnView | undefined =>
  [...turns, ...branches].find((turn) => turn.promptId === promptId);

/** Notes are also of the app. */
const saysAnything = ({ parts }: AnswerView): boolean =>
  parts.some((part) => isContent(part) && part.type !== 'agent-note');

/** Whether an agent may have the prompt in its session. One that failed before it began never got it. */
const isReached = (answer: AnswerView): boolean =>
  saysAnything(answer) ||
  answer.end === undefined ||
  answer.end.type !== 'failed' ||
  inMidTurn.has(answer.end.failure.code);

const inMidTurn: ReadonlySet<FailureCode> = new Set(['agent-gone', 'agent-failed']);
