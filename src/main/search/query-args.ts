import type { FolderQuery } from '../../shared/contract/documents/folder-search.ts';
import { patternOf, withBothLineEnds } from './line-end-pattern.ts';

/** Arguments of ripgrep for a query, but for where it looks. */
export const matchArgs = ({ text, replacement, context, ...query }: FolderQuery): string[] => [
  '--json',
  '--crlf',
  query.isCaseSensitive ? '--case-sensitive' : '--ignore-case',
  ...(query.isWholeWord ? ['--word-regexp'] : []),
  ...patternArgs(text, query.isRegexp),
  ...(context > 0 ? [`--context=${context}`] : []),
  ...(replacement === null ? [] : [`--replace=${query.isRegexp ? groupsOf(replacement) : escaped(replacement)}`]),
];

function patternArgs(text: string, isRegexp: boolean): string[] {
  if (goesOverLines(text, isRegexp)) {
    return ['--multiline', `--regexp=${withBothLineEnds(isRegexp ? text : patternOf(text))}`];
  }
  return [...(isRegexp ? [] : ['--fixed-strings']), `--regexp=${text}`];
}

const goesOverLines = (text: string, isRegexp: boolean): boolean =>
  text.includes('\n') || (isRegexp && /\\n|\(\?[a-z]*s/.test(text));

const escaped = (replacement: string): string => replacement.replaceAll('$', '$$$$');

const characters: Readonly<Record<string, string>> = { n: '\n', t: '\t', '\\': '\\' };

/** As people write it for other editors. ripgrep takes `$1a` for a group of that name, and `\n` for two characters. */
const groupsOf = (replacement: string): string =>
  replacement
    .replace(/\\([nt\\])/g, (_, letter: string) => characters[letter] ?? letter)
    .replace(/\$(\$|&|\d+)/g, (_, group: string) => {
      if (group === '$') return '$$';
      return `\${${group === '&' ? '0' : group}}`;
    });

/** Arguments for files that are not searched. */
export const excludeArgs = (exclude: string): string[] => globsOf(exclude).map((glob) => `--glob=!${glob}`);

/** Of `src, *.{ts,tsx}`: each as a file and as a folder. */
export function globsOf(list: string): string[] {
  const globs: string[] = [];
  let [start, depth] = [0, 0];
  for (let at = 0; at <= list.length; at += 1) {
    const character = list[at];
    if (character === '{') depth += 1;
    else if (character === '}') depth -= 1;
    else if (character === undefined || (character === ',' && depth <= 0)) {
      globs.push(list.slice(start, at).trim());
      start = at + 1;
    }
  }
  return globs.filter(Boolean).flatMap((glob) => {
    const bare = glob.replaceAll('\\', '/').replace(/^\.\//, '/').replace(/\/+$/, '');
    return bare === '' ? [] : [bare, `${bare}/**`];
  });
}
