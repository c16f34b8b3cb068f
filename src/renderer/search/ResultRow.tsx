import { ChevronDown, ChevronRight, Replace, X } from 'lucide-react';
import type { MouseEvent } from 'react';
import { visibleName } from '../../shared/visible-text.ts';
import { classNames } from '../base/class-names.ts';
import { IconButton } from '../base/controls/IconButton.tsx';
import { FileIcon } from '../base/file-icon/FileIcon.tsx';
import rowWindow from '../base/layout/row-window.module.css';
import { relativePath, shownParent, visibleBaseName } from '../base/paths.ts';
import { useWorkspace } from '../base/workspace/workspace-store.ts';
import { replaceFound } from './replace-in-files.ts';
import { openRow } from './result-acts.ts';
import styles from './SearchView.module.css';
import { countMatches, partsOf, type SearchRow } from './search-rows.ts';

interface ResultRowProps {
  readonly id: string;
  readonly row: SearchRow;
  readonly top: number;
  readonly isActive: boolean;
  readonly replaces: boolean;
  readonly onDismiss: () => void;
}

/** A file with matches, or a line of it. */
export function ResultRow({ id, row, top, isActive, replaces, onDismiss }: ResultRowProps) {
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
      className={classNames(rowWindow.row, styles.row, isActive && styles.active, row.kind === 'line' && styles.line)}
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
  const path = relativePath(root, file.path);
  const folder = shownParent(path, file.path);
  const Chevron = isExpanded ? ChevronDown : ChevronRight;
  return (
    <>
      <span className={styles.chevron}>
        <Chevron size={14} aria-hidden />
      </span>
      <FileIcon path={file.path} />
      <span className={styles.name} title={visibleName(path)}>
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
