import { Archive, X } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { ThreadHit, ThreadSummary } from '../../../shared/contract/thread.ts';
import { classNames } from '../../base/class-names.ts';
import { formatKey, matchesKey } from '../../base/commands/keys.ts';
import { IconButton } from '../../base/controls/IconButton.tsx';
import { Menu } from '../../base/controls/Menu.tsx';
import { isMac } from '../../base/environment.ts';
import popoverStyles from '../panel/popover.module.css';
import { HistoryNote } from './HistoryNote.tsx';
import { HistoryRows } from './HistoryRows.tsx';
import type { LaidRow } from './history-layout.ts';
import styles from './ThreadHistory.module.css';
import { type ThreadActions, threadActions } from './thread-actions.ts';
import { useHistory } from './use-history.ts';
import { useLeaving } from './use-leaving.ts';
import { useResting } from './use-resting.ts';

export interface ThreadHistoryProps {
  /** null until main has told them. */
  readonly threads: readonly ThreadSummary[] | null;
  /** The thread in the panel. */
  readonly shown: string | null;
  /** Whether a removed thread can be restored. */
  readonly canUndo: boolean;
  /** The button that opened it, which also closes it. */
  readonly button: RefObject<HTMLButtonElement | null>;
  search(query: string): Promise<readonly ThreadHit[]>;
  onOpen(row: LaidRow): void;
  /** Tells which thread may be opened next. */
  onPointed(threadId: string): void;
  onRename(threadId: string, title: string): void;
  onArchive(thread: ThreadSummary): void;
  onExport(thread: ThreadSummary): void;
  onText(thread: ThreadSummary): void;
  onRemove(thread: ThreadSummary): void;
  onUndoRemove(): void;
  /** @param refocuses false when the focus went elsewhere already */
  onClose(refocuses: boolean): void;
}

const undoKey = 'Mod+Z';

