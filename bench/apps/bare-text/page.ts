import { defaultKeymap, history } from '@codemirror/commands';
import { javascript } from '@codemirror/lang-javascript';
import { defaultHighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import { drawSelection, EditorView, keymap, lineNumbers } from '@codemirror/view';

declare const read: (path: string) => Promise<Uint8Array>;

let view: EditorView | undefined;

async function open(path: string, isHighlighted: boolean): Promise<void> {
  const doc = new TextDecoder().decode(await read(path));
  const colours = isHighlighted ? [javascript({ typescript: true }), syntaxHighlighting(defaultHighlightStyle)] : [];
  view?.destroy();
  view = new EditorView({
    state: EditorState.create({
      doc,
      extensions: [lineNumbers(), history(), drawSelection(), keymap.of(defaultKeymap), colours],
    }),
    parent: document.getElementById('root') as Element,
  });
  view.focus();
}

Object.assign(window, { openFile: open });
