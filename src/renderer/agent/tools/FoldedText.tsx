import { memo, useMemo, useState } from 'react';
import { Button } from '../../base/controls/Button.tsx';
import { CodeBlock } from '../markdown/CodeBlock.tsx';
import { headOf, lineCount, tailOf } from './plain-output.ts';
import styles from './tools.module.css';

export interface FoldedTextProps {
  readonly text: string;
  /** As `CodeBlock` takes it. */
  readonly language: string;
  /** The part shown at first: a program mostly reports its result at the end. */
  readonly shows?: 'beginning' | 'end';
}

const folded = { lines: 60, characters: 8000 };
/** Lines per block; blocks out of sight are not laid out. */
const stretch = 200;

/** A text of any length: a part of it at first, all of it on request. */
export const FoldedText = memo(function FoldedText({ text, language, shows = 'beginning' }: FoldedTextProps) {
  const [isWhole, setWhole] = useState(false);
  const part = useMemo(() => (shows === 'end' ? tailOf(text, folded) : (headOf(text, folded) ?? text)), [text, shows]);
  return (
    <div className={styles.long}>
      {isWhole ? <Stretches text={text} /> : <CodeBlock code={part} language={language} />}
      {part !== text && !isWhole && (
        <Button className={styles.more} onClick={() => setWhole(true)}>
          Show all {lineCount(text).toLocaleString('en')} lines
        </Button>
      )}
    </div>
  );
});

function Stretches({ text }: { readonly text: string }) {
  const parts = useMemo(() => {
    const lines = text.split('\n');
    return Array.from({ length: Math.ceil(lines.length / stretch) }, (_, index) =>
      lines.slice(index * stretch, (index + 1) * stretch).join('\n'),
    );
  }, [text]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by keyboard
    <pre className={styles.whole} tabIndex={0}>
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the stretches of one text never change
        <code key={index} className={styles.stretch}>
          {part}
          {'\n'}
        </code>
      ))}
    </pre>
  );
}
