import { createHash } from 'node:crypto';
import { eachPiece } from '../../documents/encoding/in-pieces.ts';

/** SHA-256 in hex, made in pieces: large ones would block main. */
export async function digestOf(parts: readonly Buffer[]): Promise<string> {
  const hash = createHash('sha256');
  for (const part of parts) await eachPiece(part, (piece) => hash.update(piece));
  return hash.digest('hex');
}
