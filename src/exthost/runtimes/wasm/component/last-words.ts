import type { HostAsker } from './host-asker.ts';
import { writeLine } from './write-line.ts';

const levels = { stdout: 'info', stderr: 'warn' } as const;
/** Lines that languages write after the sentence of a panic. */
const afterwards = /^(note: |stack backtrace:|\s+(\d+:|at )|$)/;

/** Lines of stdout and stderr: they go to the log, and the last one of stderr says why a call trapped. */
export class LastWords {
  readonly #host: HostAsker;
  #last: string | undefined;

  constructor(host: HostAsker) {
    this.#host = host;
  }

  /** Of the present call. */
  get last(): string | undefined {
    return this.#last;
  }

  hear(from: keyof typeof levels, line: string): void {
    if (line === '') return;
    if (from === 'stderr' && !afterwards.test(line)) this.#last = line.slice(0, 1000);
    writeLine(this.#host, levels[from], line);
  }

  /** Another call begins. */
  forget(): void {
    this.#last = undefined;
  }
}
