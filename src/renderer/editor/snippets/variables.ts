import type { EditorState } from '@codemirror/state';
import { isUntitled } from '../../../shared/contract/documents/document-key.ts';
import { baseName, parentPath, relativePath } from '../../base/paths.ts';

export interface SnippetPlace {
  readonly state: EditorState;
  /** Of the document. */
  readonly key: string;
  /** Absolute path of the open folder. */
  readonly root: string | undefined;
  readonly now: Date;
}

interface CommentTokens {
  readonly line?: string;
  readonly block?: { readonly open: string; readonly close: string };
}

const two = (value: number): string => String(value).padStart(2, '0');
const named = (now: Date, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat('en', options).format(now);
const orNull = (text: string | undefined): string | null => (text ? text : null);

function offsetOf(now: Date): string {
  const minutes = -now.getTimezoneOffset();
  const [hours, rest] = [Math.trunc(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `${minutes < 0 ? '-' : '+'}${two(hours)}:${two(rest)}`;
}

const random = (from: string, length: number): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(length)), (byte) => from[byte % from.length]).join('');

const lineAt = ({ doc, selection }: EditorState) => doc.lineAt(selection.main.head);
const wordAt = (state: EditorState): string => {
  const word = state.wordAt(state.selection.main.head);
  return word ? state.sliceDoc(word.from, word.to) : '';
};
const commentsOf = ({ state }: SnippetPlace): CommentTokens =>
  state.languageDataAt<CommentTokens>('commentTokens', state.selection.main.head, 1)[0] ?? {};
const pathOf = ({ key }: SnippetPlace): string => (isUntitled(key) ? '' : key);

/** The variables of VS Code's snippets, but for the clipboard: what lies there is not for whoever wrote a snippet. */
const variables: Readonly<Record<string, (place: SnippetPlace) => string | null>> = {
  TM_SELECTED_TEXT: ({ state }) => orNull(state.sliceDoc(state.selection.main.from, state.selection.main.to)),
  TM_CURRENT_LINE: ({ state }) => lineAt(state).text,
  TM_CURRENT_WORD: ({ state }) => orNull(wordAt(state)),
  TM_LINE_INDEX: ({ state }) => String(lineAt(state).number - 1),
  TM_LINE_NUMBER: ({ state }) => String(lineAt(state).number),
  TM_FILENAME: (place) => orNull(baseName(pathOf(place))),
  TM_FILENAME_BASE: (place) => orNull(baseName(pathOf(place)).replace(/(?!^)\.[^.]*$/, '')),
  TM_DIRECTORY: (place) => orNull(pathOf(place) && parentPath(pathOf(place))),
  TM_FILEPATH: (place) => orNull(pathOf(place)),
  RELATIVE_FILEPATH: (place) => orNull(pathOf(place) && relativePath(place.root, pathOf(place))),
  WORKSPACE_NAME: ({ root }) => orNull(root && baseName(root)),
  WORKSPACE_FOLDER: ({ root }) => orNull(root),
  CLIPBOARD: () => null,
  CURSOR_INDEX: () => '0',
  CURSOR_NUMBER: () => '1',
  CURRENT_YEAR: ({ now }) => String(now.getFullYear()),
  CURRENT_YEAR_SHORT: ({ now }) => two(now.getFullYear() % 100),
  CURRENT_MONTH: ({ now }) => two(now.getMonth() + 1),
  CURRENT_MONTH_NAME: ({ now }) => named(now, { month: 'long' }),
  CURRENT_MONTH_NAME_SHORT: ({ now }) => named(now, { month: 'short' }),
  CURRENT_DATE: ({ now }) => two(now.getDate()),
  CURRENT_DAY_NAME: ({ now }) => named(now, { weekday: 'long' }),
  CURRENT_DAY_NAME_SHORT: ({ now }) => named(now, { weekday: 'short' }),
  CURRENT_HOUR: ({ now }) => two(now.getHours()),
  CURRENT_MINUTE: ({ now }) => two(now.getMinutes()),
  CURRENT_SECOND: ({ now }) => two(now.getSeconds()),
  CURRENT_SECONDS_UNIX: ({ now }) => String(Math.floor(now.getTime() / 1000)),
  CURRENT_TIMEZONE_OFFSET: ({ now }) => offsetOf(now),
  RANDOM: () => random('0123456789', 6),
  RANDOM_HEX: () => random('0123456789abcdef', 6),
  UUID: () => crypto.randomUUID(),
  LINE_COMMENT: (place) => orNull(commentsOf(place).line),
  BLOCK_COMMENT_START: (place) => orNull(commentsOf(place).block?.open),
  BLOCK_COMMENT_END: (place) => orNull(commentsOf(place).block?.close),
};

/** @returns null: it has no value here, undefined: there is no such variable */
export const valueOfVariable = (name: string, place: SnippetPlace): string | null | undefined =>
  Object.hasOwn(variables, name) ? variables[name]?.(place) : undefined;
