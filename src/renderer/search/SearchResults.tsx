import { type KeyboardEvent, useEffect, useEffectEvent, useMemo } from 'react';
import { classNames } from '../base/class-names.ts';
import rowWindow from '../base/layout/row-window.module.css';
import { useRowWindow } from '../base/layout/use-row-window.ts';
import { ResultRow } from './ResultRow.tsx';
import { replaceFound } from './replace-in-files.ts';
import { dismissRow, openRow } from './result-acts.ts';
import styles from './SearchView.module.css';
import { rowsOf, type SearchRow } from './search-rows.ts';
import { toggleCollapsed, useSearch } from './search-store.ts';
import { useHeldRows, useRowUnderPointer } from './use-steady-rows.ts';

const rowHeight = 24;

/** The files with matches and their lines. Only those near the view are drawn. */
export function SearchResults() {
  const { files, foundBy, collapsed, active, showsReplacement } = useSearch();
  const found = useMemo(() => rowsOf(files, collapsed), [files, collapsed]);
  const { rows, hold } = useHeldRows(found);
  const { box, view, first, end, bringIntoView, scrollBy, onScroll } = useRowWindow(rowHeight, rows.length);
  const { isPointedAt, pointing } = useRowUnderPointer({ box, rows, foundBy, rowHeight, scrollBy });
  const at = Math.max(
    0,
    rows.findIndex(({ key }) => key === active),
  );

  const bringActive = useEffectEvent(() => {
    if (rows[at]?.key === active) bringIntoView(at);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another row is what asks for it
  useEffect(() => bringActive(), [active]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it may have gone elsewhere with other rows
  useEffect(() => {
    if (!isPointedAt()) bringActive();
  }, [rows]);

  const goTo = (index: number) => {
    const row = rows[Math.min(Math.max(index, 0), rows.length - 1)];
    if (row) useSearch.setState({ active: row.key });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[at];
    if (!row) return;
    const page = Math.max(1, Math.floor(view.height / rowHeight) - 1);
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: at + page,
      PageUp: at - page,
      Home: 0,
      End: rows.length - 1,
    };
    const isOpen = row.kind === 'file' && row.isExpanded;
    if (event.altKey) return;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void (showsReplacement && replaceFound(row));
    else if (event.ctrlKey || event.metaKey) return;
    else if (steps[event.key] !== undefined) goTo(active === null ? 0 : (steps[event.key] ?? 0));
    else if (event.key === 'Enter' || event.key === ' ') openRow(row);
    else if (event.key === 'Delete' || event.key === 'Backspace') leave(row);
    else if (event.key === 'ArrowRight' && row.kind === 'file' && !isOpen) toggleCollapsed(row.file.path);
    else if (event.key === 'ArrowLeft' && isOpen) toggleCollapsed(row.file.path);
    else if (event.key === 'ArrowLeft' && row.kind === 'line') goTo(rows.findIndex(({ key }) => key === row.file.path));
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  /** The row in its place becomes the active one. */
  const leave = (row: SearchRow) => {
    const after = rows.slice(at + 1).find((other) => row.kind === 'line' || other.file !== row.file);
    useSearch.setState({ active: (after ?? rows[at - 1])?.key ?? null });
    dismissRow(row);
  };

  const activeIsDrawn = active !== null && at >= first && at < end;
  return (
    <div
      ref={box}
      id="search-results"
      role="tree"
      aria-label="Search results"
      tabIndex={0}
      hidden={rows.length === 0}
      className={classNames(rowWindow.box, styles.results)}
      aria-activedescendant={activeIsDrawn ? `search-row-${at}` : undefined}
      onFocus={() => active === null && goTo(0)}
      onKeyDown={onKeyDown}
      onScroll={onScroll}
      {...pointing}
      // A press on the scroll bar has no end that is told.
      onPointerDown={({ target, currentTarget }) => target !== currentTarget && hold()}
    >
      <div role="presentation" className={rowWindow.rows} style={{ height: rows.length * rowHeight }}>
        {rows.slice(first, end).map((row, index) => (
          <ResultRow
            // biome-ignore lint/suspicious/noArrayIndexKey: while results come in, others take its place and its elements
            key={`${first + index} ${row.kind}`}
            id={`search-row-${first + index}`}
            row={row}
            top={(first + index) * rowHeight}
            isActive={first + index === at && active !== null}
            replaces={showsReplacement}
            onDismiss={() => leave(row)}
          />
        ))}
      </div>
    </div>
  );
}
