import type { Encoding, TextForm } from '../../../shared/contract/documents/encoding.ts';
import { encodings, mayHaveBom } from '../../../shared/contract/documents/encoding.ts';
import { fail, ok, type Result } from '../../../shared/contract/errors.ts';
import { quote } from '../file-failure.ts';
import { guessEncodings } from './encoding-guess.ts';

/** The text of a file with its original line ends. */
export interface FileText extends TextForm {
  readonly text: string;
}

export interface DecodedText extends FileText {
  /** Encoding the text again would give other bytes than the file's. */
  readonly isLossy: boolean;
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
 * @param inUse preferred as long as it reproduces the bytes
 */
export async function decodeText(path: string, bytes: Buffer, inUse?: Encoding): Promise<Result<DecodedText>> {
  const marked = withMarks.find((encoding) => beginsWithBom(bytes, encoding));
  if (inUse && (marked === undefined || marked === inUse)) {
    const decoded = await decodeAs(path, bytes, inUse);
    if (decoded.ok && !decoded.value.isLossy) return decoded;
  }
  if (marked) return decodeAs(path, bytes, marked);
  const asUtf8 = bytes.includes(0) ? null : decodeUtf8(bytes);
  if (asUtf8) return ok(asUtf8);
  if (bytes.includes(0)) {
    const encoding = likelyUtf16(bytes);
    const decoded = encoding && (await decodeAs(path, bytes, encoding));
    return decoded?.ok && isPlain(decoded.value.text) ? decoded : binary(path);
  }
  for (const encoding of await guesses(bytes)) {
    const decoded = await decodeAs(path, bytes, encoding);
    // Some encodings have two forms of a character: decoding works, but encoding gives other bytes.
    if (decoded.ok && (!decoded.value.isLossy || !decoded.value.text.includes(replacement))) return decoded;
  }
  return binary(path);
}

/** Decodes bytes in one encoding, even if it does not fit. */
export async function decodeAs(path: string, bytes: Buffer, encoding: Encoding): Promise<Result<DecodedText>> {
  const hasBom = beginsWithBom(bytes, encoding);
  const body = hasBom ? bytes.subarray(markOf(encoding)?.length) : bytes;
  if (encoding === 'utf8') {
    if (bytes.includes(0)) return binary(path);
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(body);
    return ok({ text, encoding, hasBom, isLossy: decodeUtf8(bytes) === null });
  }
  const text = await toText(body, encoding);
  if (text.includes('\0')) return binary(path);
  return ok({ text, encoding, hasBom, isLossy: !(await toBytes(text, encoding)).equals(body) });
}

/**
 * Encodes the text of a file.
 * @returns `file-encoding` when the encoding lacks a character of the text, which the message names
 */
export async function encodeText(path: string, { text, encoding, hasBom }: FileText): Promise<Result<Buffer>> {
  const body = await toBytes(text, encoding);
  // The encoder replaces missing characters silently.
  const isSame = encoding === 'utf8' ? text.isWellFormed() : (await toText(body, encoding)) === text;
  if (!isSame) return fail('file-encoding', `${quote(path)} was not written: ${await whatIsLacking(text, encoding)}`);
  const mark = hasBom ? markOf(encoding) : null;
  return ok(mark ? Buffer.concat([mark, body]) : body);
}

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

/** @returns null if the bytes are not UTF-8 */
function decodeUtf8(bytes: Buffer): DecodedText | null {
  const hasBom = bytes.subarray(0, 3).equals(marks.utf8);
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(hasBom ? bytes.subarray(3) : bytes);
    return { text, encoding: 'utf8', hasBom, isLossy: false };
  } catch {
    return null;
  }
}

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
  const first = bytes.findIndex((byte) => byte > 0x7f);
  const start = bytes.subarray(0, Math.max(first, 0)).lastIndexOf(10) + 1;
  return [...(await guessEncodings(bytes.subarray(start, start + guessSample))), 'windows1252', 'iso88591'];
}

/** Loaded with the first text that is not UTF-8, as its tables are large. */
const codecs = async () => (await import('iconv-lite')).default;

async function toText(bytes: Buffer, encoding: Encoding): Promise<string> {
  // Not with iconv-lite, whose Latin-1 tables lack the control characters.
  if (encoding === 'iso88591') return bytes.toString('latin1');
  if (encoding === 'utf16le') return bytes.toString('utf16le');
  return (await codecs()).decode(bytes, encoding, { stripBOM: false });
}

async function toBytes(text: string, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'utf8') return Buffer.from(text);
  if (encoding === 'iso88591') return Buffer.from(text, 'latin1');
  if (encoding === 'utf16le') return Buffer.from(text, 'utf16le');
  return (await codecs()).encode(text, encoding, { addBOM: false });
}

const maxNamed = 3;

/** A sentence that names the first characters that the encoding lacks, with line and column. */
async function whatIsLacking(text: string, encoding: Encoding): Promise<string> {
  const { name } = encodings[encoding];
  const found = new Map<string, string>();
  const known = new Map<string, boolean>();
  let line = 1;
  let lineStart = 0;
  let at = 0;
  for (const character of text) {
    if (character === '\n') {
      line += 1;
      lineStart = at + 1;
    } else if (character > '\u007f' && !found.has(character)) {
      const isKnown = known.get(character) ?? (await canBeWritten(character, encoding));
      known.set(character, isKnown);
      if (!isKnown) found.set(character, `${line}:${at - lineStart + 1}`);
      if (found.size === maxNamed) break;
    }
    at += character.length;
  }
  const named = [...found].map(([character, place]) => `${shown(character)} at ${place}`);
  if (named.length > 0) return `${name} has no ${named.join(', ')}.`;
  return `some of its characters cannot be written one after another in ${name}.`;
}

async function canBeWritten(character: string, encoding: Encoding): Promise<boolean> {
  if (encoding === 'utf8') return character.isWellFormed();
  return (await toText(await toBytes(character, encoding), encoding)) === character;
}

/** A visible character itself; otherwise its code point. */
const shown = (character: string): string =>
  /^[\p{L}\p{N}\p{P}\p{S}]$/u.test(character) && character !== bomCharacter
    ? `“${character}”`
    : `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
