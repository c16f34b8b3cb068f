import { memo } from 'react';
import type { UnpromptedAnswer } from '../../../shared/contract/thread-view.ts';
import { Answer } from './answer/Answer.tsx';
import { answerMarkdown } from './answer/format-answer.ts';
import { estimateAnswer } from './estimate-height.ts';
import styles from './Messages.module.css';
import { Piece } from './Piece.tsx';

/** What an agent said of itself, below the turn after which it came. */
export const Unprompted = memo(function Unprompted({ answer }: { readonly answer: UnpromptedAnswer }) {
  return (
    <Piece
      id={answer.id}
      as="article"
      className={styles.turn}
      estimate={() => estimateAnswer(answer)}
      source={() => answerMarkdown(answer)}
      isKept={!answer.end}
    >
      <Answer answer={answer} />
    </Piece>
  );
});
