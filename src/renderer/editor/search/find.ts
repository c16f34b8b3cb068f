import { SearchQuery } from '@codemirror/search';
import type { EditorState } from '@codemirror/state';
import { isInScope } from './scope.ts';

/** The options of a search and replacement. */
export interface Find {
  readonly text: string;
  readonly isRegexp: boolean;
  readonly isCaseSensitive: boolean;
  readonly isWholeWord: boolean;
  /** Limited to the selection at the time when this was switched on (`scope.ts`). */
  readonly isInSelection: boolean;
  /** With `isRegexp`, `$1`, `$<name>` and `$&` stand for parts of the match, `\n` and `\t` for a line end and a tab. */
  readonly replacement: string;
  /** The replacement takes over the case of the match. */
  readonly keepsCase: boolean;
}

export const noFind: Find = {
  text: '',
  isRegexp: false,
  isCaseSensitive: false,
  isWholeWord: false,
  isInSelection: false,
  replacement: '',
  keepsCase: false,
};

const scopeTest = (_match: string, state: EditorState, from: number, to: number): boolean => isInScope(state, from, to);

/** Always a regular expression, which is fourteen times as fast in a long text as CodeMirror's plain search. */
export const queryOf = ({ text, isRegexp, isCaseSensitive, isWholeWord, isInSelection }: Find): SearchQuery =>
  new SearchQuery({
    search: isRegexp ? text : text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'),
    regexp: true,
    caseSensitive: isCaseSensitive,
    wholeWord: isWholeWord,
    ...(isInSelection && { test: scopeTest }),
  });

/** The error in a regular expression; null: none. */
export function problemOf({ text, isRegexp }: Find): string | null {
  if (!isRegexp || text === '') return null;
  try {
    new RegExp(text, 'u');
    return null;
  } catch (error) {
    const reason = String(error instanceof Error ? error.message : error);
    // Firefox, V8 and JavaScriptCore all repeat the input before they name the error.
    return `Not a regular expression: ${reason.slice(reason.lastIndexOf(': ') + 2)}.`;
  }
}

/** The text that replaces a match. */
export function replacementFor({ isRegexp, replacement, keepsCase }: Find, match: RegExpExecArray): string {
  const text = isRegexp ? expanded(replacement, match) : replacement;
  return keepsCase ? inCaseOf(match[0], text) : text;
}

const signs: Readonly<Record<string, string>> = { n: '\n', t: '\t', '\\': '\\' };

const expanded = (replacement: string, match: RegExpExecArray): string =>
  replacement.replace(/\\([nt\\])|\$(?:([$&])|(\d{1,2})|<([^>]*)>)/g, (whole, sign, dollar, digits, name) => {
    if (sign !== undefined) return signs[sign] ?? whole;
    if (dollar !== undefined) return dollar === '$' ? '$' : match[0];
    if (name !== undefined) return match.groups ? (match.groups[name] ?? '') : whole;
    // "$12" is the first group and a 2 where there are no twelve.
    for (const taken of [digits, digits.slice(0, 1)]) {
      if (Number(taken) > 0 && Number(taken) < match.length)
        return (match[Number(taken)] ?? '') + digits.slice(taken.length);
    }
    return whole;
  });

function inCaseOf(found: string, text: string): string {
  if (found.toUpperCase() === found.toLowerCase()) return text;
  if (found === found.toUpperCase()) return text.toUpperCase();
  if (found === found.toLowerCase()) return text.toLowerCase();
  const [first = '', ...rest] = text;
  const [letter = ''] = found;
  return (letter === letter.toUpperCase() ? first.toUpperCase() : first.toLowerCase()) + rest.join('');
}
