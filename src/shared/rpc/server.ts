import type { Outbox } from './batches/outbox.ts';
import { RunningCall } from './calls/running-call.ts';
import type { Faults } from './faults.ts';
import type { CallHandler, StreamHandler } from './handlers.ts';
import { RpcError } from './rpc-error.ts';
import { OutgoingStream } from './streams/stream.ts';
import { encodeError } from './wire/errors-on-the-wire.ts';
import { Kind } from './wire/wire.ts';

/** Runs the calls of the other side. Only registered names exist; inherited ones (`toString`) do not. */
export class Server {
  readonly #methods: ReadonlyMap<string, CallHandler>;
  readonly #streams: ReadonlyMap<string, StreamHandler>;
  readonly #outbox: Outbox;
  readonly #faults: Faults;
  readonly #maxRunning: number;
  /** Running calls and streams, by the other side's ids. */
  readonly #running = new Map<number, RunningCall>();
  readonly #outgoing = new Map<number, OutgoingStream>();
  /** Number of notifications whose handlers have not ended. */
  #notified = 0;
  readonly #closing = new AbortController();

  constructor(
    methods: Readonly<Record<string, CallHandler>>,
    streams: Readonly<Record<string, StreamHandler>>,
    outbox: Outbox,
    faults: Faults,
    maxRunning = Number.POSITIVE_INFINITY,
  ) {
    this.#methods = new Map(Object.entries(methods));
    this.#streams = new Map(Object.entries(streams));
    this.#outbox = outbox;
    this.#faults = faults;
    this.#maxRunning = maxRunning;
  }

  get runningCount(): number {
    return this.#running.size;
  }

  nameOf(id: number): string | undefined {
    return this.#running.get(id)?.name;
  }

  call(id: number, method: string, params: unknown): void {
    const handler = this.#methods.get(method);
    if (!handler || this.#running.has(id)) {
      return this.refuse(id, new RpcError('unknown-method', `There is no method ${method}`));
    }
    if (this.#isFull) return this.sendError(id, this.#overloaded(method), method);
    const call = new RunningCall(method);
    this.#running.set(id, call);
    const succeed = (result: unknown) => {
      if (this.#end(id, call)) this.#outbox.push([Kind.reply, id, result], method);
    };
    const fail = (thrown: unknown) => {
      if (this.#end(id, call)) this.sendError(id, thrown, method);
    };
    try {
      const result = handler(params, call);
      if (isThenable(result)) Promise.resolve(result).then(succeed, fail);
      else succeed(result);
    } catch (thrown) {
      fail(thrown);
    }
  }

  notify(method: string, params: unknown): void {
    const handler = this.#methods.get(method);
    if (!handler) return this.#faults.badMessage(`there is no method ${method}`);
    if (this.#isFull) return this.#faults.badMessage(this.#overloaded(method).message);
    const call = new RunningCall(method, this.#closing.signal);
    const fail = (thrown: unknown) => {
      const reason = `${method} failed: ${encodeError(thrown).message}`;
      if (isRefusal(thrown)) this.#faults.badMessage(reason);
      else this.#faults.dropped(reason);
    };
    try {
      const result = handler(params, call);
      if (!isThenable(result)) return;
      this.#notified += 1;
      Promise.resolve(result)
        .catch(fail)
        .finally(() => {
          this.#notified -= 1;
        });
    } catch (thrown) {
      fail(thrown);
    }
  }

  openStream(id: number, name: string, params: unknown, credit: number): void {
    const handler = this.#streams.get(name);
    if (!handler || this.#running.has(id)) {
      return this.refuse(id, new RpcError('unknown-method', `There is no stream ${name}`));
    }
    if (this.#isFull) return this.sendError(id, this.#overloaded(name), name);
    const call = new RunningCall(name);
    const outgoing = new OutgoingStream(credit, call.signal);
    this.#running.set(id, call);
    this.#outgoing.set(id, outgoing);
    const send = (item: unknown) => this.#outbox.pushItem(id, item, name);
    const askForCredit = () => this.#outbox.push([Kind.chunk, id, []], name);
    const run = async () => outgoing.pump(handler(params, call), send, askForCredit);
    run().then(
      () => this.#end(id, call) && this.#outbox.push([Kind.end, id], name),
      (thrown) => this.#end(id, call) && this.sendError(id, thrown, name),
    );
  }

  cancel(id: number, reason: unknown): void {
    this.#running.get(id)?.abort(reason);
  }

  grant(id: number, items: number): void {
    this.#outgoing.get(id)?.grant(items);
  }

  /**
   * Answers a bad request with an error. An id in use gets no answer: it would be taken for that of the running call.
   */
  refuse(id: number, error: RpcError): void {
    if (this.#running.has(id)) return this.#faults.badMessage(`the id ${id} is in use`);
    this.#faults.badMessage(error.message);
    this.#outbox.push([Kind.error, id, encodeError(error)], undefined);
  }

  /** Aborts everything, without answers. */
  close(reason: unknown): void {
    this.#closing.abort(reason);
    for (const running of this.#running.values()) running.abort(reason);
    this.#running.clear();
    this.#outgoing.clear();
  }

  sendError(id: number, thrown: unknown, name: string | undefined): void {
    if (isRefusal(thrown)) this.#faults.badMessage(`${name}: ${thrown.message}`);
    this.#outbox.push([Kind.error, id, encodeError(thrown)], name);
  }

  get #isFull(): boolean {
    return this.#running.size + this.#notified >= this.#maxRunning;
  }

  #overloaded(name: string): RpcError {
    return new RpcError('overloaded', `${name}: ${this.#maxRunning} calls run already. Wait until some have ended.`);
  }

  /** @returns whether an answer is expected: a caller that cancelled does not listen any more */
  #end(id: number, call: RunningCall): boolean {
    this.#outgoing.delete(id);
    return this.#running.delete(id) && !call.isAborted;
  }
}

/** Whether a handler's schema refused the arguments: then the message was bad, not the handler. */
function isRefusal(thrown: unknown): thrown is RpcError {
  try {
    return thrown instanceof RpcError && thrown.code === 'invalid-params';
  } catch {
    // A proxy may throw even here.
    return false;
  }
}

const isThenable = (value: unknown): value is PromiseLike<unknown> =>
  typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
