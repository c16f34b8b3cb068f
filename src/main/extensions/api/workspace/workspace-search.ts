import { FailureError } from '../../../../shared/contract/errors.ts';
import type {
  SearchMatch,
  SearchQuery,
  SearchResult,
} from '../../../../shared/contract/extension-api/extension-workspace.ts';
import { bytesOf, nameOf, type RipgrepMatch, readMessage } from '../../../workspace/ripgrep/ripgrep-messages.ts';
import { runRipgrep } from '../../../workspace/ripgrep/run-ripgrep.ts';
import { type RipgrepRun, spawnRipgrep } from '../../../workspace/ripgrep/spawn-ripgrep.ts';
import { findFiles } from './workspace-find.ts';

const defaultLimit = 1000;
const longestText = 1000;
/** Files that match the glob of one search. */
const maxFiles = 100_000;
/** Characters of the file names in one start of ripgrep; Windows limits a command line to 32,767. */
const namesAtOnce = 24_000;

/**
 * The lines below a folder that contain a text, in the order of paths, without ignored files (.gitignore), binary files
 * and links.
 * @param root absolute
 * @param isTold whether a path may be reported; others do not count towards the limit, which would reveal them
 * @throws {FailureError} `cancelled` when the signal aborts, `invalid-request` for an invalid expression
 */
export async function searchFiles(
  root: string,
  query: SearchQuery,
  signal: AbortSignal,
  isTold: (path: string) => boolean = () => true,
): Promise<SearchResult> {
  if (query.text.includes('\0')) {
    throw new FailureError({
      code: 'invalid-request',
      message: 'A text with a null character cannot be searched for.',
    });
  }
  const limit = query.limit ?? defaultLimit;
  const matches: SearchMatch[] = [];
  /** Matches in the present file: only at its end ripgrep reports whether it is binary. */
  let ofFile: SearchMatch[] = [];

  function onPart(line: string): boolean {
    const said = readMessage(line);
    if (said?.type === 'match') {
      const match = matchOf(said.data);
      if (isTold(match.path)) ofFile.push(match);
    }
    if (said?.type === 'end') {
      if (said.data.binary_offset === null) matches.push(...ofFile);
      ofFile = [];
    }
    return matches.length + ofFile.length <= limit;
  }

  const runOver = (...paths: readonly string[]): RipgrepRun => ({
    cwd: root,
    args: [...flags(query), '--', query.text, ...paths],
    end: '\n',
    signal,
    onPart,
  });

  let isPartial = false;
  if (query.glob === undefined) {
    ({ isPartial } = await runRipgrep(runOver('./')));
  } else {
    const found = await findFiles(root, query.glob, maxFiles, signal);
    isPartial = found.isPartial;
    for (const paths of inBatches(found.paths)) {
      isPartial = (await spawnRipgrep(runOver(...paths))).isPartial || isPartial;
      if (matches.length + ofFile.length > limit) break;
    }
  }
  return { matches: [...matches, ...ofFile].slice(0, limit), isPartial };
}

const flags = ({ isRegex, isCaseSensitive }: SearchQuery): string[] => [
  '--json',
  '--crlf',
  isCaseSensitive ? '--case-sensitive' : '--ignore-case',
  ...(isRegex ? [] : ['--fixed-strings']),
];

function matchOf({ path, lines, line_number, submatches }: RipgrepMatch): SearchMatch {
  const line = bytesOf(lines);
  const before = line.subarray(0, submatches[0]?.start ?? 0);
  return {
    path: nameOf(path).replace(/^\.\//, ''),
    line: line_number,
    column: before.toString().length + 1,
    text: line
      .subarray(0, 4 * longestText)
      .toString()
      .replace(/\r?\n$/, '')
      .slice(0, longestText),
  };
}

function inBatches(paths: readonly string[]): string[][] {
  const batches: string[][] = [];
  let length = namesAtOnce;
  for (const path of paths) {
    length += path.length + 3;
    if (length > namesAtOnce) {
      batches.push([]);
      length = path.length + 3;
    }
    batches.at(-1)?.push(`./${path}`);
  }
  return batches;
}
