import { Archive, CornerDownRight, Ellipsis } from 'lucide-react';
import type { ThreadSummary } from '../../../shared/contract/thread.ts';
import { singleLine } from '../../../shared/harmless-text.ts';
import { classNames } from '../../base/class-names.ts';
import { stateWords } from '../threads/agent-state.ts';
import type { LaidRow } from './history-layout.ts';
import { markWords } from './mark-words.ts';
import styles from './ThreadHistory.module.css';
import { TitleField } from './TitleField.tsx';

export interface HistoryRowProps {
  readonly row: LaidRow;
  /** Pixels from the top of its group. */
  readonly top: number;
  /** Time of the last entry, in words. */
  readonly moment: string;
  /** Words of the query, to be marked. */
  readonly words: readonly string[];
  /** The row that Tab goes to. */
  readonly isActive: boolean;
  /** It is the thread behind the list. */
  readonly isShown: boolean;
  readonly isRenaming: boolean;
  readonly hasMenu: boolean;
  onOpen(row: LaidRow): void;
  onActive(threadId: string): void;
  /** @param threadId undefined: the pointer has left the row */
  onPointed(threadId: string | undefined): void;
  onMenu(threadId: string, anchor: HTMLElement): void;
  onRename(threadId: string, title: string): void;
  onRenamed(byKey: boolean): void;
}

export function HistoryRow(props: HistoryRowProps) {
  const { row, words, isActive, isShown, isRenaming } = props;
  const { id, title, state, isArchived, labels, answerer, origin } = row.thread;
  return (
    <li
      className={classNames(styles.row, isActive && styles.active)}
      style={{ top: props.top, height: row.height }}
      data-shown={isShown || undefined}
      onPointerEnter={() => props.onPointed(id)}
      onPointerLeave={() => props.onPointed(undefined)}
    >
      {isRenaming ? (
        <TitleField
          title={title}
          className={styles.field}
          onRename={(wanted) => props.onRename(id, wanted)}
          onEnd={props.onRenamed}
        />
      ) : (
        <button
          type="button"
          className={styles.open}
          data-thread={id}
          tabIndex={isActive ? 0 : -1}
          aria-current={isShown || undefined}
          onFocus={() => props.onActive(id)}
          onClick={() => props.onOpen(row)}
        >
          <ThreadState state={state} />
          <span className={styles.title} title={title}>
            {origin && (
              <CornerDownRight
                size={13}
                className={styles.task}
                aria-label={`task, begun by ${singleLine(origin.extensionName)}`}
              />
            )}
            <Marked text={title} words={words} />
          </span>
          {labels.length > 0 && <Labels labels={labels} />}
          {isArchived && <Archive size={14} className={styles.archived} aria-label="archived" />}
          {answerer !== undefined && (
            <span className={styles.answerer} title={`Answered by ${answerer}`}>
              {answerer}
            </span>
          )}
          <time className={styles.time} dateTime={new Date(row.thread.at).toISOString()}>
            {props.moment}
          </time>
          {row.excerpt !== undefined && (
            <span className={styles.excerpt}>
              <Marked text={row.excerpt} words={words} />
            </span>
          )}
        </button>
      )}
      <button
        type="button"
        className={styles.more}
        tabIndex={isActive ? 0 : -1}
        aria-label={`Actions for ${title}`}
        aria-haspopup="menu"
        aria-expanded={props.hasMenu}
        title="Actions"
        onFocus={() => props.onActive(id)}
        onClick={({ currentTarget }) => props.onMenu(id, currentTarget)}
      >
        <Ellipsis size={16} aria-hidden />
      </button>
    </li>
  );
}

/** More labels are only read by screen readers. */
const maxLabels = 2;

const Labels = ({ labels }: { readonly labels: readonly string[] }) => (
  <span className={styles.labels} title={labels.join(', ')}>
    {labels.slice(0, maxLabels).map((label) => (
      <span key={label} className={styles.chip}>
        {label}
      </span>
    ))}
    {labels.length > maxLabels && <span className={styles.chip}>+{labels.length - maxLabels}</span>}
  </span>
);

const Marked = ({ text, words }: { readonly text: string; readonly words: readonly string[] }) =>
  markWords(text, words).map(({ start, text: piece, isMarked }) =>
    isMarked ? <mark key={start}>{piece}</mark> : <span key={start}>{piece}</span>,
  );

/** A mark before the title; for an idle thread its place stays empty. */
const ThreadState = ({ state }: Pick<ThreadSummary, 'state'>) => (
  <span className={styles.state}>
    {state !== 'idle' && (
      <span
        role="img"
        aria-label={stateWords[state]}
        title={stateWords[state]}
        className={styles.dot}
        data-state={state}
      />
    )}
  </span>
);
