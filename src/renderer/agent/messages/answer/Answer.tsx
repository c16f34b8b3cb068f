import { Fragment, memo, useContext } from 'react';
import type { AnswerPart, AnswerView } from '../../../../shared/contract/thread.ts';
import { Markdown } from '../../markdown/Markdown.tsx';
import { stretchesOf } from '../../threads/attempts.ts';
import { ToolUseBlock } from '../../tools/ToolUseBlock.tsx';
import styles from '../Messages.module.css';
import message from '../message.module.css';
import { PieceScope } from '../Piece.tsx';
import { AnswerEnding } from './AnswerEnding.tsx';
import { AnswerFoot } from './AnswerFoot.tsx';
import { BrokenOff } from './BrokenOff.tsx';
import { Thinking } from './Thinking.tsx';

export interface AnswerProps {
  readonly answer: AnswerView;
  /** Not one that another answer to the same prompt came after. */
  readonly isCurrent?: boolean;
  /** The last one of the thread, and nothing goes on. */
  readonly isLast?: boolean;
  /** Nothing comes at the moment; what it waits for is told below it. */
  readonly isHeldUp?: boolean;
  /** Given where the answer can be asked for once more. */
  readonly onRetry?: (() => void) | undefined;
}

export const Answer = memo(function Answer(props: AnswerProps) {
  const { answer, isCurrent = false, isLast = false, isHeldUp = false, onRetry } = props;
  const { parts, end } = answer;
  const last = parts.at(-1)?.type;
  const isWaiting = !end && !isHeldUp && (last === undefined || last === 'step' || last === 'broken-off');
  return (
    <div className={message.message}>
      <div className={styles.answer}>
        <h3 className={styles.hidden}>{answer.modelName} answered</h3>
        {stretchesOf(parts).map(({ from, to, brokenOff }) => {
          const shown = parts.slice(from, to).map((part, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: parts are only ever added at the end
            <PieceScope key={from + index} value={`${answer.id}/${from + index}`}>
              <Part part={part} isGrowing={!end && !isHeldUp && from + index === parts.length - 1} />
            </PieceScope>
          ));
          return brokenOff ? (
            <BrokenOff key={from} parts={parts.slice(from, to)} failure={brokenOff.failure}>
              {shown}
            </BrokenOff>
          ) : (
            <Fragment key={from}>{shown}</Fragment>
          );
        })}
        {isWaiting && <p className={styles.waiting}>Waiting for {answer.modelName}…</p>}
        {end && <AnswerEnding answer={answer} end={end} onRetry={onRetry} />}
      </div>
      {end && <AnswerFoot answer={answer} isCurrent={isCurrent} isLast={isLast} />}
    </div>
  );
});

interface PartProps {
  readonly part: AnswerPart;
  readonly isGrowing: boolean;
}

const Part = memo(function Part({ part, isGrowing }: PartProps) {
  const scope = useContext(PieceScope);
  switch (part.type) {
    case 'text':
      return <Markdown text={part.text} isStreaming={isGrowing} />;
    case 'thinking':
      return <Thinking text={part.text} isGrowing={isGrowing} />;
    case 'tool-use':
      return (
        <div data-fold={scope} data-find={scope}>
          <ToolUseBlock toolUse={part.toolUse} run={part.run} />
        </div>
      );
    case 'step':
    case 'broken-off':
      return null;
  }
});
