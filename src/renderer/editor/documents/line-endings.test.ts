import { EditorState } from '@codemirror/state';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LineEnding } from '../../../shared/contract/documents/document.ts';
import { toEditorText, toFileText, toPastedText } from './line-endings.ts';

/** Line ending of a text, as main determines it. */
function endingOf(text: string): LineEnding {
  const breaks = text.match(/\r\n|\n|\r/g) ?? [];
  if (breaks.length > 0 && breaks.every((ending) => ending === '\r\n')) return 'crlf';
  return breaks.every((ending) => ending === '\n') ? 'lf' : 'mixed';
}

const throughEditor = (text: string): string => {
  const ending = endingOf(text);
  const lineSeparator = EditorState.lineSeparator.of('\n');
  const state = EditorState.create({ doc: toEditorText(text, ending), extensions: [lineSeparator] });
  return toFileText(state.sliceDoc(), ending);
};

describe('line endings', () => {
  it('come back from the editor as they were, whatever they are', () => {
    const pieces = fc.constantFrom('a', '', 'two words', '\r', '\n', '\r\n', '\u2028');
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
        const text = parts.join('');
        expect(throughEditor(text)).toBe(text);
      }),
    );
  });

  it('of a CRLF file stay CRLF for lines that were added', () => {
    const edited = `${toEditorText('a\r\nb\r\n', 'crlf')}c\n`;
    expect(toFileText(edited, 'crlf')).toBe('a\r\nb\r\nc\r\n');
  });

  it('of a mixed file keep their carriage returns in the text', () => {
    expect(toEditorText('a\r\nb\n', 'mixed')).toBe('a\r\nb\n');
    expect(toFileText('a\r\nb\nc\n', 'mixed')).toBe('a\r\nb\nc\n');
  });

  it('of pasted text become those of the editor', () => {
    expect(toPastedText('a\r\nb\rc\n')).toBe('a\nb\nc\n');
  });
});
