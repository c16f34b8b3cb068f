import { indentUnit } from '@codemirror/language';
import { EditorState, type Extension, Prec } from '@codemirror/state';
import {
  EditorView,
  GutterMarker,
  gutter,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  lineNumbers,
  scrollPastEnd,
} from '@codemirror/view';
import type { EditorSettings, Ruler } from '../../shared/contract/settings/setting-table.ts';
import { whitespaceMarks } from './display/whitespace-marks.ts';
import { wrappedIndentation } from './display/wrapped-indentation.ts';
import type { Indentation } from './indentation.ts';

/** The settings as extensions. Sizes in the page are set as CSS variables, which `editor-theme.ts` uses. */
export function editorOptions(settings: EditorSettings, { kind, size }: Indentation): Extension {
  return [
    EditorState.tabSize.of(size),
    indentUnit.of(kind === 'tabs' ? '\t' : ' '.repeat(size)),
    lineNumbersOf(settings['editor.lineNumbers']),
    lineHighlightOf(settings['editor.renderLineHighlight']),
    settings['editor.renderControlCharacters'] ? highlightSpecialChars() : [],
    whitespaceMarks(settings['editor.renderWhitespace']),
    wrappingOf(settings, size),
    settings['editor.scrollBeyondLastLine'] ? scrollPastEnd() : [],
    closingOf(settings['editor.autoClosingBrackets']),
    EditorView.editorAttributes.of({ style: variablesOf(settings) }),
    // A new theme, though empty, makes CodeMirror measure the font again.
    EditorView.theme({}),
  ];
}

function variablesOf(settings: EditorSettings): string {
  const size = settings['editor.fontSize'];
  const column = (at: number) =>
    `calc(var(--editor-line-start) + ${at} * (1ch + ${settings['editor.letterSpacing']}px))`;
  const mode = settings['editor.wordWrap'];
  const edge = `calc(${column(settings['editor.wordWrapColumn'])} + var(--editor-line-end))`;
  const variables: Readonly<Record<string, string | null>> = {
    '--editor-font-family': familyOf(settings['editor.fontFamily']),
    '--editor-font-size': `${size}px`,
    '--editor-font-weight': settings['editor.fontWeight'],
    '--editor-font-features': featuresOf(settings['editor.fontLigatures']),
    '--editor-line-height': `${lineHeightOf(settings['editor.lineHeight'], size)}px`,
    '--editor-letter-spacing': `${settings['editor.letterSpacing']}px`,
    '--editor-wrap-at': mode === 'wordWrapColumn' ? edge : null,
    '--editor-wrap-before': mode === 'bounded' ? edge : null,
    '--editor-rulers': rulersOf(settings['editor.rulers'], column),
  };
  return Object.entries(variables)
    .flatMap(([name, value]) => (value ? [`${name}: ${value}`] : []))
    .join('; ');
}

/** As in VS Code: 0 is derived from the font size, a number below 8 is a factor of it. */
export function lineHeightOf(lineHeight: number, fontSize: number): number {
  const factor = lineHeight === 0 ? 1.5 : lineHeight;
  return Math.max(8, Math.round(factor < 8 ? factor * fontSize : factor));
}

// An invalid value would void its whole declaration, and one that ends the declaration could begin others.

const familyOf = (family: string): string | null =>
  family !== '' && CSS.supports('font-family', family) ? `${family}, var(--font-mono)` : null;

function featuresOf(wanted: EditorSettings['editor.fontLigatures']): string {
  if (typeof wanted === 'string' && CSS.supports('font-feature-settings', wanted)) return wanted;
  return wanted === false ? '"liga" 0, "calt" 0' : 'normal';
}

function rulersOf(rulers: readonly Ruler[], column: (at: number) => string): string | null {
  const lines = rulers.map((ruler) => {
    const { column: at, color } = typeof ruler === 'number' ? { column: ruler, color: null } : ruler;
    const ink = color && CSS.supports('color', color) ? color : 'var(--border)';
    return `linear-gradient(${ink}, ${ink}) ${column(at)} 0 / 1px 100% no-repeat local`;
  });
  return lines.length === 0 ? null : lines.join(', ');
}

function wrappingOf(settings: EditorSettings, step: number): Extension {
  if (settings['editor.wordWrap'] === 'off') return [];
  const steps = { none: null, same: 0, indent: 1, deepIndent: 2 }[settings['editor.wrappingIndent']];
  return [EditorView.lineWrapping, steps === null ? [] : wrappedIndentation(steps * step)];
}

function lineHighlightOf(wanted: EditorSettings['editor.renderLineHighlight']): Extension {
  return [
    wanted === 'all' || wanted === 'line' ? highlightActiveLine() : [],
    wanted === 'all' || wanted === 'gutter' ? highlightActiveLineGutter() : [],
  ];
}

function lineNumbersOf(wanted: EditorSettings['editor.lineNumbers']): Extension {
  if (wanted === 'off') return [];
  return wanted === 'on' ? lineNumbers() : movingNumbers(wanted);
}

class NumberMarker extends GutterMarker {
  readonly #text: string;

  constructor(text: string) {
    super();
    this.#text = text;
  }

  override eq(other: NumberMarker): boolean {
    return this.#text === other.#text;
  }

  override toDOM(): Text {
    return document.createTextNode(this.#text);
  }
}

/** Line numbers that depend on the cursor, which CodeMirror's own cannot. */
function movingNumbers(wanted: 'relative' | 'interval'): Extension {
  const textOf = (line: number, { doc, selection }: EditorState): string => {
    const away = Math.abs(line - doc.lineAt(selection.main.head).number);
    if (away === 0) return String(line);
    if (wanted === 'relative') return String(away);
    return line % 10 === 0 || line === 1 || line === doc.lines ? String(line) : '';
  };
  return gutter({
    class: 'cm-lineNumbers',
    lineMarker: ({ state }, { from }) => new NumberMarker(textOf(state.doc.lineAt(from).number, state)),
    lineMarkerChange: ({ selectionSet, docChanged }) => selectionSet || docChanged,
    initialSpacer: ({ state }) => new NumberMarker('0'.repeat(String(state.doc.lines).length)),
    updateSpacer: (_spacer, { state }) => new NumberMarker('0'.repeat(String(state.doc.lines).length)),
  });
}

/** Every ASCII character: brackets close before any of them. */
const anything = Array.from({ length: 94 }, (_each, index) => String.fromCharCode(33 + index)).join('');

/** The bracket data of the language, with another rule for where brackets close. */
function closingOf(wanted: EditorSettings['editor.autoClosingBrackets']): Extension {
  if (wanted === 'languageDefined') return [];
  const change = { never: { brackets: [] }, always: { before: anything }, beforeWhitespace: { before: '' } }[wanted];
  const own: Parameters<typeof EditorState.languageData.of>[0] = (state, at) => {
    return [{ closeBrackets: { ...languageSays(state, at), ...change } }];
  };
  const languageSays = (state: EditorState, at: number): object | undefined =>
    state
      .facet(EditorState.languageData)
      .filter((provider) => provider !== own)
      .flatMap((provider) => provider(state, at, -1))
      .find((data) => Object.hasOwn(data, 'closeBrackets'))?.closeBrackets;
  return Prec.highest(EditorState.languageData.of(own));
}
