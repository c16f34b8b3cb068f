import type { FoundFile, FoundLine } from '../../shared/contract/documents/folder-search.ts';
import { openDocument } from '../editor/documents/open-document.ts';
import { replaceInFiles } from './replace-in-files.ts';
import { nextMatch, rowsOf, type SearchRow } from './search-rows.ts';
import { dismiss, toggleCollapsed, useSearch } from './search-store.ts';

/** Opens the file at the first match of a line; a file's row is expanded or collapsed. */
export function openRow(row: SearchRow): void {
  useSearch.setState({ active: row.key });
  if (row.kind === 'file') return toggleCollapsed(row.file.path);
  const { line, matches } = row.line;
  void openDocument(row.file.path, { line, column: matches[0]?.column ?? 1 });
}

/** Takes a file or line out of what was found, so that nothing is replaced there. */
export function dismissRow(row: SearchRow): void {
  dismiss((path, line) => path === row.file.path && (row.kind === 'file' || line === row.line));
}

/** Replaces what was found, or a part of it; replaced lines leave the list. */
export async function replaceFound(row?: SearchRow): Promise<void> {
  const { files, end } = useSearch.getState();
  // A file may come a second time while the search runs.
  if (end === null || end.failure) return;
  const wanted: readonly FoundFile[] = row
    ? [{ ...row.file, lines: row.kind === 'file' ? row.file.lines : [row.line] }]
    : files;
  const done = await replaceInFiles(wanted);
  const replaced = new Set<FoundLine>(wanted.filter(({ path }) => done.has(path)).flatMap(({ lines }) => lines));
  dismiss((_, line) => replaced.has(line));
}

/** Opens the next match, or the one before, round the ends. */
export function stepResult(step: 1 | -1): void {
  const { files, collapsed, active } = useSearch.getState();
  const rows = rowsOf(files, collapsed);
  const row =
    rows[
      nextMatch(
        rows,
        rows.findIndex(({ key }) => key === active),
        step,
      )
    ];
  if (row) openRow(row);
}
