import { isAscii, isUtf8 } from 'node:buffer';
import { StringDecoder } from 'node:string_decoder';
import type { Encoding, TextForm } from '../../../shared/contract/documents/encoding.ts';
import { encodings, mayHaveBom } from '../../../shared/contract/documents/encoding.ts';
import { fail, ok, type Result } from '../../../shared/contract/errors.ts';
import { quote } from '../file-failure.ts';
import { guessEncodings } from './encoding-guess.ts';
import { type Decoder, decodeInPieces, eachPiece, eachText, joinBytes } from './in-pieces.ts';

/** The text of a file with its original line ends. */
export interface FileText extends TextForm {
  readonly text: string;
}

export interface DecodedText extends FileText {
  /** Encoding the text again would give other bytes than the file's. */
  readonly isLossy: boolean;
}

/** The same for a text of any length, which is worked on piece by piece (`in-pieces.ts`). */
export interface FilePieces extends TextForm {
  readonly pieces: readonly string[];
}

export type DecodedPieces = FilePieces & Pick<DecodedText, 'isLossy'>;

/** The encoding to read a file with. */
export interface DocumentReading {
  readonly encoding: Encoding;
  /** Used even if it does not fit the bytes; otherwise it is preferred as long as it reproduces them. */
  readonly isForced: boolean;
}

const bomCharacter = '\uFEFF';
const replacement = '\uFFFD';
/** In this order, as the mark of UTF-32 begins with that of UTF-16. */
const withMarks = ['utf8', 'utf32le', 'utf32be', 'utf16le', 'utf16be'] as const satisfies readonly Encoding[];
const marks: Readonly<Record<(typeof withMarks)[number], Buffer>> = {
  utf8: Buffer.from([0xef, 0xbb, 0xbf]),
  utf16le: Buffer.from([0xff, 0xfe]),
  utf16be: Buffer.from([0xfe, 0xff]),
  utf32le: Buffer.from([0xff, 0xfe, 0, 0]),
  utf32be: Buffer.from([0, 0, 0xfe, 0xff]),
};

/**
 * Decodes bytes: by their byte-order mark, else as UTF-8, else as UTF-16 if zeros suggest it, else by detection of an
 * encoding that reproduces the bytes. Any bytes without a zero are text in some encoding.
 * @param path for the failure's message
 */
export async function decodePieces(
  path: string,
  bytes: Buffer,
  reading?: DocumentReading,
): Promise<Result<DecodedPieces>> {
  if (reading?.isForced) return decodeWith(path, bytes, reading.encoding);
  const inUse = reading?.encoding;
  const marked = withMarks.find((encoding) => beginsWithBom(bytes, encoding));
  if (inUse && (marked === undefined || marked === inUse)) {
    const decoded = await decodeWith(path, bytes, inUse);
    if (decoded.ok && !decoded.value.isLossy) return decoded;
  }
  if (marked) return decodeWith(path, bytes, marked);
  const hasZero = bytes.includes(0);
  if (!hasZero && isUtf8(bytes)) return ok(await decodeUtf8(bytes, false));
  if (hasZero) {
    const encoding = likelyUtf16(bytes);
    const decoded = encoding && (await decodeWith(path, bytes, encoding));
    return decoded?.ok && decoded.value.pieces.every(isPlain) ? decoded : binary(path);
  }
  for (const encoding of await guesses(bytes)) {
    const decoded = await decodeWith(path, bytes, encoding);
    // Some encodings have two forms of a character: decoding works, but encoding gives other bytes.
    const isFit = decoded.ok && !decoded.value.pieces.some((piece) => piece.includes(replacement));
    if (decoded.ok && (!decoded.value.isLossy || isFit)) return decoded;
  }
  return binary(path);
}

/** Decodes bytes in one encoding, even if it does not fit. */
async function decodeWith(path: string, bytes: Buffer, encoding: Encoding): Promise<Result<DecodedPieces>> {
  if (encoding === 'utf8') return bytes.includes(0) ? binary(path) : ok(await decodeUtf8(bytes, !isUtf8(bytes)));
  const hasBom = beginsWithBom(bytes, encoding);
  const body = hasBom ? bytes.subarray(markOf(encoding)?.length) : bytes;
  const codec = await codecOf(encoding);
  const pieces = await decodeInPieces(body, codec.decoder());
  if (pieces.some((piece) => piece.includes('\0'))) return binary(path);
  if (await gives(codec, pieces, body)) return ok({ pieces, encoding, hasBom, isLossy: false });
  // As it is shown, so that it can be saved as another file.
  return ok({ pieces: pieces.map((piece) => piece.toWellFormed()), encoding, hasBom, isLossy: true });
}

