import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { access, type FileHandle, open, stat } from 'node:fs/promises';
import type { LineEnding, OpenedDocument, Revision } from '../../shared/contract/documents/document.ts';
import type { Encoding } from '../../shared/contract/documents/encoding.ts';
import { fail, ok, type Result } from '../../shared/contract/errors.ts';
import { decodeAs, decodeText } from './encoding/text-encoding.ts';
import { fileFailure, quote } from './file-failure.ts';

/** Bytes. A larger file would slow the editor down, so it is refused by its size before it is read. */
const maxDocumentBytes = 20 * 1024 * 1024;

// Windows lacks both flags. Without O_NONBLOCK, opening a pipe without a writer would block.
export const openFlags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);

/** The encoding to read a file with. */
export interface DocumentReading {
  readonly encoding: Encoding;
  /** Used even if it does not fit the bytes; otherwise it is preferred as long as it reproduces them. */
  readonly isForced: boolean;
}

/** Reads a text file of at most `maxDocumentBytes`. @param path absolute @param reading absent: detect the encoding */
export async function readDocument(path: string, reading?: DocumentReading): Promise<Result<OpenedDocument>> {
  try {
    const bytes = await readRegularFile(path);
    if (!bytes.ok) return bytes;
    const decoded = reading?.isForced
      ? await decodeAs(path, bytes.value, reading.encoding)
      : await decodeText(path, bytes.value, reading?.encoding);
    if (!decoded.ok) return decoded;
    const isWritable = await access(path, constants.W_OK).then(
      () => true,
      () => false,
    );
    const isReadOnly = !isWritable || decoded.value.isLossy;
    const lineEnding = detectLineEnding(decoded.value.text);
    return ok({ ...decoded.value, path, revision: revisionOf(bytes.value), lineEnding, isReadOnly });
  } catch (error) {
    return fileFailure(error, path, 'opened');
  }
}

/** @returns a hash that identifies the bytes */
export const revisionOf = (bytes: Uint8Array): Revision => createHash('sha256').update(bytes).digest('hex');

/**
 * @returns the revision on disk; null when the file does not exist; a string that equals no revision when it is too
 * large or not a file
 * @throws the system's error
 */
export async function readRevision(path: string): Promise<Revision | null> {
  try {
    const bytes = await readRegularFile(path);
    return bytes.ok ? revisionOf(bytes.value) : bytes.failure.code;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Reads a file of at most `maxDocumentBytes`. @throws the system's error */
export async function readRegularFile(path: string): Promise<Result<Buffer>> {
  // Before opening it too: merely opening some devices has an effect.
  const kind = refuseKind(path, await stat(path));
  if (kind) return kind;
  const handle = await open(path, openFlags);
  try {
    const stats = await handle.stat();
    const refused = refuseKind(path, stats) ?? refuseSize(path, stats.size);
    return refused ?? (await readLimited(path, handle, stats.size));
  } finally {
    await handle.close();
  }
}

function refuseKind(path: string, stats: { isFile(): boolean; isDirectory(): boolean }): Result<never> | null {
  if (stats.isDirectory()) return fail('file-not-found', `${quote(path)} is a folder, not a file.`);
  if (!stats.isFile()) return fail('file-binary', `${quote(path)} is a device or a pipe, not a file.`);
  return null;
}

function refuseSize(path: string, size: number): Result<never> | null {
  if (size <= maxDocumentBytes) return null;
  const megabytes = Math.round(size / 1024 / 1024);
  return fail('file-too-large', `${quote(path)} has ${megabytes} MB. Files of up to 20 MB can be edited here.`);
}

/** Reads up to the limit: a file may grow meanwhile, and files under /proc report a size of 0. */
async function readLimited(path: string, handle: FileHandle, expected: number): Promise<Result<Buffer>> {
  let buffer = Buffer.allocUnsafe(expected + 1);
  let length = 0;
  for (;;) {
    const { bytesRead } = await handle.read(buffer, length, buffer.length - length, null);
    if (bytesRead === 0) return ok(buffer.subarray(0, length));
    length += bytesRead;
    const refused = refuseSize(path, length);
    if (refused) return refused;
    if (length === buffer.length) {
      buffer = Buffer.concat([buffer], Math.min(Math.max(length * 2, 65536), maxDocumentBytes + 1));
    }
  }
}

/** `lf` without any carriage return, `crlf` if every line break is a pair, else `mixed`. */
export function detectLineEnding(text: string): LineEnding {
  let feeds = 0;
  let pairs = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) {
    feeds++;
    if (text[at - 1] === '\r') pairs++;
  }
  let returns = 0;
  for (let at = text.indexOf('\r'); at !== -1; at = text.indexOf('\r', at + 1)) returns++;
  if (returns === 0) return 'lf';
  return returns === pairs && pairs === feeds ? 'crlf' : 'mixed';
}
