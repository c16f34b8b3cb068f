import { history, historyKeymap, isolateHistory, standardKeymap } from '@codemirror/commands';
import { EditorState, type Extension, Prec } from '@codemirror/state';
import { dropCursor, EditorView, keymap, placeholder } from '@codemirror/view';
import type { Mention } from '../../../shared/links/mention.ts';
import { parseShell } from '../../../shared/typed-shell.ts';
import { drawnSelection } from '../../editor/display/caret.ts';
import { toPastedText } from '../../editor/documents/line-endings.ts';
import { styleNonce } from '../../editor/editor-setup.ts';
import { minimalChange } from '../../editor/minimal-change.ts';
import { type ChipOptions, mentionChips } from '../mentions/mention-chips.ts';
import { noteOwnCopy } from '../mentions/pasted-mentions.ts';

export interface FieldEvents {
  /** The text or the cursor changed. */
  changed(text: string, cursor: number): void;
  /** @returns whether the key was used; keys that an input method handles are not passed */
  keyPressed(event: KeyboardEvent): boolean;
  /** @returns whether the paste was used */
  pasted(event: ClipboardEvent, field: FieldEditor): boolean;
  /** Text was typed or pasted; changes made now join the same undo step. */
  typed(field: FieldEditor): void;
  focusChanged(isFocused: boolean): void;
  opened(mention: Mention): void;
}

export interface FieldOptions extends Pick<ChipOptions, 'platform' | 'draw'> {
  readonly placeholder: string;
  /** Transforms text that is pasted or dropped. */
  taken(text: string): string;
  readonly events: FieldEvents;
}

/** The editor in which a prompt is written. */
export type FieldEditor = ReturnType<typeof createFieldEditor>;

