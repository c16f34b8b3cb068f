import type { Readable } from 'node:stream';

const newLine = 0x0a;

/**
 * Calls `onLine` for each line of UTF-8, without its end. The stream is read as fast as `onLine` takes it; between chunks,
 * and within one that takes long, others have their turn.
 * @param longest bytes of a line
 * @param restAfterMs of work without a pause
 * @param onLine may return `rest`: others have their turn before the next line
 * @param onRest called before each pause
 * @returns resolves at the end of the stream; what follows the last line end is a line too
 * @throws {RangeError} when a line is too long; the rest is not read
 */
export async function readLines(
  stream: Readable,
  { longest, restAfterMs }: { readonly longest: number; readonly restAfterMs: number },
  onLine: (line: string) => unknown,
  onRest: () => void = () => {},
): Promise<void> {
  const others = () => {
    onRest();
    return new Promise<void>((resolve) => setImmediate(resolve));
  };
  let begun: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    let since = performance.now();
    let start = 0;
    for (let end = chunk.indexOf(newLine); end >= 0; end = chunk.indexOf(newLine, start)) {
      begun.push(chunk.subarray(start, end));
      length += end - start;
      if (length > longest) throw tooLong(longest);
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
    if (start < chunk.length) begun.push(chunk.subarray(start));
    length += chunk.length - start;
    if (length > longest) throw tooLong(longest);
    await others();
  }
  if (length > 0) onLine(Buffer.concat(begun).toString('utf8'));
}

const tooLong = (longest: number) => new RangeError(`A line is longer than ${longest} bytes.`);