async function decodeUtf8(bytes: Buffer, isLossy: boolean): Promise<DecodedPieces> {
  const hasBom = beginsWithBom(bytes, 'utf8');
  const body = hasBom ? bytes.subarray(marks.utf8.length) : bytes;
  return { pieces: await decodeInPieces(body, new StringDecoder('utf8')), encoding: 'utf8', hasBom, isLossy };
}

/** Whether encoding a text gives exactly these bytes, and so do the backups, where UTF-8 has no half of a character. */
async function gives(codec: Codec, pieces: readonly string[], bytes: Buffer): Promise<boolean> {
  const encoder = codec.encoder();
  let at = 0;
  let isSame = true;
  const compare = (part: Buffer) => {
    isSame &&= part.equals(bytes.subarray(at, at + part.length));
    at += part.length;
  };
  await eachText(pieces, (piece) => {
    isSame &&= piece.isWellFormed();
    compare(encoder.write(piece));
  });
  compare(encoder.end() ?? Buffer.of());
  return isSame && at === bytes.length;
}

/**
 * Encodes the text of a file.
 * @returns `file-encoding` when the encoding lacks a character of the text, which the message names; `file-failed` when
 *   none has it, as it is half of one
 */
export async function encodePieces(path: string, { pieces, encoding, hasBom }: FilePieces): Promise<Result<Buffer>> {
  const codec = await codecOf(encoding);
  const encoder = codec.encoder();
  const mark = hasBom ? markOf(encoding) : null;
  const parts = mark ? [mark] : [];
  const isKept = encoding === 'utf8' ? () => true : givenBack(codec);
  let isSame = true;
  let isWhole = true;
  // The encoder replaces missing characters silently.
  const add = (piece: string, part: Buffer) => {
    parts.push(part);
    isWhole &&= piece.isWellFormed();
    isSame &&= isKept(piece, part);
  };
  await eachText(pieces, (piece) => add(piece, encoder.write(piece)));
  add('', encoder.end() ?? Buffer.of());
  if (!isWhole) {
    const [half] = await lacking(pieces, (character) => character.isWellFormed());
    return fail('file-failed', `${quote(path)} was not written: no file can have half of a character, as ${half}.`);
  }
  if (isSame) return ok(await joinBytes(parts));
  return fail('file-encoding', `${quote(path)} was not written: ${await whatIsLacking(pieces, encoding)}`);
}

/** Whether the bytes of a piece, and of those before, are decoded to the text itself. */
function givenBack(codec: Codec): (piece: string, bytes: Buffer) => boolean {
  const decoder = codec.decoder();
  // Some characters need those that follow, and come with the next piece.
  let waiting = '';
  return (piece, bytes) => {
    waiting += piece;
    const text = decoder.write(bytes) + (piece === '' ? (decoder.end() ?? '') : '');
    const isSame = waiting.startsWith(text);
    waiting = waiting.slice(text.length);
    return isSame && (piece !== '' || waiting === '');
  };
}

/** As `decodePieces`, for a text that is used as a whole. */
export async function decodeText(path: string, bytes: Buffer, reading?: DocumentReading): Promise<Result<DecodedText>> {
  const decoded = await decodePieces(path, bytes, reading);
  if (!decoded.ok) return decoded;
  const { pieces, ...form } = decoded.value;
  return ok({ text: pieces.join(''), ...form });
}

/** As `encodePieces`, for a text that is used as a whole. */
export const encodeText = (path: string, { text, encoding, hasBom }: FileText): Promise<Result<Buffer>> =>
  encodePieces(path, { pieces: [text], encoding, hasBom });

/** Bytes. */
export const longestBom = 4;

export function beginsWithBom(bytes: Buffer, encoding: Encoding): boolean {
  const mark = markOf(encoding);
  return mark !== null && bytes.subarray(0, mark.length).equals(mark);
}

function markOf(encoding: Encoding): Buffer | null {
  return mayHaveBom(encoding) ? marks[encoding as keyof typeof marks] : null;
}

const binary = (path: string): Result<never> => fail('file-binary', `${quote(path)} is a binary file.`);

/** Bytes that are searched for zeros; must be even. */
const zeroSample = 4096;