export function createFieldEditor(parent: HTMLElement, options: FieldOptions) {
  const { events, platform, draw } = options;
  const chips = mentionChips({ platform, draw });
  /** The editor states of threads that are not shown. */
  const kept = new Map<string, EditorState>();
  let attributes: Readonly<Record<string, string>> = {};
  let shown: string | null = null;

  const extensions: Extension = [
    EditorView.cspNonce.of(styleNonce),
    EditorState.lineSeparator.of('\n'),
    EditorView.clipboardInputFilter.of((text) => options.taken(toPastedText(text))),
    EditorView.clipboardOutputFilter.of(noteOwnCopy),
    pastedIsNoCommand,
    Prec.highest(
      EditorView.domEventHandlers({
        keydown: (event) => events.keyPressed(event),
        paste: (event) => events.pasted(event, field),
        mousedown: (event) => chipAt(event) !== null,
        click: (event) => openChip(event),
      }),
    ),
    EditorView.contentAttributes.of(({ state }) => ({
      tabindex: '0',
      ...attributes,
      'data-composer': state.doc.length === 0 ? 'empty' : 'text',
    })),
    placeholder(options.placeholder),
    EditorView.lineWrapping,
    history(),
    drawnSelection,
    dropCursor(),
    chips.extension,
    fieldTheme,
    keymap.of([
      { key: 'Shift-Enter', run: insertLine },
      { key: 'Alt-Enter', run: openAtCursor },
      ...standardKeymap,
      ...historyKeymap,
    ]),
    EditorView.updateListener.of(({ state, docChanged, selectionSet, focusChanged, transactions, view }) => {
      if (docChanged || selectionSet) events.changed(state.doc.toString(), state.selection.main.head);
      if (focusChanged) events.focusChanged(view.hasFocus);
      if (transactions.some((each) => each.isUserEvent('input'))) events.typed(field);
    }),
  ];

  function insertLine(): boolean {
    view.dispatch(view.state.replaceSelection('\n'), { scrollIntoView: true, userEvent: 'input' });
    return true;
  }

  const chipAt = ({ target }: Event): HTMLElement | null =>
    target instanceof Element ? target.closest<HTMLElement>('[data-mention]') : null;

  function openChip(event: MouseEvent): boolean {
    const chip = chipAt(event);
    if (!chip) return false;
    const at = view.posAtDOM(chip);
    return open(chips.mentionsIn(view.state).find(({ from }) => from === at));
  }

  function openAtCursor(): boolean {
    const { head } = view.state.selection.main;
    return open(chips.mentionsIn(view.state).find(({ from, to }) => from === head || to === head));
  }

  function open(mention: Mention | undefined): boolean {
    if (mention) events.opened(mention);
    return mention !== undefined;
  }

  const createState = (doc: string): EditorState =>
    EditorState.create({ doc, selection: { anchor: doc.length }, extensions });

  const view = new EditorView({ parent, state: createState('') });

  function put(text: string): void {
    const change = minimalChange(view.state.doc.toString(), text);
    if (!change) return;
    const end = change.from + change.insert.length;
    view.dispatch({
      changes: change,
      ...(change.insert !== '' && { selection: { anchor: end } }),
      annotations: isolateHistory.of('full'),
      scrollIntoView: true,
    });
  }

  const field = {
    view,
    /** Shows the text of a thread, with the cursor and the history that it was left with. */
    show(threadId: string | null, text: string) {
      if (threadId !== shown) {
        // A draft begun before there was a thread belongs to the first one.
        const isFirst = shown === null && threadId !== null && !kept.has(threadId);
        if (shown !== null) kept.set(shown, view.state);
        if (!isFirst) view.setState((threadId !== null && kept.get(threadId)) || createState(text));
        shown = threadId;
        events.changed(text, Math.min(view.state.selection.main.head, text.length));
      }
      put(text);
    },
    /** For the element that has the keyboard. */
    setAttributes(next: Readonly<Record<string, string>>) {
      attributes = next;
      view.dispatch({});
    },
    /** The cursor goes behind what is put in. */
    replace(from: number, to: number, text: string) {
      view.dispatch({
        changes: { from, to, insert: text },
        selection: { anchor: from + text.length },
        scrollIntoView: true,
        userEvent: 'input.complete',
      });
    },
    /** Puts words where the cursor is, apart from those around it. */
    insert(text: string) {
      const { from, to } = view.state.selection.main;
      const before = from > 0 && !/\s/.test(view.state.sliceDoc(from - 1, from)) ? ' ' : '';
      const after = /^\s/.test(view.state.sliceDoc(to, to + 1)) ? '' : ' ';
      field.replace(from, to, `${before}${text}${after}`);
    },
    destroy: () => view.destroy(),
  };
  return field;
}

/** Only what a person types becomes a command: a text that is pasted where the message begins is a message. */
const pastedIsNoCommand = EditorState.transactionFilter.of((transaction) => {
  if (!transaction.isUserEvent('input.paste') && !transaction.isUserEvent('input.drop')) return transaction;
  let isAtBeginning = false;
  transaction.changes.iterChanges((_fromA, _toA, fromB, toB) => {
    isAtBeginning ||= fromB === 0 && toB > 0;
  });
  const isCommand = isAtBeginning && parseShell(transaction.newDoc.sliceString(0, 3)) !== null;
  return isCommand ? [transaction, { changes: { from: 0, insert: '\\' }, sequential: true }] : transaction;
});

/** The look of the app's fields, in the font of the thread. */
const fieldTheme = EditorView.theme({
  '&': { color: 'var(--text)', fontSize: 'var(--text-2)', maxHeight: '40vh' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--font-ui)', lineHeight: '1.5', overflowX: 'hidden' },
  '.cm-content': {
    minWidth: '0',
    padding: 'var(--space-2) 0',
    caretColor: 'var(--text)',
    userSelect: 'text',
  },
  '.cm-content[data-shell]': { fontFamily: 'var(--font-mono)', fontSize: '0.95em' },
  '.cm-line': { padding: '0 var(--space-3)', overflowWrap: 'anywhere' },
  '.cm-cursor, .cm-dropCursor': { borderLeft: '1.5px solid var(--text)', marginLeft: '-0.75px' },
  '.cm-placeholder': { color: 'var(--text-quiet)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--selection)',
  },
});
