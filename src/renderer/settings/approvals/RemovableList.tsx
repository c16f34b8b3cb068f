import { type ReactNode, useEffect, useId, useRef } from 'react';
import { ok } from '../../../shared/contract/errors.ts';
import styles from '../settings.module.css';
import { useAction } from '../use-action.ts';
import { useLoaded } from '../use-loaded.ts';
import { RemoveButton } from './RemoveButton.tsx';

export interface RemovableListProps<T> {
  readonly title: string;
  /** Says what is listed, in a sentence or more. */
  readonly children: ReactNode;
  /** The subject of “could not be loaded”. */
  readonly what: string;
  /** The same function each time. */
  load(): Promise<readonly T[]>;
  keyOf(item: T): string;
  /** Names an item for its button. */
  nameOf(item: T): string;
  show(item: T): ReactNode;
  remove(item: T): Promise<void>;
}

/** What a person has allowed elsewhere, to be taken back one by one. */
export function RemovableList<T>({ title, children, what, load, keyOf, nameOf, show, remove }: RemovableListProps<T>) {
  const { value: items, problem, reload } = useLoaded(load);
  const action = useAction();
  const id = useId();
  const root = useRef<HTMLElement>(null);
  /** Index of the row that was removed: the focus goes to the row that is there now. */
  const taken = useRef<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the buttons are others only then
  useEffect(() => {
    if (taken.current === null) return;
    const buttons = root.current?.querySelectorAll('[data-remove]') ?? [];
    const next = buttons[Math.min(taken.current, buttons.length - 1)] ?? root.current;
    if (next instanceof HTMLElement) next.focus();
    taken.current = null;
  }, [items]);
  const takeBack = async (item: T, at: number) => {
    await action.run('remove', async () => ok(await remove(item)));
    taken.current = at;
    reload();
  };
  return (
    <section ref={root} className={styles.section} aria-labelledby={id} tabIndex={-1}>
      <h3 id={id} className={styles.heading}>
        {title}
      </h3>
      <p className={styles.quiet}>{children}</p>
      {problem && (
        <p className={styles.failure}>
          {what} could not be loaded. {problem}
        </p>
      )}
      {action.problem && (
        <p role="alert" className={styles.failure}>
          Could not remove. {action.problem}
        </p>
      )}
      {items?.length === 0 && <p className={styles.quiet}>None yet.</p>}
      <ul>
        {items?.map((item, at) => (
          <li key={keyOf(item)} className={`${styles.row} ${styles.key}`}>
            <div className={styles.keyText}>{show(item)}</div>
            <RemoveButton
              label={`Remove ${nameOf(item)}`}
              among={items.map(keyOf)}
              onRemove={() => void takeBack(item, at)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
