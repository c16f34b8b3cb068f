import { visibleName } from '../../../shared/visible-text.ts';
import { classNames } from '../class-names.ts';
import type { Choice } from './choices.ts';
import styles from './QuickOpen.module.css';

interface ChoiceLineProps {
  readonly id: string;
  readonly choice: Choice;
  readonly isActive: boolean;
  onChoose(): void;
}

/** One line of the picker, the characters that matched made bold. */
export function ChoiceLine({ id, choice, isActive, onChoose }: ChoiceLineProps) {
  const matched = new Set(choice.matched);
  return (
    // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: the input holds focus and keyboard
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      className={classNames(styles.line, isActive && styles.active)}
      onClick={onChoose}
    >
      <span className={styles.label}>
        {runsOf(choice.label, matched).map(({ text, isMatch, start }) =>
          isMatch ? <b key={start}>{visibleName(text)}</b> : <span key={start}>{visibleName(text)}</span>,
        )}
      </span>
      {choice.detail && <span className={styles.detail}>{visibleName(choice.detail)}</span>}
      {choice.key && <kbd className={styles.key}>{choice.key}</kbd>}
    </div>
  );
}

interface Run {
  readonly start: number;
  readonly text: string;
  readonly isMatch: boolean;
}

function runsOf(label: string, matched: ReadonlySet<number>): Run[] {
  const runs: Run[] = [];
  for (let start = 0, end = 0; start < label.length; start = end) {
    const isMatch = matched.has(start);
    while (end < label.length && matched.has(end) === isMatch) end++;
    runs.push({ start, text: label.slice(start, end), isMatch });
  }
  return runs;
}
