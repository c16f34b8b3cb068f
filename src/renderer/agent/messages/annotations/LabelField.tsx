import { X } from 'lucide-react';
import { type KeyboardEvent, useEffectEvent, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { ThreadSummary } from '../../../../shared/contract/thread.ts';
import { oneLine } from '../../../../shared/thread/one-line.ts';
import { useThread } from '../../threads/agent.ts';
import { useThreads } from '../../threads/threads.ts';
import styles from '../message.module.css';

export interface LabelFieldProps {
  readonly labels: readonly string[];
  /** @returns whether they were saved */
  onKeep(labels: readonly string[]): Promise<boolean>;
  /** @param byKey whether the focus should go back where it was */
  onEnd(byKey: boolean): void;
}

/** Edits labels: Enter or a comma adds one, Backspace removes the last, an empty Enter or blur saves, Esc cancels. */
export function LabelField({ labels, onKeep, onEnd }: LabelFieldProps) {
  const [present, setPresent] = useState(labels);
  const [typed, setTyped] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const isOver = useRef(false);
  const id = useId();
  const threads = useThreads((state) => state.threads);
  const inThread = useThread(({ view }) => view.labels);
  const known = useMemo(() => knownLabels(threads ?? [], inThread), [threads, inThread]);
  const offered = known.filter((label) => !present.includes(label));
  useLayoutEffect(() => field.current?.focus(), []);

  const end = async (byKey: boolean, next: readonly string[] | null) => {
    if (isOver.current) return;
    isOver.current = true;
    const isSame = next === null || next.join('\n') === labels.join('\n');
    if (!isSame && !(await onKeep(next))) isOver.current = false;
    else onEnd(byKey);
  };
  const gone = useEffectEvent(() => void end(false, addLabel(present, typed)));
  // An element that is unmounted gets no blur event.
  useLayoutEffect(() => () => gone(), []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') void end(true, null);
    else if (event.key === 'Enter' && typed.trim() === '') void end(true, present);
    else if (event.key === 'Enter' || event.key === ',') {
      setPresent(addLabel(present, typed));
      setTyped('');
    } else if (event.key === 'Backspace' && typed === '') setPresent(present.slice(0, -1));
    else return event.stopPropagation();
    event.preventDefault();
    event.stopPropagation();
    event.nativeEvent.stopPropagation();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: leaving the field with its chips ends it
    <div
      className={styles.labelField}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) void end(false, addLabel(present, typed));
      }}
    >
      {present.map((label) => (
        <button
          key={label}
          type="button"
          className={styles.chip}
          aria-label={`Remove the label ${label}`}
          onClick={() => {
            setPresent(present.filter((each) => each !== label));
            field.current?.focus();
          }}
        >
          {label}
          <X size={12} aria-hidden />
        </button>
      ))}
      <input
        ref={field}
        className={styles.labelInput}
        value={typed}
        list={`${id}-known`}
        maxLength={50}
        placeholder={present.length === 0 ? 'Label, then Enter' : ''}
        aria-label="Label"
        spellCheck={false}
        autoComplete="off"
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <datalist id={`${id}-known`}>
        {offered.map((label) => (
          <option key={label} value={label} />
        ))}
      </datalist>
    </div>
  );
}

const longestLabel = 50;

/** @returns the labels with the typed one added, unless it is there in whatever case */
function addLabel(labels: readonly string[], typed: string): readonly string[] {
  const label = oneLine(typed.replaceAll(',', ' '), longestLabel);
  const isThere = labels.some((each) => each.toLowerCase() === label.toLowerCase());
  return label === '' || isThere ? labels : [...labels, label];
}

/** All labels used in threads of the folder, those of the shown thread first. */
function knownLabels(
  threads: readonly Pick<ThreadSummary, 'labels'>[],
  inThread: Readonly<Record<string, readonly string[]>>,
): readonly string[] {
  const others = threads.flatMap(({ labels }) => labels);
  return [...new Set([...Object.values(inThread).flat(), ...others.sort((a, b) => a.localeCompare(b))])];
}
