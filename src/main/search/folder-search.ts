import { dirname, join } from 'node:path';
import { isUntitled } from '../../shared/contract/documents/document-key.ts';
import {
  type FolderQuery,
  type FoundFile,
  type FoundLine,
  maxMatches,
  type SearchEnd,
  type UnsavedText,
} from '../../shared/contract/documents/folder-search.ts';
import { toFailure } from '../../shared/contract/errors.ts';
import type { MainEvent } from '../../shared/contract/renderer-api.ts';
import { type DirectoryRules, readRules } from '../documents/gitignore.ts';
import { nameOf, readMessage } from '../workspace/ripgrep/ripgrep-messages.ts';
import { createRuleFilesMemory } from '../workspace/ripgrep/rule-files.ts';
import { type RipgrepWithinRules, runRipgrep } from '../workspace/ripgrep/run-ripgrep.ts';
import { spawnRipgrep } from '../workspace/ripgrep/spawn-ripgrep.ts';
import { foundLines } from './found-line.ts';
import { excludeArgs, globsOf, matchArgs } from './query-args.ts';

/** Milliseconds in which files with matches are gathered: after the first of them, and then. Drawing them takes 25 of the page's. */
const firstGatherMs = 200;
const gatherMs = 400;
/** Milliseconds, after which what was found by then is shown as a part. */
const longestSearch = 10 * 60_000;
/** Bytes of what ripgrep says, of which 20,000 matches take 12 million. */
const usualOutput = 64 * 1024 * 1024;

export interface FolderSearchDeps {
  /** The open folder. */
  root(): string | null;
  readonly publish: (event: Extract<MainEvent, { type: 'search-found' | 'search-ended' }>) => void;
  /** Bytes, up to which what ripgrep says goes through a file. */
  readonly maxPrinted?: number;
}

/** Searches the files of the open folder for a person, with ripgrep. One search runs at a time. */
export function createFolderSearch({ root, publish, maxPrinted = usualOutput }: FolderSearchDeps) {
  let present: { readonly id: string; readonly controller: AbortController } | null = null;
  const ruleFiles = createRuleFilesMemory();

  function stop(): void {
    present?.controller.abort();
    present = null;
  }

  async function run(id: string, query: FolderQuery, unsaved: readonly UnsavedText[], signal: AbortSignal) {
    const teller = createTeller((files) =>
      publish({ type: 'search-found', searchId: id, files: JSON.stringify(files) }),
    );
    const end = await search(query, unsaved, signal, teller.tell).catch(
      (thrown): SearchEnd => ({ isPartial: true, failure: toFailure(thrown) }),
    );
    teller.end();
    if (!signal.aborted) publish({ type: 'search-ended', searchId: id, end });
  }

  async function search(
    query: FolderQuery,
    unsaved: readonly UnsavedText[],
    signal: AbortSignal,
    tell: (file: FoundFile) => void,
  ): Promise<SearchEnd> {
    const folder = root();
    if (folder === null) return { isPartial: false, failure: null };
    const include = globsOf(query.include);
    const isShown = include.length === 0 ? null : createRuleCheck(folder);
    const shared = { cwd: folder, signal, limitMs: longestSearch } as const;
    const listed = { ...shared, include, ruleFiles, args: ['--sort=none', ...excludeArgs(query.exclude)] };
    const edited = await editedOf(unsaved, listed, isShown);
    const checks: Promise<void>[] = [];
    const seen = new Set(edited.keys());
    const tellShown = (file: FoundFile): void => {
      seen.add(file.path);
      if (isShown === null || edited.has(file.path)) return tell(file);
      checks.push(isShown(file.path).then((isIt) => (isIt ? tell(file) : undefined)));
    };
    const collector = createCollector(tellShown);
    for (const [path, text] of edited) {
      const onPart = (line: string) => collector.take(line, () => path);
      await spawnRipgrep({ ...shared, end: '\n', args: [...matchArgs(query), '-'], input: text, onPart });
    }
    const searchFiles = (throughFile: boolean) =>
      runRipgrep({
        ...listed,
        args: [...listed.args, ...matchArgs(query), './'],
        end: '\n',
        maxPrinted: throughFile ? maxPrinted : undefined,
        onPart: (line) => collector.take(line, (name) => keyUnless(seen, join(folder, name))),
      });
    let { isPartial, isTooMuch } = await searchFiles(true);
    // A full disk is not told by ripgrep when it may not complain of files.
    if (isTooMuch || !(isPartial || collector.isComplete())) ({ isPartial } = await searchFiles(false));
    await Promise.all(checks);
    return { isPartial, failure: null };
  }

  return {
    start(id: string, query: FolderQuery, unsaved: readonly UnsavedText[]) {
      stop();
      const controller = new AbortController();
      present = { id, controller };
      void run(id, query, unsaved, controller.signal);
    },
    stop(id: string) {
      if (present?.id === id) stop();
    },
    dispose: stop,
  };
}

