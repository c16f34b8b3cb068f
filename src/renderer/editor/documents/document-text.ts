import { Text } from '@codemirror/state';
import type { OpenedDocument } from '../../../shared/contract/documents/document.ts';
import { toEditorText } from './line-endings.ts';

/** A file with its text: a string as in the file, or as the editor has it. */
export interface ReadDocument extends Omit<OpenedDocument, 'text'> {
  readonly text: string | Text;
}

/** @param text with `\n` line endings */
export const linesOf = (text: string): Text => Text.of(text.split('\n'));

/** The text of a file as the editor has it. */
export const textOf = ({ text, lineEnding }: ReadDocument): Text =>
  typeof text === 'string' ? linesOf(toEditorText(text, lineEnding)) : text;

/** The pieces of a text, none of which ends within a pair of surrogates. @param length of a piece, at least 2 characters */
export function* piecesOf(text: Text, length: number): Generator<string> {
  for (let at = 0; ; ) {
    const piece = text.sliceString(at, at + length);
    const isCut = at + piece.length < text.length && /[\ud800-\udbff]$/.test(piece);
    const whole = isCut ? piece.slice(0, -1) : piece;
    yield whole;
    at += whole.length;
    if (at >= text.length) return;
  }
}
