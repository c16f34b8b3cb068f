import { useLayoutEffect, useRef } from 'react';
import { plainOutput, tailOf } from './plain-output.ts';
import styles from './tools.module.css';

export interface LiveOutputProps {
  readonly text: string;
  readonly label: string;
}

/** Limits of the text that is rendered again with each new piece. */
const shown = { lines: 300, characters: 30_000 };
/** Pixels; nearer to the end the view follows it. */
const nearEnd = 24;

/** The end of a growing text. Follows it as long as the end is in view. */
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