type Listed = Omit<RipgrepWithinRules, 'end' | 'onPart'>;
type RuleCheck = (path: string) => Promise<boolean>;

const keyUnless = (seen: ReadonlySet<string>, path: string): string | null => (seen.has(path) ? null : path);

/** Of the unsaved texts those that are asked for, by their key. */
async function editedOf(
  unsaved: readonly UnsavedText[],
  listed: Listed,
  isShown: RuleCheck | null,
): Promise<ReadonlyMap<string, string>> {
  const edited = new Map<string, string>();
  if (unsaved.length === 0) return edited;
  const texts = new Map(unsaved.map(({ path, text }) => [path, text]));
  if (isShown === null) for (const [path, text] of texts) if (isUntitled(path)) edited.set(path, text);
  const found: string[] = [];
  await runRipgrep({
    ...listed,
    args: [...listed.args, '--files', '--null', './'],
    end: '\0',
    onPart(name) {
      const path = join(listed.cwd, name);
      if (texts.has(path)) found.push(path);
      return true;
    },
  });
  for (const path of found) if (isShown === null || (await isShown(path))) edited.set(path, texts.get(path) ?? '');
  return edited;
}

/** Whether .gitignore files leave a file in. */
function createRuleCheck(folder: string): RuleCheck {
  const rules = new Map<string, Promise<DirectoryRules>>();
  return async (path) => {
    const directory = dirname(path);
    const known = rules.get(directory) ?? readRules(folder, directory);
    rules.set(directory, known);
    return !(await known).isIgnored(path, 'file');
  };
}

/** Gathers the lines of each file, until ripgrep says at its end whether it is a binary one. */
function createCollector(tell: (file: FoundFile) => void) {
  let count = 0;
  let path: string | null = null;
  let lines: FoundLine[] = [];
  let isComplete = false;
  let isBroken = false;

  function drop(): void {
    count -= lines.reduce((all, { matches }) => all + matches.length, 0);
    path = null;
    lines = [];
  }

  function hand(of: string): void {
    tell({ path: of, lines });
    path = null;
    lines = [];
  }

  function add(line: FoundLine): void {
    const room = maxMatches - count;
    if (room === 0) return;
    lines.push(line.matches.length > room ? { ...line, matches: line.matches.slice(0, room) } : line);
    count += Math.min(line.matches.length, room);
  }

  return {
    /**
     * Takes a line of ripgrep.
     * @param keyOf how a file is called; null: it is left out
     * @returns false when there are enough
     */
    take(text: string, keyOf: (name: string) => string | null): boolean {
      const message = readMessage(text);
      if (message?.type === 'begin') {
        // An end that was not told is that of another run.
        drop();
        path = keyOf(nameOf(message.data.path));
      } else if ((message?.type === 'match' || message?.type === 'context') && path !== null) {
        for (const line of foundLines(message)) add(line);
      } else if (message?.type === 'end' && path !== null) {
        // A match may have been longer than a message of ripgrep is taken.
        const hasMatches = lines.some(({ matches }) => matches.length > 0);
        if (hasMatches && message.data.binary_offset === null) hand(path);
        else drop();
      }
      isComplete = message?.type === 'summary';
      isBroken ||= message === undefined;
      if (count < maxMatches) return true;
      // Nobody hears of its end any more.
      if (path !== null) hand(path);
      return false;
    },
    /** Whether ripgrep has told all to its end. */
    isComplete: () => isComplete && !isBroken,
  };
}

/** Tells the first file at once, and others together. */
function createTeller(send: (files: readonly FoundFile[]) => void) {
  let waiting: FoundFile[] = [];
  let timer: NodeJS.Timeout | undefined;
  let pause = firstGatherMs;
  const flush = () => {
    const files = waiting;
    waiting = [];
    timer = files.length > 0 ? setTimeout(flush, pause) : undefined;
    if (files.length > 1) pause = gatherMs;
    if (files.length > 0) send(files);
  };
  return {
    tell(file: FoundFile): void {
      waiting.push(file);
      if (timer === undefined) flush();
    },
    end(): void {
      flush();
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
