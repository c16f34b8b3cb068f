import type { Readable } from 'node:stream';
import { setTimeout as after } from 'node:timers/promises';

const newLine = 0x0a;

export interface LineLimits {
  /** Bytes of a line. */
  readonly longest: number;
  /** A longer line is cut; without, it ends the reading. */
  readonly isCut?: boolean;
  /** Milliseconds of work without a pause. */
  readonly restAfterMs: number;
  /** After so many bytes there is a pause, in which whoever writes has to wait. */
  readonly pace?: { readonly bytes: number; readonly ms: number };
}

/**
 * Calls `onLine` for each line of UTF-8, without its end. The stream is read as fast as `onLine` takes it; between chunks,
 * and within one that takes long, others have their turn.
 * @param onLine may return `rest`: others have their turn before the next line
 * @param onRest called before each pause
 * @returns resolves at the end of the stream; what follows the last line end is a line too
 * @throws {RangeError} when a line is too long; the rest is not read
 */
export async function readLines(
  stream: Readable,
  { longest, isCut = false, restAfterMs, pace }: LineLimits,
  onLine: (line: string) => unknown,
  onRest: () => void = () => {},
): Promise<void> {
  const others = () => {
    onRest();
    return new Promise<void>((resolve) => setImmediate(resolve));
  };
  let begun: Buffer[] = [];
  let length = 0;
  const add = (part: Buffer) => {
    if (length + part.length > longest && !isCut) throw tooLong(longest);
    const kept = part.subarray(0, longest - length);
    if (kept.length > 0) begun.push(kept);
    length += kept.length;
  };
  let unpaced = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    let since = performance.now();
    let start = 0;
    for (let end = chunk.indexOf(newLine); end >= 0; end = chunk.indexOf(newLine, start)) {
      add(chunk.subarray(start, end));
      const line = begun.length === 1 ? (begun[0] as Buffer) : Buffer.concat(begun);
      begun = [];
      length = 0;
      start = end + 1;
      const wanted = onLine(line.toString('utf8').replace(/\r$/, ''));
      if (wanted === 'rest' || performance.now() - since > restAfterMs) {
        await others();
        since = performance.now();
      }
    }
    add(chunk.subarray(start));
    await others();
    unpaced += chunk.length;
    if (!pace || unpaced < pace.bytes) continue;
    unpaced = 0;
    await after(pace.ms);
  }
  if (length > 0) onLine(Buffer.concat(begun).toString('utf8'));
}

const tooLong = (longest: number) => new RangeError(`A line is longer than ${longest} bytes.`);