/** The threads of the folder: search, open and manage them. */
export function ThreadHistory(props: ThreadHistoryProps) {
  const { threads, shown, button, search, onOpen, onClose } = props;
  const [query, setQuery] = useState('');
  const [showsArchived, setShowsArchived] = useState(false);
  const trimmed = query.trim();
  const history = useHistory({ threads, query: trimmed, showsArchived, search });
  const { rows } = history;
  const [wanted, setWanted] = useState<string | null>(null);
  const place = useRef(0);
  const found = rows.findIndex(({ thread }) => thread.id === wanted);
  // When the active row was removed, the one in its place becomes active.
  if (found >= 0) place.current = found;
  const active = rows[found >= 0 ? found : Math.min(place.current, rows.length - 1)];
  const [renaming, setRenaming] = useState<string | null>(null);
  const [menu, setMenu] = useState<{ readonly id: string; readonly anchor: HTMLElement } | null>(null);
  const popover = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const point = useResting(props.onPointed);
  const activeId = active?.thread.id;
  useEffect(() => point(activeId), [point, activeId]);
  useLeaving([popover, button], () => onClose(false));
  useEffect(() => field.current?.focus(), []);

  const focusRow = (threadId: string | undefined) => rowOf(list.current, threadId)?.focus();
  /** Restores the focus when the row that had it was removed. */
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows are what takes it away
  useEffect(() => {
    if (document.activeElement !== document.body) return;
    if (active) rowOf(list.current, active.thread.id)?.focus();
    else field.current?.focus();
  }, [history.layout]);

  const actions: ThreadActions = {
    rename: ({ id: threadId }) => setRenaming(threadId),
    archive: props.onArchive,
    exportMarkdown: props.onExport,
    showAsText: props.onText,
    remove: props.onRemove,
  };
  const step = (by: number) => {
    const from = active ? rows.indexOf(active) : 0;
    const next = rows[Math.min(Math.max(from + by, 0), rows.length - 1)];
    if (!next) return;
    // Rendered at once: the row may be far off, and must get the next key.
    flushSync(() => setWanted(next.thread.id));
    focusRow(next.thread.id);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const isInField = event.target === field.current;
    const isInList = list.current?.contains(event.target as Node) ?? false;
    const action = threadActions.find(({ keys = [] }) => keys.some((key) => matchesKey(key, event.nativeEvent, isMac)));
    if (event.key === 'Escape') onClose(true);
    else if (isInField && event.key === 'Enter') active && onOpen(active);
    else if (isInField && event.key === 'ArrowDown') focusRow(active?.thread.id);
    else if (action && active && (isInList || action.act === 'rename')) actions[action.act](active.thread);
    else if (isInList && matchesKey(undoKey, event.nativeEvent, isMac)) props.onUndoRemove();
    else if (isInList && event.key === 'ArrowUp' && active === rows[0]) field.current?.focus();
    else {
      const by = stepOf(event.key, rows.length);
      if (!isInList || by === undefined) return;
      step(by);
    }
    event.preventDefault();
  };
  const menuThread = rows.find(({ thread }) => thread.id === menu?.id)?.thread;

  return (
    <div
      ref={popover}
      role="dialog"
      aria-label="Threads"
      className={classNames(popoverStyles.popover, styles.history)}
      onKeyDown={onKeyDown}
    >
      <div className={popoverStyles.head}>
        <input
          ref={field}
          className={popoverStyles.search}
          value={query}
          onChange={({ currentTarget }) => {
            setQuery(currentTarget.value);
            setWanted(null);
            place.current = 0;
          }}
          placeholder="Search titles and messages"
          aria-label="Search threads"
          aria-describedby={`${id}-foot`}
          spellCheck={false}
          autoComplete="off"
        />
        <button
          type="button"
          className={styles.toggle}
          aria-pressed={showsArchived}
          title={showsArchived ? 'Hide archived threads' : 'Show archived threads'}
          onClick={() => setShowsArchived(!showsArchived)}
        >
          <Archive size={14} aria-hidden />
          Archived{history.archivedCount > 0 && ` (${history.archivedCount})`}
        </button>
        <IconButton label="Close" onClick={() => onClose(true)}>
          <X size={16} />
        </IconButton>
      </div>
      <HistoryRows
        scroller={list}
        history={history}
        active={active?.thread.id}
        shown={shown}
        renaming={renaming}
        menu={menu?.id}
        onOpen={onOpen}
        onActive={setWanted}
        onPointed={point}
        onMenu={(threadId, anchor) => setMenu(menu?.id === threadId ? null : { id: threadId, anchor })}
        onRename={props.onRename}
        onRenamed={(byKey) => {
          if (!byKey) return setRenaming(null);
          flushSync(() => setRenaming(null));
          focusRow(renaming ?? undefined);
        }}
      />
      <HistoryNote
        threads={threads}
        query={trimmed}
        isEmpty={rows.length === 0}
        isSearching={history.isSearching}
        failure={history.failure}
        count={rows.length}
      />
      <p id={`${id}-foot`} className={styles.foot}>
        {rows.length > 0 && hints(props.canUndo)}
      </p>
      {menu && menuThread && (
        <ThreadMenu
          key={menu.id}
          thread={menuThread}
          anchor={menu.anchor}
          actions={actions}
          onClose={(refocuses) => {
            setMenu(null);
            if (refocuses) focusRow(menu.id);
          }}
        />
      )}
    </div>
  );
}

const hints = (canUndo: boolean): string =>
  `Enter opens, F2 renames, E archives, Delete deletes${canUndo ? `, ${formatKey(undoKey, isMac)} brings back` : ''}`;

const rowOf = (list: HTMLElement | null, threadId: string | undefined): HTMLElement | undefined =>
  [...(list?.querySelectorAll<HTMLElement>('[data-thread]') ?? [])].find(({ dataset }) => dataset.thread === threadId);

const stepOf = (key: string, count: number): number | undefined =>
  ({ ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10, Home: -count, End: count })[key];

interface ThreadMenuProps {
  readonly thread: ThreadSummary;
  /** The button that opened it. */
  readonly anchor: HTMLElement;
  readonly actions: ThreadActions;
  /** @param refocuses whether the focus goes back to the row */
  onClose(refocuses: boolean): void;
}

function ThreadMenu({ thread, anchor, actions, onClose }: ThreadMenuProps) {
  const items = threadActions.map(({ label, keys, act }) => ({
    label: label(thread),
    shortcut: keys?.[0],
    run: () => actions[act](thread),
  }));
  return <Menu label={`Actions for ${thread.title}`} items={items} at={anchor} onClose={onClose} />;
}
