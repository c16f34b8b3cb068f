import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { FailureError } from '../../../shared/contract/errors.ts';

const megabyte = 1024 * 1024;

export interface Download {
  readonly url: string;
  /** Absolute; there must be no such file. */
  readonly to: string;
  readonly hash: {
    readonly algorithm: 'sha256' | 'sha512';
    readonly encoding: 'hex' | 'base64';
    readonly digest: string;
  };
  readonly maxBytes: number;
  readonly fetch: typeof globalThis.fetch;
  readonly signal: AbortSignal;
  /** Gets what it does, in a few words. */
  tell(progress: string): void;
}

/** Downloads a file whose hash was published before. @throws {FailureError} with a sentence; what came is to be deleted */
export async function download({ url, to, hash, maxBytes, fetch, signal, tell }: Download): Promise<void> {
  const { host } = new URL(url);
  const answer = await fetch(url, { signal }).catch((thrown: unknown) => {
    signal.throwIfAborted();
    throw failure(`${host} could not be reached (${String((thrown as Error).message)}).`);
  });
  if (!answer.ok || !answer.body) throw failure(`${host} refused the download with ${answer.status}.`);
  if (!answer.url.startsWith('https:')) throw failure(`${host} leads to an address without https.`);
  const digest = createHash(hash.algorithm);
  let bytes = 0;
  let told = 0;
  async function* counted(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const piece of pieces) {
      bytes += piece.length;
      if (bytes > maxBytes) throw failure(`The archive has more than ${maxBytes / megabyte} MB.`);
      digest.update(piece);
      if (bytes - told > megabyte) {
        told = bytes;
        tell(`Downloading, ${Math.floor(bytes / megabyte)} MB so far`);
      }
      yield piece;
    }
  }
  await pipeline(Readable.fromWeb(answer.body as never), counted, createWriteStream(to, { flags: 'wx' }), { signal });
  if (digest.digest(hash.encoding) !== hash.digest) {
    const algorithm = { sha256: 'SHA-256', sha512: 'SHA-512' }[hash.algorithm];
    throw failure(`What was downloaded has another ${algorithm} than the one published with it. It was deleted.`);
  }
}

const failure = (message: string) => new FailureError({ code: 'install-failed', message });
