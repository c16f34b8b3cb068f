import type { ThreadSummary } from '../../../shared/contract/thread.ts';
import type { PathPlatform } from '../../../shared/links/link-target.ts';
import { formatMention, type MentionTarget } from '../../../shared/links/mention.ts';
import { baseName, depthOf, isAbsolutePath, pathBelow, shownParent } from '../../base/paths.ts';
import { type Ranked, rank, type Searchable } from '../../base/picker/score.ts';
import type { MentionQuery } from '../composer/completion/completion-query.ts';
import type { MentionKind } from './format-mention.ts';
import { pageLabel, pageMention } from './page-mentions.ts';
import { type DocumentRange, labelOfRange, selectionMention } from './selection-mention.ts';

/** One option of the list. */
export interface MentionOption {
  readonly key: string;
  readonly kind: MentionKind;
  readonly label: string;
  /** Indices of the characters of the label that matched. */
  readonly matched: readonly number[];
  /** Muted, after the label. */
  readonly detail: string;
  /** The text to insert. */
  readonly markdown: string;
}

export interface KnownSymbol {
  /** Absolute. */
  readonly path: string;
  readonly name: string;
  readonly line: number;
  readonly endLine?: number;
}

/** The present candidates for mentions. */
export interface MentionSources {
  readonly platform: PathPlatform;
  /** Absolute path of the project. */
  readonly root: string | undefined;
  readonly files: Searchable<string>;
  readonly folders: Searchable<string>;
  /** Relative to the project, the likeliest first. */
  readonly openPaths: readonly string[];
  /** The selection, or the place of the cursor while nothing is selected. */
  readonly selection: DocumentRange | null;
  readonly threads: readonly Pick<ThreadSummary, 'id' | 'title'>[];
  /** Declared in the open documents. */
  readonly symbols: readonly KnownSymbol[];
}

const most = 30;
const maxThreads = 5;
const maxSymbols = 8;

interface Candidate {
  readonly text: string;
  /** @param matched indices in `text` */
  option(matched: readonly number[]): MentionOption;
}

/** Options for the typed words, the best first. Without words: open files, then the top level of the project. */
export function mentionOptions(
  { words, kind }: Pick<MentionQuery, 'words' | 'kind'>,
  sources: MentionSources,
): readonly MentionOption[] {
  const page = kind === null ? pageOption(words, sources.platform) : null;
  if (page) return [page];
  const wants = (asked: MentionQuery['kind']) => kind === null || kind === asked;
  const all = (candidates: readonly Candidate[], limit: number) => rank(candidates, textOf, words, limit);
  const threads = wants('thread') ? all(threadCandidates(sources), kind ? most : maxThreads) : [];
  const symbols = wants('symbol') && (kind || words) ? all(symbolCandidates(sources), kind ? most : maxSymbols) : [];
  const present = kind === null ? all(presentCandidates(sources), most) : [];
  const open = wants('file')
    ? all(
        sources.openPaths.map((text) => pathCandidate(text, false, sources)),
        most,
      )
    : [];
  const paths = (isFolder: boolean): Ranked<Candidate>[] =>
    (isFolder ? sources.folders : sources.files)
      .rank(words, most)
      .map(({ item, match }) => ({ item: pathCandidate(item, isFolder, sources), match }));
  const folders = wants('folder') ? paths(true) : [];
  const files = wants('file') ? paths(false) : [];
  const project = [...folders, ...files].sort((one, other) => depthOf(one.item.text) - depthOf(other.item.text));
  const groups = [present, open, project, symbols, threads].flat();
  // Equal scores keep their order; without words all are equal.
  return distinct(groups.sort((a, b) => b.match.score - a.match.score)).slice(0, most);
}

const textOf = ({ text }: Candidate): string => text;

function distinct(ranked: readonly Ranked<Candidate>[]): MentionOption[] {
  const options = new Map<string, MentionOption>();
  for (const { item, match } of ranked) {
    const option = item.option(match.positions);
    if (!options.has(option.key)) options.set(option.key, option);
  }
  return [...options.values()];
}

function presentCandidates({ selection, platform, openPaths }: MentionSources): Candidate[] {
  const named = (kind: MentionKind, text: string, detail: string, markdown: string): Candidate => ({
    text,
    option: (matched) => ({ key: kind, kind, label: text, matched, detail, markdown }),
  });
  const found: Candidate[] = [];
  if (selection && selection.from < selection.to) {
    found.push(named('selection', 'Selection', labelOfRange(selection), selectionMention(selection, platform)));
  }
  if (openPaths.length > 0) {
    const detail = openPaths.length === 1 ? '1 file' : `${openPaths.length} files`;
    found.push(named('tabs', 'Open tabs', detail, formatMention('Open tabs', { kind: 'tabs' }, platform)));
    const diagnostics = formatMention('Diagnostics', { kind: 'diagnostics' }, platform);
    found.push(named('diagnostics', 'Diagnostics', 'Problems in the open files', diagnostics));
  }
  return found;
}

function pathCandidate(text: string, isDirectory: boolean, { root, platform }: MentionSources): Candidate {
  const path = root === undefined || isAbsolutePath(text) ? text : pathBelow(root, text);
  const name = baseName(path);
  const label = isDirectory ? `${name}/` : name;
  const target: MentionTarget = isDirectory ? { kind: 'directory', path: `${path}/` } : { kind: 'file', path };
  return {
    text,
    option: (matched) => ({
      key: `path:${text}`,
      kind: target.kind,
      label,
      matched: matched.map((at) => at - (text.length - name.length)).filter((at) => at >= 0),
      detail: shownParent(text, path),
      markdown: formatMention(label, target, platform),
    }),
  };
}

/** Also for symbols of the project that main finds. */
export function symbolOptions(query: string, symbols: readonly KnownSymbol[], platform: PathPlatform): MentionOption[] {
  const found = rank(
    symbols.map((symbol) => symbolCandidate(symbol, platform)),
    textOf,
    query,
    most,
  );
  return distinct(found);
}

const symbolCandidates = ({ symbols, platform }: MentionSources): Candidate[] =>
  symbols.map((symbol) => symbolCandidate(symbol, platform));

function symbolCandidate({ path, name, line, endLine }: KnownSymbol, platform: PathPlatform): Candidate {
  const target: MentionTarget = { kind: 'symbol', path, name, line, ...(endLine && { endLine }) };
  return {
    text: name,
    option: (matched) => ({
      key: `symbol:${path}:${line}:${name}`,
      kind: 'symbol',
      label: name,
      matched,
      detail: `${baseName(path)}:${line}`,
      markdown: formatMention(name, target, platform),
    }),
  };
}

const threadCandidates = ({ threads, platform }: MentionSources): Candidate[] =>
  threads.map(({ id, title }) => ({
    text: title,
    option: (matched) => ({
      key: `thread:${id}`,
      kind: 'thread',
      label: title,
      matched,
      detail: 'Thread',
      markdown: formatMention(title, { kind: 'thread', id, name: title }, platform),
    }),
  }));

function pageOption(words: string, platform: PathPlatform): MentionOption | null {
  const markdown = /^https?:\/\//i.test(words) ? pageMention(words, platform) : null;
  if (markdown === null) return null;
  return { key: 'page', kind: 'web', label: pageLabel(words), matched: [], detail: 'Fetched when sent', markdown };
}
