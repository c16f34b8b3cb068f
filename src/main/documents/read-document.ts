import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { access, type FileHandle, open, stat } from 'node:fs/promises';
import { extensionOfText } from '../../shared/app-texts.ts';
import type { LineEnding, OpenedDocument, Revision, WholeDocument } from '../../shared/contract/documents/document.ts';
import { maxWholeBytes } from '../../shared/contract/documents/text-limits.ts';
import { fail, ok, type Result } from '../../shared/contract/errors.ts';
import { eachPiece, eachText } from './encoding/in-pieces.ts';
import { type DecodedPieces, type DocumentReading, decodePieces } from './encoding/text-encoding.ts';
import { fileFailure, quote } from './file-failure.ts';

/** Bytes of a file for the editor, which needs four times that in memory. */
const maxDocumentBytes = 256 * 1024 * 1024;

/** A file as main has it, piece by piece. */
export interface ReadPieces extends Omit<OpenedDocument, 'text'>, DecodedPieces {}

// Windows lacks both flags. Without O_NONBLOCK, opening a pipe without a writer would block.
export const openFlags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);

/** Reads a text file for the editor. @param path absolute @param reading absent: detect the encoding */
export async function readPieces(
  path: string,
  reading?: DocumentReading,
  maxBytes = maxDocumentBytes,
): Promise<Result<ReadPieces>> {
  try {
    const bytes = await readRegularFile(path, maxBytes);
    if (!bytes.ok) return bytes;
    const decoded = await decodePieces(path, bytes.value, reading);
    if (!decoded.ok) return decoded;
    const isWritable = await access(path, constants.W_OK).then(
      () => true,
      () => false,
    );
    // An extension writes its texts anew when it shows them again.
    const isReadOnly = !isWritable || decoded.value.isLossy || extensionOfText(path) !== undefined;
    const lineEnding = await lineEndingIn(decoded.value.pieces);
    return ok({ ...decoded.value, path, revision: await hashOf(bytes.value), lineEnding, isReadOnly });
  } catch (error) {
    return fileFailure(error, path, 'opened');
  }
}

/** As `readPieces`, for a text that is used as a whole, of at most 20 MB. */
export async function readDocument(path: string, reading?: DocumentReading): Promise<Result<WholeDocument>> {
  const read = await readPieces(path, reading, maxWholeBytes);
  if (!read.ok) return read;
  const { pieces, ...document } = read.value;
  return ok({ ...document, text: pieces.join('') });
}

/** @returns a hash that identifies the bytes */
export const revisionOf = (bytes: Uint8Array): Revision => createHash('sha256').update(bytes).digest('hex');

/** As `revisionOf`, for a file of any length. */
export async function hashOf(bytes: Buffer): Promise<Revision> {
  const hash = createHash('sha256');
  await eachPiece(bytes, (piece) => hash.update(piece));
  return hash.digest('hex');
}

/** The bytes of a document's file; null: it does not exist. @throws the system's error */
export async function readPresent(path: string): Promise<Result<Buffer> | null> {
  try {
    return await readRegularFile(path, maxDocumentBytes);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** @throws the system's error */
export async function readRegularFile(path: string, maxBytes = maxWholeBytes): Promise<Result<Buffer>> {
  // Before opening it too: merely opening some devices has an effect.
  const kind = refuseKind(path, await stat(path));
  if (kind) return kind;
  const handle = await open(path, openFlags);
  try {
    const stats = await handle.stat();
    const refused = refuseKind(path, stats) ?? refuseSize(path, stats.size, maxBytes);
    return refused ?? (await readLimited(path, handle, stats.size, maxBytes));
  } finally {
    await handle.close();
  }
}

function refuseKind(path: string, stats: { isFile(): boolean; isDirectory(): boolean }): Result<never> | null {
  if (stats.isDirectory()) return fail('file-binary', `${quote(path)} is a folder, not a file.`);
  if (!stats.isFile()) return fail('file-binary', `${quote(path)} is a device or a pipe, not a file.`);
  return null;
}

const megabytes = (bytes: number): number => Math.ceil(bytes / 1024 / 1024);

function refuseSize(path: string, size: number, maxBytes: number): Result<never> | null {
  if (size <= maxBytes) return null;
  const use = maxBytes === maxDocumentBytes ? 'edited' : 'read';
  const sentence = `${quote(path)} has ${megabytes(size)} MB. Files of up to ${megabytes(maxBytes)} MB can be ${use} here.`;
  return fail('file-too-large', sentence);
}

/** Reads up to the limit: a file may grow meanwhile, and files under /proc report a size of 0. */
async function readLimited(
  path: string,
  handle: FileHandle,
  expected: number,
  maxBytes: number,
): Promise<Result<Buffer>> {
  let buffer = Buffer.allocUnsafe(expected + 1);
  let length = 0;
  for (;;) {
    const { bytesRead } = await handle.read(buffer, length, buffer.length - length, null);
    if (bytesRead === 0) return ok(buffer.subarray(0, length));
    length += bytesRead;
    const refused = refuseSize(path, length, maxBytes);
    if (refused) return refused;
    if (length === buffer.length) {
      buffer = Buffer.concat([buffer], Math.min(Math.max(length * 2, 65536), maxBytes + 1));
    }
  }
}

/** `lf` without any carriage return, `crlf` if every line break is a pair, else `mixed`. */
export const detectLineEnding = (text: string): LineEnding => lineEndingFrom(countEnds(text));

/** The same of a text in pieces, which end within no pair. */
async function lineEndingIn(pieces: readonly string[]): Promise<LineEnding> {
  const all: LineEnds = { feeds: 0, pairs: 0, returns: 0 };
  await eachText(pieces, (piece) => {
    const { feeds, pairs, returns } = countEnds(piece);
    all.feeds += feeds;
    all.pairs += pairs;
    all.returns += returns;
  });
  return lineEndingFrom(all);
}

interface LineEnds {
  feeds: number;
  pairs: number;
  returns: number;
}

function countEnds(text: string): LineEnds {
  let feeds = 0;
  let pairs = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) {
    feeds++;
    if (text[at - 1] === '\r') pairs++;
  }
  let returns = 0;
  for (let at = text.indexOf('\r'); at !== -1; at = text.indexOf('\r', at + 1)) returns++;
  return { feeds, pairs, returns };
}

function lineEndingFrom({ feeds, pairs, returns }: LineEnds): LineEnding {
  if (returns === 0) return 'lf';
  return returns === pairs && pairs === feeds ? 'crlf' : 'mixed';
}
