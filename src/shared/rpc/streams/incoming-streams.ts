import type { Outbox } from '../batches/outbox.ts';
import type { CallStatistics } from '../calls/call-statistics.ts';
import type { Faults } from '../faults.ts';
import { RpcError } from '../rpc-error.ts';
import { Kind } from '../wire/wire.ts';
import { defaultCredit, IncomingStream } from './stream.ts';

export interface StreamOptions {
  readonly signal?: AbortSignal | undefined;
  /** Number of items in flight before this side has taken any. */
  readonly credit?: number;
}

/** Streams from the other side. Each ends exactly once, and is then removed. */
export class IncomingStreams {
  readonly #outbox: Outbox;
  readonly #statistics: CallStatistics;
  readonly #faults: Faults;
  readonly #streams = new Map<number, IncomingStream>();

  constructor(outbox: Outbox, statistics: CallStatistics, faults: Faults) {
    this.#outbox = outbox;
    this.#statistics = statistics;
    this.#faults = faults;
  }

  get size(): number {
    return this.#streams.size;
  }

  get ids(): Iterable<number> {
    return this.#streams.keys();
  }

  nameOf(id: number): string | undefined {
    return this.#streams.get(id)?.name;
  }

  /** @param closed reason if the port is closed, so that no stream can be opened */
  open(
    id: number,
    name: string,
    params: unknown,
    { signal, credit = defaultCredit }: StreamOptions,
    closed: { readonly reason: unknown } | undefined,
  ): IncomingStream {
    const cancelled = () => new RpcError('cancelled', `${name} was cancelled`);
    const cancel = () => {
      // First: a waiting consumer finishes with the stream as soon as it is aborted.
      if (this.#streams.delete(id)) this.#outbox.push([Kind.cancel, id], name);
      stream.abort(cancelled());
    };
    const finish = (isEarly: boolean) => {
      signal?.removeEventListener('abort', cancel);
      if (this.#streams.delete(id) && isEarly) this.#outbox.push([Kind.cancel, id], name);
    };
    const grant = (items: number) => this.#outbox.push([Kind.credit, id, items], name);
    const stream = new IncomingStream(name, credit, grant, finish);
    if (closed) stream.fail(closed.reason);
    else if (signal?.aborted) stream.fail(cancelled());
    else {
      this.#streams.set(id, stream);
      signal?.addEventListener('abort', cancel, { once: true });
      this.#outbox.push([Kind.openStream, id, name, params, credit], name);
    }
    return stream;
  }

  push(id: number, items: unknown[]): void {
    const stream = this.#streams.get(id);
    try {
      stream?.push(items);
    } catch (fault) {
      this.#faults.badMessage((fault as Error).message);
      this.#outbox.push([Kind.cancel, id], stream?.name);
      this.#end(id)?.abort(fault);
      this.#statistics.errors += 1;
    }
  }

  end(id: number): void {
    this.#end(id)?.end();
  }

  /** Items received before are still delivered. */
  fail(id: number, error: unknown): void {
    const stream = this.#end(id);
    if (!stream) return;
    this.#statistics.errors += 1;
    stream.fail(error);
  }

  giveUpAll(reason: unknown): void {
    for (const [id, { name }] of [...this.#streams]) {
      this.fail(id, reason);
      this.#outbox.push([Kind.cancel, id], name);
    }
  }

  close(reason: unknown): void {
    for (const id of [...this.#streams.keys()]) this.fail(id, reason);
  }

  #end(id: number): IncomingStream | undefined {
    const stream = this.#streams.get(id);
    this.#streams.delete(id);
    return stream;
  }
}
