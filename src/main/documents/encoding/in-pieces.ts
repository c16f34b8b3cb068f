import { setImmediate as nextTurn } from 'node:timers/promises';

/** Long texts are read, decoded and hashed in pieces, between which main does its other work. */

/**
 * Bytes of a piece: a few milliseconds in the slowest of the encodings. The garbage collector frees strings of that
 * length by the way, and many longer ones at once, for which main would stand still.
 */
export const pieceLength = 64 * 1024;

/** Calls `work` for each piece of bytes, one in a turn of the loop. */
export async function eachPiece(bytes: Buffer, work: (piece: Buffer) => void): Promise<void> {
  for (let at = 0; at < bytes.length; at += pieceLength) {
    if (at > 0) await nextTurn();
    work(bytes.subarray(at, at + pieceLength));
  }
}

/** Calls `work` for each piece of a text, one in a turn of the loop. */
export async function eachText(pieces: readonly string[], work: (piece: string) => void): Promise<void> {
  for (const [at, piece] of pieces.entries()) {
    if (at > 0) await nextTurn();
    work(piece);
  }
}

export interface Decoder {
  write(bytes: Buffer): string;
  end(): string | undefined;
}

/** @returns at least one piece, which may be empty */
export async function decodeInPieces(bytes: Buffer, decoder: Decoder): Promise<readonly string[]> {
  const gathered = gatherPieces();
  await eachPiece(bytes, (piece) => gathered.add(decoder.write(piece)));
  gathered.add(decoder.end() ?? '');
  return gathered.all();
}

/** Gathers pieces of a text, so that none ends within a pair of surrogates or between "\r" and "\n". */
function gatherPieces() {
  const pieces: string[] = [];
  let held = '';
  return {
    add(text: string) {
      const all = held + text;
      const end = all.length - (/[\r\ud800-\udbff]$/.test(all) ? 1 : 0);
      held = all.slice(end);
      if (end > 0) pieces.push(all.slice(0, end));
    },
    all(): readonly string[] {
      if (held !== '' || pieces.length === 0) pieces.push((pieces.pop() ?? '') + held);
      held = '';
      return pieces;
    },
  };
}

/** One buffer of all of them. */
export async function joinBytes(parts: readonly Buffer[]): Promise<Buffer> {
  const [first] = parts;
  if (parts.length === 1 && first) return first;
  const all = Buffer.allocUnsafe(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    at += part.copy(all, at);
    await nextTurn();
  }
  return all;
}
