import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { bracketMatching, indentOnInput } from '@codemirror/language';
import { Compartment, EditorState, type Extension, Facet, type Text } from '@codemirror/state';
import {
  dropCursor,
  EditorView,
  type KeyBinding,
  keymap,
  rectangularSelection,
  type ViewUpdate,
} from '@codemirror/view';
import { appCommands, commandTable, defaultKeysOf } from '../../shared/contract/app-commands.ts';
import { readKey } from '../../shared/keys/key-text.ts';
import { isMac } from '../base/environment.ts';
import { visibleBaseName } from '../base/paths.ts';
import { drawnSelection } from './display/caret.ts';
import { editorTheme } from './display/editor-theme.ts';
import { toPastedText } from './documents/line-endings.ts';
import { folds, isFolding } from './editing/folding.ts';
import { turnUndo } from './editing/turn-undo.ts';
import { rememberCopies } from './last-copy.ts';

/** Filled when the file's grammar is loaded. */
export const languageSlot = new Compartment();
/** Read-only or not; reconfigured when the document moves to another file. */
export const readOnlySlot = new Compartment();
/** Extensions that depend on the path; reconfigured when the file is moved. */
export const nameSlot = new Compartment();
/** Extensions from the settings, which depend on the language. */
export const optionsSlot = new Compartment();
/** The undo history; empty in views that follow another one of their document. */
export const historySlot = new Compartment();
/** Filled when `editor-extras.ts` is loaded. */
export const extrasSlot = new Compartment();

/** The injected style sheets carry the nonce of this load of the page, as the content security policy wants. */
export const styleNonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';

/** Texts of `editor-extras.ts`. Setting them later would make CodeMirror redraw and lose its scroll position. */
const phrases = {
  'current match': 'Match',
  'on line': 'on line',
};

const keysInText = new Set(
  appCommands
    .filter((command) => [undefined, 'text', 'editor'].includes(commandTable[command].within))
    .flatMap((command) => defaultKeysOf(command, isMac)),
);

/**
 * Whether a key is not the default one of a command of the app, which serves it. Otherwise it would keep that meaning
 * when the person has taken it from the command.
 */
function isNoCommand({ key, mac }: KeyBinding): boolean {
  const text = (isMac && mac) || key;
  // An upper-case letter is typed with Shift.
  const read = text && readKey(text.replace(/[A-Z]$/, 'Shift-$&').replaceAll(/-(?=.)/g, '+'), isMac);
  return !read || !keysInText.has(read);
}

const common: Extension = [
  EditorState.phrases.of(phrases),
  EditorView.cspNonce.of(styleNonce),
  EditorState.lineSeparator.of('\n'),
  EditorView.clipboardInputFilter.of(toPastedText),
  EditorState.allowMultipleSelections.of(true),
  historySlot.of(history()),
  drawnSelection,
  dropCursor(),
  EditorView.clickAddsSelectionRange.of(({ altKey, shiftKey }) => altKey && !shiftKey),
  rectangularSelection({ eventFilter: ({ altKey, shiftKey, button }) => altKey && shiftKey && button === 0 }),
  folds,
  indentOnInput(),
  bracketMatching(),
  editorTheme,
  turnUndo,
  keymap.of([...defaultKeymap.filter(isNoCommand), ...historyKeymap, indentWithTab]),
];

export interface EditorOptions {
  readonly path: string;
  readonly text: Text;
  readonly options: Extension;
  readonly isReadOnly: boolean;
  readonly extras: Extension;
  /** Called after each change of text, selection or folds. */
  onUpdate(update: ViewUpdate): void;
}

/** The key of the document that a state is of. */
export const documentKey = Facet.define<string, string>({ combine: ([key]) => key ?? '' });

export const namedBy = (path: string): Extension => [
  documentKey.of(path),
  EditorView.contentAttributes.of({ tabindex: '0', 'aria-label': `Text of ${visibleBaseName(path)}` }),
  rememberCopies(path),
];

export function createEditorState(options: EditorOptions): EditorState {
  return EditorState.create({
    doc: options.text,
    extensions: [
      optionsSlot.of(options.options),
      common,
      readOnlySlot.of(EditorState.readOnly.of(options.isReadOnly)),
      nameSlot.of(namedBy(options.path)),
      languageSlot.of([]),
      extrasSlot.of(options.extras),
      EditorView.updateListener.of((update) => {
        if (update.docChanged || update.selectionSet || update.transactions.some(isFolding)) options.onUpdate(update);
      }),
    ],
  });
}
