import { type Encoding, encodingIds } from '../../../shared/contract/documents/encoding.ts';
import { createAskedThread } from '../../platform/asked-thread.ts';

interface Guess {
  /** Name used by the detection library. */
  readonly encoding: string | null;
  /** From 0 to 1. */
  readonly confidence: number;
}

/** Guesses below are ignored, as they also occur for Western texts. */
const leastConfidence = 0.2;
/** Milliseconds, as a person waits for the file. */
const longestGuess = 10_000;
/** Names that differ from ours, or supersets that the library reports in place of an encoding. */
const guessedNames: Readonly<Record<string, readonly Encoding[]>> = {
  cp932: ['shiftjis'],
  shiftjis2004: ['shiftjis'],
  eucjis2004: ['eucjp'],
  gb2312: ['gbk', 'gb18030'],
  gb18030: ['gbk', 'gb18030'],
  big5: ['cp950', 'big5hkscs'],
  big5hkscs: ['cp950', 'big5hkscs'],
  cp949: ['euckr'],
  cp874: ['windows874'],
  tis620: ['windows874'],
};

/** @returns probable encodings, most probable first; empty when none is probable */
export async function guessEncodings(bytes: Uint8Array): Promise<readonly Encoding[]> {
  // A copy, as a view would send its whole buffer.
  const { encoding, confidence } = await ask(new Uint8Array(bytes)).catch(
    (): Guess => ({ encoding: null, confidence: 0 }),
  );
  return encoding === null || confidence < leastConfidence ? [] : encodingsOf(encoding);
}

function encodingsOf(name: string): readonly Encoding[] {
  const plain = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
    .replace(/^ibm/, 'cp');
  return guessedNames[plain] ?? encodingIds.filter((id) => id === plain);
}

const ask = createAskedThread<Uint8Array, Guess>({
  name: 'guess-thread',
  directory: import.meta.dirname,
  filename: import.meta.filename,
  longest: longestGuess,
  memory: 512,
});
