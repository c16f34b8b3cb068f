import { ChevronDown, ChevronRight, Replace, X } from 'lucide-react';
import { type KeyboardEvent, type MouseEvent, useEffect, useMemo, useRef, useState } from 'react';
import { visibleName } from '../../shared/visible-text.ts';
import { classNames } from '../base/class-names.ts';
import { IconButton } from '../base/controls/IconButton.tsx';
import { FileIcon } from '../base/file-icon/FileIcon.tsx';
import { parentPath, relativePath, visibleBaseName } from '../base/paths.ts';
import { useWorkspace } from '../base/workspace/workspace-store.ts';
import { dismissRow, openRow, replaceFound } from './result-acts.ts';
import styles from './SearchView.module.css';
import { countMatches, partsOf, rowsOf, type SearchRow } from './search-rows.ts';
import { toggleCollapsed, useSearch } from './search-store.ts';

const rowHeight = 24;
/** Rows drawn beyond the visible ones, above and below. */
const margin = 10;

/** The files with matches and their lines. Only those near the view are drawn. */
export function SearchResults() {
  const { files, collapsed, active, showsReplacement } = useSearch();
  const rows = useMemo(() => rowsOf(files, collapsed), [files, collapsed]);
  const [view, setView] = useState({ top: 0, height: 600 });
  const box = useRef<HTMLDivElement>(null);
  const at = Math.max(
    0,
    rows.findIndex(({ key }) => key === active),
  );

  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setView({ top: element.scrollTop, height: element.clientHeight }));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    const index = active === null ? -1 : rows.findIndex(({ key }) => key === active);
    const element = box.current;
    if (index < 0 || !element) return;
    const top = index * rowHeight;
    if (top < element.scrollTop) element.scrollTop = top;
    else if (top + rowHeight > element.scrollTop + element.clientHeight) {
      element.scrollTop = top + rowHeight - element.clientHeight;
    }
  }, [active, rows]);

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

  const first = Math.max(0, Math.floor(view.top / rowHeight) - margin);
  const end = Math.min(rows.length, Math.ceil((view.top + view.height) / rowHeight) + margin);
  const activeIsDrawn = active !== null && at >= first && at < end;
  return (
    <div
      ref={box}
      id="search-results"
      role="tree"
      aria-label="Search results"
      tabIndex={0}
      hidden={rows.length === 0}
      className={styles.results}
      aria-activedescendant={activeIsDrawn ? `search-row-${at}` : undefined}
      onFocus={() => active === null && goTo(0)}
      onKeyDown={onKeyDown}
      onScroll={({ currentTarget }) => setView({ top: currentTarget.scrollTop, height: currentTarget.clientHeight })}
    >
      <div role="presentation" className={styles.rows} style={{ height: rows.length * rowHeight }}>
        {rows.slice(first, end).map((row, index) => (
          <ResultRow
            key={row.key}
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

interface ResultRowProps {
  readonly id: string;
  readonly row: SearchRow;
  readonly top: number;
  readonly isActive: boolean;
  readonly replaces: boolean;
  readonly onDismiss: () => void;
}

function ResultRow({ id, row, top, isActive, replaces, onDismiss }: ResultRowProps) {
  const isContext = row.kind === 'line' && row.line.matches.length === 0;
  const act = (work: () => unknown) => (event: MouseEvent) => {
    event.stopPropagation();
    work();
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree has the keys
    <div
      id={id}
      role="treeitem"
      aria-level={row.kind === 'file' ? 1 : 2}
      aria-selected={isActive}
      aria-expanded={row.kind === 'file' ? row.isExpanded : undefined}
      tabIndex={-1}
      className={classNames(styles.row, isActive && styles.active, row.kind === 'line' && styles.line)}
      style={{ top }}
      onClick={() => openRow(row)}
    >
      {row.kind === 'file' ? <FileRow row={row} /> : <LineRow row={row} />}
      {!isContext && (
        <span className={styles.acts}>
          {replaces && (
            <IconButton
              className={styles.act}
              tabIndex={-1}
              label="Replace here"
              onClick={act(() => void replaceFound(row))}
            >
              <Replace size={14} aria-hidden />
            </IconButton>
          )}
          <IconButton className={styles.act} tabIndex={-1} label="Leave out" onClick={act(onDismiss)}>
            <X size={14} aria-hidden />
          </IconButton>
        </span>
      )}
    </div>
  );
}

function FileRow({ row: { file, isExpanded } }: { readonly row: Extract<SearchRow, { kind: 'file' }> }) {
  const root = useWorkspace(({ workspace }) => workspace?.path);
  const folder = parentPath(relativePath(root, file.path));
  const Chevron = isExpanded ? ChevronDown : ChevronRight;
  return (
    <>
      <span className={styles.chevron}>
        <Chevron size={14} aria-hidden />
      </span>
      <FileIcon path={file.path} />
      <span className={styles.name} title={visibleName(relativePath(root, file.path))}>
        {visibleBaseName(file.path)} <span className={styles.quiet}>{visibleName(folder)}</span>
      </span>
      <span className={styles.count}>{countMatches(file.lines)}</span>
    </>
  );
}

function LineRow({ row: { line } }: { readonly row: Extract<SearchRow, { kind: 'line' }> }) {
  const parts = partsOf(line);
  return (
    <>
      <span className={styles.number}>{line.line}</span>
      <span className={classNames(styles.text, line.matches.length === 0 && styles.quiet)}>
        {parts.map(({ kind, text }, index) => {
          const shown = visibleName(text);
          const key = `${index} ${kind}`;
          if (kind === 'found') return <mark key={key}>{shown}</mark>;
          if (kind === 'removed') return <del key={key}>{shown}</del>;
          if (kind === 'added') return <ins key={key}>{shown}</ins>;
          return <span key={key}>{shown}</span>;
        })}
      </span>
    </>
  );
}
