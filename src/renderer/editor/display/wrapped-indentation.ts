import { countColumn, type Extension, RangeSetBuilder } from '@codemirror/state';
import { Decoration, type DecorationSet, type EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';

/** Columns at most, so that there is room left for words. */
const deepest = 40;

/**
 * Indents the wrapped rows of a line like its first one.
 * @param more columns beyond that
 */
export function wrappedIndentation(more: number): Extension {
  class Indented {
    decorations: DecorationSet;

    constructor(view: EditorView) {
      this.decorations = indentedLines(view, more);
    }

    update(update: ViewUpdate): void {
      if (update.docChanged || update.viewportChanged) this.decorations = indentedLines(update.view, more);
    }
  }
  return ViewPlugin.fromClass(Indented, { decorations: ({ decorations }) => decorations });
}

function indentedLines({ state, visibleRanges }: EditorView, more: number): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  let last = -1;
  for (const { from, to } of visibleRanges) {
    for (let at = from; at <= to; ) {
      const line = state.doc.lineAt(at);
      at = line.to + 1;
      if (line.from === last) continue;
      last = line.from;
      const [blank] = /^[ \t]*/.exec(line.text) ?? [''];
      const columns = Math.min(countColumn(blank, state.tabSize) + more, deepest);
      if (columns === 0 || blank.length === line.length) continue;
      builder.add(line.from, line.from, indented(columns));
    }
  }
  return builder.finish();
}

const made = new Map<number, Decoration>();

function indented(columns: number): Decoration {
  const known = made.get(columns);
  if (known) return known;
  const style = `--editor-wrap-indent: ${columns}ch`;
  const decoration = Decoration.line({ class: 'cm-wrap-indented', attributes: { style } });
  made.set(columns, decoration);
  return decoration;
}
