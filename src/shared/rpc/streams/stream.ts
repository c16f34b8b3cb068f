import { RpcError } from '../rpc-error.ts';

/** Number of items in flight to a consumer before it has taken any. */
export const defaultCredit = 256;
/** Estimated bytes in flight: from this on the producer waits whatever its credit; one item may exceed it. */
const maxBytes = 1024 * 1024;

/**
 * Consumer's end of a stream. Items wait here until they are taken, which grants new credit, so that their number is
 * bounded by the credit whatever the producer does. The producer bounds the bytes.
 */
export class IncomingStream implements AsyncIterableIterator<unknown> {
  readonly name: string;
  /** Credit is granted by halves of the window: one message for many items, and the producer never runs dry. */
  readonly #half: number;
  #grantAt: number;
  readonly #grant: (items: number) => void;
  readonly #finish: (isEarly: boolean) => void;
  #items: unknown[] = [];
  #taken = 0;
  #outstanding: number;
  /** Pending calls of `next`, first come, first served. */
  readonly #waiting: { resolve: (result: IteratorResult<unknown>) => void; reject: (error: unknown) => void }[] = [];
  #isEnded = false;
  #isFinished = false;
  #error: { thrown: unknown } | undefined;

  /** @param finish called once, when the consumer has seen the end, or with `isEarly` if it left before that */
  constructor(name: string, credit: number, grant: (items: number) => void, finish: (isEarly: boolean) => void) {
    this.name = name;
    this.#half = Math.ceil(credit / 2);
    this.#grantAt = this.#half;
    this.#outstanding = credit;
    this.#grant = grant;
    this.#finish = finish;
  }

  /**
   * @param items empty: the producer waits because of the bytes, although it has credit left
   * @throws if the producer sends more items than it was granted
   */
  push(items: unknown[]): void {
    if (this.#isEnded) return;
    if (items.length === 0) return this.#grantEarlier();
    this.#outstanding -= items.length;
    if (this.#outstanding < 0) throw new RpcError('bad-message', 'The stream sent more items than it was granted');
    for (const item of items) this.#items.push(item);
    this.#serve();
  }

  /** Items pushed before are still delivered. */
  end(): void {
    this.#isEnded = true;
    this.#serve();
  }

  fail(thrown: unknown): void {
    this.#error ??= { thrown };
    this.end();
  }

  /** Ends the stream for its consumer at once; waiting items are dropped. */
  abort(thrown: unknown): void {
    this.#items = [];
    this.fail(thrown);
  }

  next(): Promise<IteratorResult<unknown>> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      this.#serve();
    });
  }

  return(): Promise<IteratorResult<unknown>> {
    const isEarly = !this.#isEnded;
    this.#isEnded = true;
    this.#items = [];
    this.#error = undefined;
    this.#finishOnce(isEarly);
    this.#serve();
    return Promise.resolve({ done: true, value: undefined });
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  #serve(): void {
    while (this.#items.length > 0 || this.#isEnded) {
      const waiting = this.#waiting.shift();
      if (!waiting) return;
      if (this.#items.length > 0) {
        waiting.resolve({ done: false, value: this.#items.shift() });
        this.#count();
        continue;
      }
      const error = this.#error;
      this.#error = undefined;
      this.#finishOnce(false);
      if (error) waiting.reject(error.thrown);
      else waiting.resolve({ done: true, value: undefined });
    }
  }

  #finishOnce(isEarly: boolean): void {
    if (this.#isFinished) return;
    this.#isFinished = true;
    this.#finish(isEarly);
  }

  #count(): void {
    this.#taken += 1;
    if (this.#taken >= this.#grantAt) this.#grantTaken();
  }

  /** Grants at half of the items received so far, as the producer is limited by bytes. */
  #grantEarlier(): void {
    const held = this.#items.length + this.#taken;
    // All credit was granted already, and is on its way.
    if (held === 0) return;
    this.#grantAt = Math.ceil(held / 2);
    if (this.#taken >= this.#grantAt) this.#grantTaken();
  }

  #grantTaken(): void {
    if (this.#isEnded) return;
    this.#outstanding += this.#taken;
    this.#grant(this.#taken);
    this.#taken = 0;
    this.#grantAt = this.#half;
  }
}

/** Producer's end: pulls from the source only with credit, and below the limit of bytes in flight. */
export class OutgoingStream {
  readonly #signal: AbortSignal;
  #credit: number;
  /** Sizes of the items in flight, oldest first. */
  #sizes: number[] = [];
  #bytes = 0;
  #wake: (() => void) | undefined;

  /** @param signal ends the stream */
  constructor(credit: number, signal: AbortSignal) {
    this.#credit = credit;
    this.#signal = signal;
    signal.addEventListener('abort', () => this.#wake?.());
  }

  grant(items: number): void {
    this.#credit += items;
    for (const size of this.#sizes.splice(0, items)) this.#bytes -= size;
    this.#wake?.();
  }

  /**
   * Runs the source until its end or the abort; `source.return()` is called in every case.
   * @param send returns the estimated size of the item in bytes
   * @param askForCredit asks for more credit because of the bytes, once before each grant that is needed
   * @throws errors of the source
   */
  async pump(source: AsyncIterable<unknown>, send: (item: unknown) => number, askForCredit: () => void): Promise<void> {
    const signal = this.#signal;
    const iterator = source[Symbol.asyncIterator]();
    // A source blocked in `next` learns of the abort by its signal; `return` alone would wait behind it.
    const leave = () => void iterator.return?.().catch(() => undefined);
    if (signal.aborted) leave();
    else signal.addEventListener('abort', leave, { once: true });
    try {
      while (!signal.aborted) {
        if (this.#credit === 0 || this.#bytes >= maxBytes) {
          if (this.#bytes >= maxBytes) askForCredit();
          await new Promise<void>((resolve) => {
            this.#wake = resolve;
          });
          continue;
        }
        const result = await iterator.next();
        if (result.done || signal.aborted) return;
        this.#credit -= 1;
        const size = send(result.value);
        this.#sizes.push(size);
        this.#bytes += size;
      }
    } finally {
      signal.removeEventListener('abort', leave);
    }
  }
}
