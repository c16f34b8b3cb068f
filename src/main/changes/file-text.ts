import { diffArrays } from 'diff';
import type { Encoding } from '../../shared/contract/documents/encoding.ts';
import { FailureError, type Result } from '../../shared/contract/errors.ts';
import { decodeText, encodeText, type FileText } from '../documents/encoding/text-encoding.ts';
import { quote } from '../documents/file-failure.ts';
import { detectLineEnding } from '../documents/read-document.ts';

/** @throws {FailureError} `file-encoding`: the encoding of the file lacks a character of the text */
export const bytesOf = async (path: string, text: FileText): Promise<Buffer> => valueIn(await encodeText(path, text));

/**
 * @param inUse the encoding that the file had, which it keeps where it can
 * @throws {FailureError} `file-binary`, or `file-lossy` when it could not be written as it is
 */
export async function textOf(path: string, bytes: Buffer, inUse?: Encoding): Promise<FileText> {
  const { isLossy, ...text } = valueIn(await decodeText(path, bytes, inUse && { encoding: inUse, isForced: false }));
  if (isLossy) throw lossy(path);
  return text;
}

/** A change of such a file would change more of it than was asked for. */
export const lossy = (path: string): FailureError =>
  new FailureError({ code: 'file-lossy', message: `${quote(path)} holds bytes that are no text in its encoding.` });

function valueIn<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new FailureError(result.failure);
}

/** Text for tools and diffs: a line ends with "\n". */
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
      for (const line of value) lines.push(lines.at(-1)?.endsWith('\r\n') ? line.replace(/\n$/, '\r\n') : line);
    else for (const _line of value) lines.push(old[at++] ?? '');
  }
  return lines.join('');
}

/** Each with its end. */
const linesOf = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
