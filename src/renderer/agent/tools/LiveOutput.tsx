import { useLayoutEffect, useRef } from 'react';
import { plainOutput, tailOf } from './plain-output.ts';
import styles from './tools.module.css';

export interface LiveOutputProps {
  readonly text: string;
  readonly label: string;
}

/** What is drawn anew with each piece that arrives. */
const shown = { lines: 300, characters: 30_000 };
/** Nearer than this to the end, a person reads along. Pixels. */
const nearEnd = 24;

/** The end of a text that grows. It follows what comes as long as its end is in view. */
export function LiveOutput({ text, label }: LiveOutputProps) {
  const element = useRef<HTMLPreElement>(null);
  const isFollowing = useRef(true);
  const tail = tailOf(text, shown);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what came is what moves the end
  useLayoutEffect(() => {
    const box = element.current;
    if (box && isFollowing.current) box.scrollTop = box.scrollHeight;
  }, [tail]);
  return (
    <pre
      ref={element}
      className={styles.live}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by keyboard
      tabIndex={0}
      role="log"
      aria-live="off"
      aria-label={label}
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        isFollowing.current = scrollHeight - scrollTop - clientHeight < nearEnd;
      }}
    >
      {tail.length < text.length && (
        <span className={styles.quiet}>… earlier output is left out while it runs{'\n'}</span>
      )}
      {plainOutput(tail)}
    </pre>
  );
}
