import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { bracketMatching, indentOnInput, indentUnit } from '@codemirror/language';
import { type ChangeSet, Compartment, EditorState, type Extension, type Text } from '@codemirror/state';
import {
  crosshairCursor,
  drawSelection,
  dropCursor,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
  rectangularSelection,
} from '@codemirror/view';
import { visibleBaseName } from '../app/paths.ts';
import { toPastedText } from './documents/line-endings.ts';
import { editorTheme } from './editor-theme.ts';
import type { Indentation } from './indentation.ts';
import { rememberCopies } from './last-copy.ts';

/** Filled when the file's grammar is loaded. */
export const languageSlot = new Compartment();
/** What says which file it is; another when the file is moved. */
export const nameSlot = new Compartment();
/** Filled when `editor-extras.ts` is loaded. */
export const extrasSlot = new Compartment();

/** The injected style sheets carry the nonce of this load of the page, as the content security policy wants. */
export const styleNonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';

const common: Extension = [
  EditorView.cspNonce.of(styleNonce),
  EditorState.lineSeparator.of('\n'),
  EditorView.clipboardInputFilter.of(toPastedText),
  EditorState.allowMultipleSelections.of(true),
  lineNumbers(),
  highlightActiveLineGutter(),
  highlightActiveLine(),
  highlightSpecialChars(),
  history(),
  drawSelection(),
  dropCursor(),
  rectangularSelection(),
  crosshairCursor(),
  indentOnInput(),
  bracketMatching(),
  editorTheme,
  keymap.of([...defaultKeymap, ...historyKeymap, indentWithTab]),
];

export interface EditorOptions {
  readonly path: string;
  readonly text: Text;
  readonly indentation: Indentation;
  readonly isReadOnly: boolean;
  readonly extras: Extension;
  /** Called after each change of text or selection. */
  onUpdate(state: EditorState, changes: ChangeSet): void;
}

export const namedBy = (path: string): Extension => [
  EditorView.contentAttributes.of({ tabindex: '0', 'aria-label': `Text of ${visibleBaseName(path)}` }),
  rememberCopies(path),
];

export function createEditorState(options: EditorOptions): EditorState {
  const { kind, size } = options.indentation;
  return EditorState.create({
    doc: options.text,
    extensions: [
      common,
      EditorState.tabSize.of(size),
      indentUnit.of(kind === 'tabs' ? '\t' : ' '.repeat(size)),
      EditorState.readOnly.of(options.isReadOnly),
      nameSlot.of(namedBy(options.path)),
      languageSlot.of([]),
      extrasSlot.of(options.extras),
      EditorView.updateListener.of(({ state, changes, docChanged, selectionSet }) => {
        if (docChanged || selectionSet) options.onUpdate(state, changes);
      }),
    ],
  });
}