/** UTF-16 without a mark: at least half of the characters have a zero upper byte, and none has a zero lower byte. */
function likelyUtf16(bytes: Buffer): Encoding | null {
  const sample = bytes.subarray(0, zeroSample);
  const zeros = [0, 0];
  for (let at = sample.indexOf(0); at >= 0; at = sample.indexOf(0, at + 1)) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (bytes.length % 2 !== 0 || Math.max(even, odd) * 4 < sample.length || Math.min(even, odd) > 0) return null;
  return odd > 0 ? 'utf16le' : 'utf16be';
}

/** Whether it is well-formed text without unusual control characters. */
function isPlain(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those that no text has
  return text.isWellFormed() && !/[\0-\x08\x0e-\x1a\x1c-\x1f]/.test(text);
}

/** Bytes used for detection, from the line of the first non-ASCII byte on. */
const guessSample = 64 * 1024;

/** Candidate encodings; the last one can decode any bytes. */
async function guesses(bytes: Buffer): Promise<Encoding[]> {
  let first = 0;
  let isFound = false;
  await eachPiece(bytes, (piece) => {
    if (isFound) return;
    isFound = !isAscii(piece);
    first += isFound ? piece.findIndex((byte) => byte > 0x7f) : piece.length;
  });
  const start = bytes.subarray(0, first).lastIndexOf(10) + 1;
  return [...(await guessEncodings(bytes.subarray(start, start + guessSample))), 'windows1252', 'iso88591'];
}

/** How an encoding turns bytes into text and back; both go on where the last piece ended. */
interface Codec {
  decoder(): Decoder;
  encoder(): { write(text: string): Buffer; end(): Buffer | undefined };
}

async function codecOf(encoding: Encoding): Promise<Codec> {
  const own = ownCodecs.get(encoding);
  if (own) return { decoder: () => new StringDecoder(own), encoder: () => encoderFor(own) };
  // Loaded with the first text that is not UTF-8, as its tables are large.
  const { default: codecs } = await import('iconv-lite');
  return {
    decoder: () => codecs.getDecoder(encoding, { stripBOM: false }),
    encoder: () => codecs.getEncoder(encoding, { addBOM: false }),
  };
}

const encoderFor = (name: BufferEncoding): ReturnType<Codec['encoder']> => ({
  write: (text) => Buffer.from(text, name),
  end: () => undefined,
});

/** Latin-1 not with iconv-lite, whose tables lack the control characters. */
const ownCodecs = new Map<Encoding, BufferEncoding>([
  ['utf8', 'utf8'],
  ['utf16le', 'utf16le'],
  ['iso88591', 'latin1'],
]);

const maxNamed = 3;

/** A sentence that names the first characters that the encoding lacks, with line and column. */
async function whatIsLacking(pieces: readonly string[], encoding: Encoding): Promise<string> {
  const { name } = encodings[encoding];
  const named = await lacking(pieces, await writableIn(encoding));
  if (named.length > 0) return `${name} has no ${named.join(', ')}.`;
  return `some of its characters cannot be written one after another in ${name}.`;
}

/** The first characters that cannot be written, with their places. */
async function lacking(pieces: readonly string[], isWritable: (character: string) => boolean): Promise<string[]> {
  const found = new Map<string, string>();
  let line = 1;
  let column = 1;
  await eachText(pieces, (piece) => {
    for (const character of piece) {
      if (found.size === maxNamed) return;
      if (character > '\u007f' && !found.has(character) && !isWritable(character)) {
        found.set(character, `${line}:${column}`);
      }
      line += character === '\n' ? 1 : 0;
      column = character === '\n' ? 1 : column + character.length;
    }
  });
  return [...found].map(([character, place]) => `${shown(character)} at ${place}`);
}

/** Tells of a character whether an encoding has it. */
async function writableIn(encoding: Encoding): Promise<(character: string) => boolean> {
  const codec = await codecOf(encoding);
  const known = new Map<string, boolean>();
  return (character) => {
    const isKnown = known.get(character) ?? isWritable(codec, encoding, character);
    known.set(character, isKnown);
    return isKnown;
  };
}

function isWritable(codec: Codec, encoding: Encoding, character: string): boolean {
  if (encoding === 'utf8') return true;
  const encoder = codec.encoder();
  const bytes = Buffer.concat([encoder.write(character), encoder.end() ?? Buffer.of()]);
  const decoder = codec.decoder();
  return decoder.write(bytes) + (decoder.end() ?? '') === character;
}

/** A visible character itself; otherwise its code point. */
const shown = (character: string): string =>
  /^[\p{L}\p{N}\p{P}\p{S}]$/u.test(character) && character !== bomCharacter
    ? `“${character}”`
    : `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
