import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { access, type FileHandle, open, stat } from 'node:fs/promises';
import type { LineEnding, OpenedDocument, Revision } from '../../shared/contract/document.ts';
import { fail, ok, type Result } from '../../shared/contract/errors.ts';
import { fileFailure, quote } from './file-failure.ts';

/** Bytes. A larger file would make the editor stutter, so it is refused by its size before it is read. */
const maxDocumentBytes = 20 * 1024 * 1024;

const utf8Bom = Buffer.from([0xef, 0xbb, 0xbf]);
// Windows has neither flag. Without O_NONBLOCK opening a pipe that nobody writes to would never return.
const openFlags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);

/** Reads a text file of at most `maxDocumentBytes`. `path` is absolute. */
export async function readDocument(path: string): Promise<Result<OpenedDocument>> {
  try {
    const bytes = await readRegularFile(path);
    if (!bytes.ok) return bytes;
    const decoded = decodeText(path, bytes.value);
    if (!decoded.ok) return decoded;
    const { text, hasBom } = decoded.value;
    const isReadOnly = await access(path, constants.W_OK).then(
      () => false,
      () => true,
    );
    const revision = revisionOf(bytes.value);
    return ok({ path, text, revision, lineEnding: detectLineEnding(text), hasBom, isReadOnly });
  } catch (error) {
    return fileFailure(error, path, 'opened');
  }
}

/** @returns what identifies these bytes */
export const revisionOf = (bytes: Uint8Array): Revision => createHash('sha256').update(bytes).digest('hex');

/**
 * @returns the revision on disk; null when there is no such file; a word that equals no revision when it is too large
 * or not a file
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

async function readRegularFile(path: string): Promise<Result<Buffer>> {
  // Asked before opening as well: merely opening some devices has an effect.
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

/** A file can grow while it is read, and those under /proc have no size at all: the limit holds for what arrives. */
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

/** `path` is for the sentence that says why it is no text. */
export function decodeText(path: string, bytes: Buffer): Result<{ text: string; hasBom: boolean }> {
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)) {
    return fail('file-binary', `${quote(path)} is encoded in UTF-16. Only UTF-8 text can be edited here.`);
  }
  if (bytes.includes(0)) return fail('file-binary', `${quote(path)} is a binary file.`);
  const hasBom = bytes.subarray(0, 3).equals(utf8Bom);
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(hasBom ? bytes.subarray(3) : bytes);
    return ok({ text, hasBom });
  } catch {
    return fail('file-binary', `${quote(path)} is not valid UTF-8 text, so saving it would damage it.`);
  }
}

/** A text without line breaks counts as `lf`. */
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
