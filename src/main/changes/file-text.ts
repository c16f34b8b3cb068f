import { diffArrays } from 'diff';
import { FailureError } from '../../shared/contract/errors.ts';
import { decodeText, detectLineEnding } from '../documents/read-document.ts';

/** A text as it is in a file: with the line ends that it has there. */
export interface FileText {
  readonly text: string;
  readonly hasBom: boolean;
}

export const encodeText = ({ text, hasBom }: FileText): Buffer => Buffer.from(hasBom ? `\uFEFF${text}` : text);

/** @throws {FailureError} `file-binary` */
export function decodeFile(path: string, bytes: Buffer): FileText {
  const decoded = decodeText(path, bytes);
  if (decoded.ok) return decoded.value;
  throw new FailureError(decoded.failure);
}

/** What tools and diffs see: a line ends with "\n". */
export const plainEnds = (text: string): string => text.replaceAll('\r\n', '\n');

/** Ms; a text that is all different is not worth more. */
const longestDiff = 1000;

/**
 * Gives a text the line ends of the one in whose place it comes. Where those are mixed, a line that was there keeps its
 * own and a new one ends like the line before it.
 */
export function withLineEnds(before: string, after: string): string {
  const plain = plainEnds(after);
  const ending = detectLineEnding(before);
  if (ending === 'lf') return plain;
  if (ending === 'crlf') return plain.replaceAll('\n', '\r\n');
  const old = linesOf(before);
  const replaced = [{ value: linesOf(plain), added: true, removed: false }];
  const parts = diffArrays(old.map(plainEnds), linesOf(plain), { timeout: longestDiff }) ?? replaced;
  const lines: string[] = [];
  let at = 0;
  for (const { value, added, removed } of parts) {
    if (removed) at += value.length;
    else if (added)
      lines.push(...value.map((line) => (lines.at(-1)?.endsWith('\r\n') ? line.replace(/\n$/, '\r\n') : line)));
    else for (const _line of value) lines.push(old[at++] ?? '');
  }
  return lines.join('');
}

/** Each with its end. */
const linesOf = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
