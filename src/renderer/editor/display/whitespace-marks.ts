import { type EditorState, type Extension, RangeSetBuilder } from '@codemirror/state';
import { Decoration, type DecorationSet, type EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import type { EditorSettings } from '../../../shared/contract/settings/setting-table.ts';

type Where = EditorSettings['editor.renderWhitespace'];

const space = Decoration.mark({ class: 'cm-mark-space' });
const tab = Decoration.mark({ class: 'cm-mark-tab' });
/** Longer lines get no marks: nobody looks at all blanks of a line of a megabyte. */
const longestLine = 20_000;

/** Draws spaces and tabs of the visible lines. */
export function whitespaceMarks(where: Where): Extension {
  if (where === 'none') return [];
  class Marks {
    decorations: DecorationSet;

    constructor(view: EditorView) {
      this.decorations = marksIn(view, where);
    }

    update(update: ViewUpdate): void {
      const isMoved = where === 'selection' && update.selectionSet;
      if (update.docChanged || update.viewportChanged || isMoved) this.decorations = marksIn(update.view, where);
    }
  }
  return ViewPlugin.fromClass(Marks, { decorations: ({ decorations }) => decorations });
}

function marksIn({ state, visibleRanges }: EditorView, where: Where): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  for (const { from, to } of visibleRanges) {
    for (let at = from; at <= to; ) {
      const line = state.doc.lineAt(at);
      if (line.length <= longestLine) {
        for (const place of blanksOf(line.text, where)) {
          const offset = line.from + place;
          if (offset < from || offset >= to) continue;
          if (where === 'selection' && !isSelected(state, offset)) continue;
          builder.add(offset, offset + 1, line.text[place] === '\t' ? tab : space);
        }
      }
      at = line.to + 1;
    }
  }
  return builder.finish();
}

const isSelected = ({ selection }: EditorState, offset: number): boolean =>
  selection.ranges.some(({ from, to }) => from <= offset && offset < to);

/** Offsets of the spaces and tabs of a line that are to be drawn. */
export function blanksOf(text: string, where: Where): number[] {
  const end = text.trimEnd().length;
  const start = text.length - text.trimStart().length;
  return [...text.matchAll(/[ \t]/g)]
    .map(({ index }) => index)
    .filter((at) => {
      if (where === 'trailing') return at >= end;
      if (where !== 'boundary' || at >= end || at < start || text[at] === '\t') return true;
      return isBlank(text[at - 1]) || isBlank(text[at + 1]);
    });
}

const isBlank = (letter: string | undefined): boolean => letter === ' ' || letter === '\t';
