import { visibleName } from '../../../shared/visible-text.ts';
import { classNames } from '../class-names.ts';
import { markedRuns } from '../controls/marked-runs.ts';
import { FileIcon } from '../file-icon/FileIcon.tsx';
import type { Choice } from './choice.ts';
import styles from './Picker.module.css';

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
      {choice.path !== undefined && <FileIcon path={choice.path} className={styles.icon} />}
      <span className={styles.label}>
        {markedRuns(choice.label, matched).map(({ text, isMarked, start }) =>
          isMarked ? <b key={start}>{visibleName(text)}</b> : <span key={start}>{visibleName(text)}</span>,
        )}
      </span>
      {choice.detail && <span className={styles.detail}>{visibleName(choice.detail)}</span>}
      {choice.key && <kbd className={styles.key}>{choice.key}</kbd>}
    </div>
  );
}
