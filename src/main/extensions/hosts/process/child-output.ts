import { PassThrough, type Readable } from 'node:stream';
import { splitLines } from './line-splitter.ts';

/**
 * The lines that a child writes, to its last. Electron takes all listeners off a utility process's streams once it has
 * told of the exit, when the last words, such as why the engine gave up, may still be in the pipe.
 */
export class ChildOutput {
  readonly #source: Readable;
  readonly #text = new PassThrough();

  constructor(source: Readable, onLine: (line: string) => void) {
    this.#source = source;
    splitLines(this.#text, onLine);
    this.#listen();
  }

  /**
   * The child has exited.
   * @param lastWordsMs how long its last words may be on their way: its own children may hold the pipe open
   * @returns when its last line was told
   */
  async end(lastWordsMs: number): Promise<void> {
    // Not before Electron has done what it does, and before anything is read.
    await null;
    if (!this.#source.readableEnded && !this.#source.destroyed) {
      this.#source.removeAllListeners();
      this.#listen();
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, lastWordsMs);
        const over = () => {
          clearTimeout(timer);
          resolve();
        };
        for (const event of ['end', 'close', 'error']) this.#source.once(event, over);
      });
    }
    this.#source.destroy();
    if (this.#text.closed) return;
    const told = new Promise((resolve) => this.#text.once('close', resolve));
    this.#text.end();
    // The exit must be told whatever becomes of the words.
    await Promise.race([told, new Promise((resolve) => setTimeout(resolve, lastWordsMs))]);
  }

  #listen(): void {
    this.#source.on('data', (chunk) => this.#text.write(chunk));
    // A pipe that breaks ends as one that ends.
    this.#source.on('error', () => undefined);
  }
}
