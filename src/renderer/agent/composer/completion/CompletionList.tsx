import { useEffect, useRef } from 'react';
import { visibleName } from '../../../../shared/visible-text.ts';
import { classNames } from '../../../base/class-names.ts';
import { markedRuns } from '../../../base/controls/marked-runs.ts';
import { MentionIcon } from '../../mentions/MentionIcon.tsx';
import styles from './CompletionList.module.css';
import type { Completion, CompletionOption } from './use-completion.ts';

/** Matching commands or mentions, above the composer, which keeps the focus. */
export function CompletionList({ completion }: { readonly completion: Completion }) {
  const { name, options, active, listId, idOf, take } = completion;
  const list = useRef<HTMLDivElement>(null);
  const activeId = active && idOf(active);
  useEffect(() => {
    if (activeId) list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);
  return (
    <div
      ref={list}
      id={listId}
      role="listbox"
      aria-label={name}
      tabIndex={-1}
      className={styles.list}
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
    >
      {options.map((option) => (
        // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: the composer holds focus and keyboard
        <div
          key={option.key}
          id={idOf(option)}
          role="option"
          aria-selected={option.key === active?.key}
          className={classNames(
            styles.option,
            option.kind && styles.mention,
            option.key === active?.key && styles.active,
          )}
          onClick={() => take(option)}
        >
          <Line option={option} />
        </div>
      ))}
    </div>
  );
}

function Line({ option }: { readonly option: CompletionOption }) {
  const { kind, label, matched, detail, source, description } = option;
  const marked = new Set(matched);
  return (
    <>
      {kind && <MentionIcon kind={kind} name={label} size={14} className={styles.icon} />}
      <span className={styles.label}>
        {marked.size === 0
          ? visibleName(label)
          : markedRuns(label, marked).map(({ start, text, isMarked }) =>
              isMarked ? <b key={start}>{visibleName(text)}</b> : <span key={start}>{visibleName(text)}</span>,
            )}
      </span>
      <span className={styles.detail}>{visibleName(detail)}</span>
      {source !== '' && <span className={styles.source}>{source}</span>}
      {description !== '' && <span className={styles.description}>{description}</span>}
    </>
  );
}
