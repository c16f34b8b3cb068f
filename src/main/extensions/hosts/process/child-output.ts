import { PassThrough, type Readable } from 'node:stream';
import { splitLines } from './line-splitter.ts';

/**
 * The output of a child, line by line and complete. Electron removes all listeners from a utility process's streams
 * after its exit event, when the last lines, such as the engine's reason, may still be in the pipe.
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
   * Call when the child has exited.
   * @param lastWordsMs limit of the wait for the last lines: children of the child may keep the pipe open
   * @returns when the last line was reported
   */
  async end(lastWordsMs: number): Promise<void> {
    // After Electron has removed the listeners, and before anything is read.
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
    // The exit must be reported even if the last lines never come.
    await Promise.race([told, new Promise((resolve) => setTimeout(resolve, lastWordsMs))]);
  }

  #listen(): void {
    this.#source.on('data', (chunk) => this.#text.write(chunk));
    // A broken pipe counts as its end.
    this.#source.on('error', () => undefined);
  }
}
