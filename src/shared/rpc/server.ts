import { encodeError } from './errors-on-the-wire.ts';
import type { CallHandler, StreamHandler } from './handlers.ts';
import type { Outbox } from './outbox.ts';
import { RpcError } from './rpc-error.ts';
import { OutgoingStream } from './stream.ts';
import { Kind } from './wire.ts';

/** Runs what the other side asks for. Only names registered here exist; inherited ones (`toString`) do not. */
export class Server {
  readonly #methods: ReadonlyMap<string, CallHandler>;
  readonly #streams: ReadonlyMap<string, StreamHandler>;
  readonly #outbox: Outbox;
  readonly #onBadMessage: (reason: string) => void;
  /** What runs here, by the other side's ids. */
  readonly #running = new Map<number, AbortController>();
  readonly #outgoing = new Map<number, OutgoingStream>();
  readonly #closing = new AbortController();

  constructor(
    methods: Readonly<Record<string, CallHandler>>,
    streams: Readonly<Record<string, StreamHandler>>,
    outbox: Outbox,
    onBadMessage: (reason: string) => void,
  ) {
    this.#methods = new Map(Object.entries(methods));
    this.#streams = new Map(Object.entries(streams));
    this.#outbox = outbox;
    this.#onBadMessage = onBadMessage;
  }

  call(id: number, method: string, params: unknown): void {
    if (this.#running.has(id)) return this.#onBadMessage(`the id ${id} is in use`);
    const handler = this.#methods.get(method);
    if (!handler) return this.sendError(id, new RpcError('unknown-method', `There is no method ${method}`));
    const abort = new AbortController();
    this.#running.set(id, abort);
    const settle = (answer: () => void) => {
      // A cancelled caller is not listening any more.
      if (this.#running.delete(id) && !abort.signal.aborted) answer();
    };
    try {
      Promise.resolve(handler(params, { signal: abort.signal })).then(
        (result) => settle(() => this.#outbox.push([Kind.reply, id, result])),
        (thrown) => settle(() => this.sendError(id, thrown)),
      );
    } catch (thrown) {
      settle(() => this.sendError(id, thrown));
    }
  }

  notify(method: string, params: unknown): void {
    const handler = this.#methods.get(method);
    if (!handler) return this.#onBadMessage(`there is no method ${method}`);
    const report = (thrown: unknown) => this.#onBadMessage(`${method} failed: ${encodeError(thrown).message}`);
    try {
      Promise.resolve(handler(params, { signal: this.#closing.signal })).catch(report);
    } catch (thrown) {
      report(thrown);
    }
  }

  openStream(id: number, name: string, params: unknown, credit: number): void {
    if (this.#running.has(id)) return this.#onBadMessage(`the id ${id} is in use`);
    const handler = this.#streams.get(name);
    if (!handler) return this.sendError(id, new RpcError('unknown-method', `There is no stream ${name}`));
    const outgoing = new OutgoingStream(credit);
    const { signal } = outgoing.abort;
    this.#running.set(id, outgoing.abort);
    this.#outgoing.set(id, outgoing);
    const settle = (message: () => void) => {
      this.#running.delete(id);
      this.#outgoing.delete(id);
      if (!signal.aborted) message();
    };
    const run = async () => outgoing.pump(handler(params, { signal }), (item) => this.#outbox.pushItem(id, item));
    run().then(
      () => settle(() => this.#outbox.push([Kind.end, id])),
      (thrown) => settle(() => this.sendError(id, thrown)),
    );
  }

  cancel(id: number, reason: unknown): void {
    this.#running.get(id)?.abort(reason);
  }

  grant(id: number, items: number): void {
    this.#outgoing.get(id)?.grant(items);
  }

  /** Aborts everything; nobody listens any more. */
  close(reason: unknown): void {
    this.#closing.abort(reason);
    for (const running of this.#running.values()) running.abort(reason);
    this.#running.clear();
    this.#outgoing.clear();
  }

  sendError(id: number, thrown: unknown): void {
    this.#outbox.push([Kind.error, id, encodeError(thrown)]);
  }
}
