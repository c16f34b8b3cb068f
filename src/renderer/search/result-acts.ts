import { openDocument } from '../editor/documents/open-document.ts';
import { nextMatch, rowsOf, type SearchRow } from './search-rows.ts';
import { dismiss, toggleCollapsed, useSearch } from './search-store.ts';

/** Opens the file at the first match of a line; a file's row is expanded or collapsed. */
export function openRow(row: SearchRow): void {
  useSearch.setState({ active: row.key });
  if (row.kind === 'file') return toggleCollapsed(row.file.path);
  const { line, matches } = row.line;
  void openDocument(row.file.path, { line, column: matches[0]?.column ?? 1, isPreview: true });
}

/** Takes a file or line out of what was found, so that nothing is replaced there. */
export function dismissRow(row: SearchRow): void {
  dismiss((path, line) => path === row.file.path && (row.kind === 'file' || line === row.line));
}

/** Opens the next match, or the one before, round the ends. */
export function stepResult(step: 1 | -1): void {
  const { files, collapsed, active } = useSearch.getState();
  const rows = rowsOf(files, collapsed);
  const from = rows.findIndex(({ key }) => key === active);
  const row = rows[nextMatch(rows, from, step)];
  if (row) openRow(row);
}
