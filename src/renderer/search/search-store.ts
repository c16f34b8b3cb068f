import { create } from 'zustand';
import type { FolderQuery, FoundFile, FoundLine, SearchEnd } from '../../shared/contract/documents/folder-search.ts';
import type { MainEvent } from '../../shared/contract/renderer-api.ts';
import type { Handlers } from '../../shared/emitter.ts';
import { useWorkspace } from '../base/workspace/workspace-store.ts';
import { api } from '../bridge.ts';
import { dirtyPaths } from '../editor/documents/documents-store.ts';
import { currentText } from '../editor/sessions.ts';

/** What is typed in the view; `replacement` counts while it is shown. */
export type SearchFields = Omit<FolderQuery, 'replacement'> & { readonly replacement: string };

interface SearchState {
  readonly fields: SearchFields;
  readonly showsReplacement: boolean;
  /** The fields for files and context. */
  readonly showsMore: boolean;
  /** Of the present search, which may wait for the next key; null: nothing is asked for. */
  readonly searchId: string | null;
  /** Files with matches, by their paths. */
  readonly files: readonly FoundFile[];
  /** The search that found them: those of the one before stay until there are others. */
  readonly foundBy: string | null;
  /** null until the present search has ended: nothing may be replaced before. */
  readonly end: SearchEnd | null;
  readonly collapsed: ReadonlySet<string>;
  /** Key of the active row. */
  readonly active: string | null;
  /** Counts requests for the field to take the focus. */
  readonly focusWanted: number;
}

const noFields: SearchFields = {
  text: '',
  isRegexp: false,
  isCaseSensitive: false,
  isWholeWord: false,
  include: '',
  exclude: '',
  context: 0,
  replacement: '',
};

const nothing = { searchId: null, files: [], foundBy: null, end: null, collapsed: new Set<string>(), active: null };

export const useSearch = create<SearchState>(() => ({
  ...nothing,
  fields: noFields,
  showsReplacement: false,
  showsMore: false,
  focusWanted: 0,
}));

/** Milliseconds without a key before a search begins by itself. */
const pauseMs = 250;
let timer: ReturnType<typeof setTimeout> | undefined;
let count = 0;

/** Changes what is asked for; the search begins after a pause. */
export function changeFields(change: Partial<SearchFields>): void {
  useSearch.setState(({ fields }) => ({ fields: { ...fields, ...change } }));
  prepare();
  timer = setTimeout(ask, pauseMs);
}

export function showReplacement(isShown: boolean): void {
  useSearch.setState({ showsReplacement: isShown });
  searchNow();
}

/** Begins the search, in place of the present one. */
export function searchNow(): void {
  prepare();
  ask();
}

/** What was found is out of date from now on. */
function prepare(): void {
  clearTimeout(timer);
  const { searchId: before } = useSearch.getState();
  if (before !== null) void api.search.stop(before);
  count += 1;
  useSearch.setState({ searchId: `search-${count}`, end: null });
}

function ask(): void {
  const { searchId, fields, showsReplacement } = useSearch.getState();
  if (searchId === null || fields.text === '') return useSearch.setState(nothing);
  const unsaved = dirtyPaths().map((path) => ({ path, text: currentText(path)?.toString() ?? '' }));
  const query = { ...fields, replacement: showsReplacement ? fields.replacement : null };
  void api.search.start(searchId, query, unsaved).catch(reportError);
}

/** Ends the present search; what was found stays. */
export function stopSearch(): void {
  const { searchId, end } = useSearch.getState();
  if (searchId === null || end !== null) return;
  clearTimeout(timer);
  void api.search.stop(searchId);
  useSearch.setState({ end: { isPartial: true, failure: null } });
}

/** Takes lines out of what was found; a file without matches goes as a whole. */
export function dismiss(isDismissed: (path: string, line: FoundLine) => boolean): void {
  useSearch.setState(({ files }) => ({
    files: files.flatMap((file) => {
      const lines = file.lines.filter((line) => !isDismissed(file.path, line));
      if (lines.length === file.lines.length) return [file];
      return lines.some(({ matches }) => matches.length > 0) ? [{ ...file, lines }] : [];
    }),
  }));
}

export function toggleCollapsed(path: string): void {
  useSearch.setState(({ collapsed }) => {
    const next = new Set(collapsed);
    if (!next.delete(path)) next.add(path);
    return { collapsed: next };
  });
}

export const searchHandlers = {
  'search-found': ({ searchId, files: found }) => {
    const { searchId: present, files, foundBy, end } = useSearch.getState();
    if (searchId !== present || end !== null) return;
    const all = [...(foundBy === searchId ? files : []), ...(JSON.parse(found) as FoundFile[])];
    useSearch.setState({ files: all.sort((one, other) => (one.path < other.path ? -1 : 1)), foundBy: searchId });
  },
  'search-ended': ({ searchId, end }) => {
    const { searchId: present, foundBy } = useSearch.getState();
    if (searchId === present) useSearch.setState(foundBy === searchId ? { end } : { end, files: [] });
  },
} satisfies Partial<Handlers<MainEvent>>;

// Nothing of another folder stays.
useWorkspace.subscribe(({ workspace: now }, { workspace: before }) => {
  if (now?.path === before?.path) return;
  useSearch.setState(nothing);
  searchNow();
});
