import { useEffect, useRef } from 'react';
import { classNames } from '../app/class-names.ts';
import styles from './SlashList.module.css';
import type { SlashCompletion } from './use-slash-completion.ts';

/** The slash commands that may be meant, above the composer. The composer keeps the focus. */
export function SlashList({ completion }: { readonly completion: SlashCompletion }) {
  const { options, active, listId, idOf, take } = completion;
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (active) list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    <div
      ref={list}
      id={listId}
      role="listbox"
      aria-label="Commands"
      tabIndex={-1}
      className={styles.list}
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
    >
      {options.map((command) => (
        // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: the composer holds focus and keyboard
        <div
          key={idOf(command)}
          id={idOf(command)}
          role="option"
          aria-selected={command === active}
          className={classNames(styles.option, command === active && styles.active)}
          onClick={() => take(command)}
        >
          <span className={styles.name}>
            /{command.name} <span className={styles.argument}>{command.argument}</span>
          </span>
          <span className={styles.extension}>{command.extensionName}</span>
          <span className={styles.description}>{command.description}</span>
        </div>
      ))}
    </div>
  );
}
