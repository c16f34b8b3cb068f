import { Bot } from 'lucide-react';
import { memo } from 'react';
import type { UnpromptedAnswer } from '../../../shared/contract/thread-view.ts';
import { questionsOf } from '../agent-servers/calls/agent-questions.ts';
import { momentOf } from '../history/history-groups.ts';
import { Answer } from './answer/Answer.tsx';
import { answerMarkdown } from './answer/format-answer.ts';
import { estimateAnswer } from './estimate-height.ts';
import styles from './Messages.module.css';
import own from './message.module.css';
import { Piece } from './Piece.tsx';

/** What an agent said of itself, below the turn after which it came. */
export const Unprompted = memo(function Unprompted({ answer }: { readonly answer: UnpromptedAnswer }) {
  const { id, modelName, startedAt, end } = answer;
  return (
    <Piece
      id={id}
      as="article"
      className={styles.turn}
      estimate={() => estimateAnswer(answer) + 24}
      source={() => answerMarkdown(answer)}
      isKept={!end || questionsOf(answer).length > 0}
    >
      <div className={own.unprompted}>
        <p className={own.unpromptedHead}>
          <Bot size={14} aria-hidden />
          <span>
            {modelName}, unprompted ·{' '}
            <time dateTime={new Date(startedAt).toISOString()}>{momentOf(startedAt, Date.now())}</time>
          </span>
        </p>
        <Answer answer={answer} />
      </div>
    </Piece>
  );
});
