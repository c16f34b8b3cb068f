import { memo } from 'react';
import type { AnswerPart, AnswerView } from '../../shared/contract/thread.ts';
import { AnswerEnding } from './AnswerEnding.tsx';
import styles from './Messages.module.css';
import { Markdown } from './markdown/Markdown.tsx';
import { Thinking } from './Thinking.tsx';
import { ToolUseBlock } from './ToolUseBlock.tsx';

export interface AnswerProps {
  readonly answer: AnswerView;
  /** Given where the answer can be asked for once more. */
  readonly onRetry?: (() => void) | undefined;
}

export const Answer = memo(function Answer({ answer, onRetry }: AnswerProps) {
  const { parts, end } = answer;
  const isWaiting = !end && (parts.length === 0 || parts.at(-1)?.type === 'round');
  return (
    <div className={styles.answer}>
      <h3 className={styles.hidden}>{answer.modelName} answered</h3>
      {parts.map((part, index) => (
        <Part
          // biome-ignore lint/suspicious/noArrayIndexKey: parts are only ever added at the end
          key={index}
          part={part}
          isGrowing={!end && index === parts.length - 1}
        />
      ))}
      {isWaiting && <p className={styles.waiting}>Waiting for {answer.modelName}…</p>}
      {end && <AnswerEnding answer={answer} end={end} onRetry={onRetry} />}
    </div>
  );
});

interface PartProps {
  readonly part: AnswerPart;
  readonly isGrowing: boolean;
}

const Part = memo(function Part({ part, isGrowing }: PartProps) {
  switch (part.type) {
    case 'text':
      return <Markdown text={part.text} isStreaming={isGrowing} />;
    case 'thinking':
      return <Thinking text={part.text} isGrowing={isGrowing} />;
    case 'tool-use':
      return <ToolUseBlock toolUse={part.toolUse} run={part.run} />;
    case 'round':
      return null;
  }
});
