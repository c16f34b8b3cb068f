import { memo } from 'react';
import type { AnswerActivity } from '../../../shared/contract/thread.ts';
import type { TurnView } from '../../../shared/contract/thread-view.ts';
import { Button } from '../../base/controls/Button.tsx';
import { questionsOf } from '../agent-servers/calls/agent-questions.ts';
import { ActivityLine } from '../panel/ActivityLine.tsx';
import { type AnswerPhase, isRunning } from '../threads/agent-state.ts';
import { Answer } from './answer/Answer.tsx';
import { answerMarkdown } from './answer/format-answer.ts';
import { estimateTurn } from './estimate-height.ts';
import { Fold } from './Fold.tsx';
import styles from './Messages.module.css';
import { Piece, PieceScope, promptScope } from './Piece.tsx';
import { Prompt } from './prompt/Prompt.tsx';
import { SilenceLine } from './silence/SilenceLine.tsx';
import { awaitedAnswer } from './silence/silence.ts';

export interface TurnProps {
  readonly turn: TurnView;
  /** Given for the last turn only. */
  readonly phase: AnswerPhase | undefined;
  readonly activity: AnswerActivity | null;
  onRetry(): void;
  onRetryNow(): void;
  onStop(): void;
}

/** The same for all versions of a prompt. */
export const turnKey = ({ promptId, versions }: TurnView): string => versions[0] ?? promptId;

/** A prompt with its answers. */
export const Turn = memo(
  function Turn(props: TurnProps) {
    const { turn, phase } = props;
    return (
      <Piece
        id={turnKey(turn)}
        as="article"
        className={styles.turn}
        estimate={() => estimateTurn(turn)}
        source={() => turnText(turn)}
        // A question must be there to be answered, wherever it stands.
        isKept={phase !== undefined || turn.answers.some((answer) => questionsOf(answer).length > 0)}
      >
        <PieceScope value={promptScope(turn.promptId)}>
          <TurnParts {...props} />
        </PieceScope>
      </Piece>
    );
  },
  // The phase of a running answer changes with the answer, which is part of the turn.
  (before, after) =>
    before.turn === after.turn && before.phase?.type === after.phase?.type && before.activity === after.activity,
);

const turnText = ({ text, answers }: TurnView): string => {
  const answer = answers.at(-1);
  return answer ? `${text}\n\n${answerMarkdown(answer)}` : text;
};

function TurnParts({ turn, phase, activity, onRetry, onRetryNow, onStop }: TurnProps) {
  const earlier = turn.answers.slice(0, -1).filter(({ parts }) => parts.length > 0);
  const current = turn.answers.at(-1);
  const awaited = phase ? awaitedAnswer(phase, { activity }) : null;
  return (
    <>
      <Prompt turn={turn} />
      {earlier.map((answer) => (
        <Fold key={answer.id} id={answer.id} className={styles.earlier} head={`Earlier answer of ${answer.modelName}`}>
          <Answer answer={answer} />
        </Fold>
      ))}
      {current && (
        <Answer
          key={current.id}
          answer={current}
          isLast={phase !== undefined && !isRunning(phase)}
          isCurrent
          isHeldUp={activity !== null}
          onRetry={phase?.type === 'idle' ? onRetry : undefined}
        />
      )}
      {awaited && <SilenceLine answer={awaited} onStop={onStop} />}
      {activity && <ActivityLine activity={activity} onRetryNow={onRetryNow} onCancel={onStop} />}
      {phase?.type === 'starting' && !activity && <p className={styles.waiting}>Starting…</p>}
      {phase?.type === 'unanswered' && (
        <p className={styles.ended}>
          Not answered.
          <Button onClick={onRetry}>Retry</Button>
        </p>
      )}
    </>
  );
}
