import { PackageFault } from './package-fault.ts';

/** Reads a stream of bytes in portions of a known size, holding no more than one chunk besides. */
export class ByteReader {
  readonly #source: AsyncIterator<Uint8Array>;
  #rest: Uint8Array = new Uint8Array();

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** @returns `count` bytes, or null at the end of the stream */
  async read(count: number): Promise<Buffer | null> {
    if (count > 0 && this.#rest.length === 0 && !(await this.#refill())) return null;
    const parts: Uint8Array[] = [];
    for await (const part of this.take(count)) parts.push(part);
    return Buffer.concat(parts);
  }

  /** The next `count` bytes as they come. @throws PackageFault when the stream ends before */
  async *take(count: number): AsyncGenerator<Uint8Array, void, undefined> {
    for (let missing = count; missing > 0; ) {
      if (this.#rest.length === 0 && !(await this.#refill())) throw new PackageFault('it is cut off');
      const part = this.#rest.subarray(0, missing);
      this.#rest = this.#rest.subarray(part.length);
      missing -= part.length;
      yield part;
    }
  }

  async close(): Promise<void> {
    await this.#source.return?.();
  }

  async #refill(): Promise<boolean> {
    while (this.#rest.length === 0) {
      const { done, value } = await this.#source.next();
      if (done) return false;
      this.#rest = value;
    }
    return true;
  }
}
