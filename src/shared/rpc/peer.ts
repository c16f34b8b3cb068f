import { Deadlines } from './deadlines.ts';
import { decodeError, type WireError } from './errors-on-the-wire.ts';
import type { CallHandler, StreamHandler } from './handlers.ts';
import { Outbox } from './outbox.ts';
import type { RpcPort } from './port.ts';
import { RpcError } from './rpc-error.ts';
import { Server } from './server.ts';
import { defaultCredit, IncomingStream } from './stream.ts';
import { isBatch, isMessage, Kind, type Message } from './wire.ts';

export type MethodTable = Record<string, { params: unknown; result: unknown }>;
export type StreamTable = Record<string, { params: unknown; item: unknown }>;

export interface PeerOptions {
  /** What the other side may call; only names registered here exist. */
  readonly methods?: Readonly<Record<string, CallHandler>>;
  readonly streams?: Readonly<Record<string, StreamHandler>>;
  /** Something that is no message arrived; it was dropped. */
  readonly onBadMessage?: (reason: string) => void;
  /** The other side closed the port or is gone. */
  readonly onClose?: () => void;
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds until the call fails with `timeout`; no limit when absent. */
  readonly deadlineMs?: number | undefined;
}

interface PendingCall {
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

/**
 * One side of a typed conversation over a port. Both sides call, both handle.
 * Calls reject with `RpcError` when the RPC failed, with `RemoteError` when the other side threw, and with the reason
 * given to `close` when the port is closed; closing settles everything that is pending.
 */
export class Peer<Methods extends MethodTable, Streams extends StreamTable = Record<never, never>> {
  readonly #port: RpcPort;
  readonly #options: PeerOptions;
  readonly #outbox: Outbox;
  readonly #server: Server;
  readonly #deadlines = new Deadlines();
  readonly #calls = new Map<number, PendingCall>();
  readonly #incoming = new Map<number, IncomingStream>();
  #nextId = 1;
  #closed: { reason: unknown } | undefined;

  constructor(port: RpcPort, options: PeerOptions = {}) {
    this.#port = port;
    this.#options = options;
    this.#outbox = new Outbox(port, (message, cause) => this.#notCloneable(message, cause));
    this.#server = new Server(options.methods ?? {}, options.streams ?? {}, this.#outbox, (reason) =>
      options.onBadMessage?.(reason),
    );
    port.onClose(() => this.close(new RpcError('closed', 'The other side closed the connection')));
    port.onMessage((value) => this.#receive(value));
  }

  get isClosed(): boolean {
    return this.#closed !== undefined;
  }

  /** Calls and streams that wait for the other side. */
  get pendingCount(): number {
    return this.#calls.size + this.#incoming.size;
  }

  /** When the oldest message that the other side has not acknowledged was sent (ms since the epoch). */
  get oldestUnacknowledgedAt(): number | undefined {
    return this.#outbox.oldestUnacknowledgedAt;
  }

  call<M extends keyof Methods & string>(
    method: M,
    params: Methods[M]['params'],
    { signal, deadlineMs }: CallOptions = {},
  ): Promise<Methods[M]['result']> {
    return new Promise((resolve, reject) => {
      if (this.#closed) return reject(this.#closed.reason);
      if (signal?.aborted) return reject(new RpcError('cancelled', `${method} was cancelled`));
      const id = this.#nextId++;
      const giveUp = (error: RpcError) => {
        if (!this.#calls.has(id)) return;
        this.#outbox.push([Kind.cancel, id]);
        this.#calls.get(id)?.reject(error);
      };
      const cancel = signal && (() => giveUp(new RpcError('cancelled', `${method} was cancelled`)));
      const undoDeadline =
        deadlineMs !== undefined &&
        this.#deadlines.add(deadlineMs, () =>
          giveUp(new RpcError('timeout', `${method} did not answer within ${deadlineMs / 1000} s`)),
        );
      const settle = () => {
        this.#calls.delete(id);
        if (undoDeadline) undoDeadline();
        if (cancel) signal.removeEventListener('abort', cancel);
      };
      if (cancel) signal.addEventListener('abort', cancel);
      this.#calls.set(id, {
        resolve(result) {
          settle();
          resolve(result);
        },
        reject(error) {
          settle();
          reject(error);
        },
      });
      this.#outbox.push([Kind.request, id, method, params]);
    });
  }

  /** Calls without wanting an answer; an error of the handler is lost. */
  notify<M extends keyof Methods & string>(method: M, params: Methods[M]['params']): void {
    if (!this.#closed) this.#outbox.push([Kind.notify, method, params]);
  }

  /** Opens a stream. Leaving the loop or aborting the signal ends it on both sides. */
  stream<S extends keyof Streams & string>(
    stream: S,
    params: Streams[S]['params'],
    { signal, credit = defaultCredit }: { signal?: AbortSignal | undefined; credit?: number } = {},
  ): AsyncIterable<Streams[S]['item']> {
    const id = this.#nextId++;
    const cancel = () => {
      // First: a consumer that waits is done with the stream as soon as it is aborted.
      if (this.#incoming.delete(id)) this.#outbox.push([Kind.cancel, id]);
      incoming.abort(new RpcError('cancelled', `${stream} was cancelled`));
    };
    const finish = (isEarly: boolean) => {
      signal?.removeEventListener('abort', cancel);
      if (this.#incoming.delete(id) && isEarly) this.#outbox.push([Kind.cancel, id]);
    };
    const incoming = new IncomingStream(credit, (items) => this.#outbox.push([Kind.credit, id, items]), finish);
    if (this.#closed) incoming.fail(this.#closed.reason);
    else if (signal?.aborted) incoming.fail(new RpcError('cancelled', `${stream} was cancelled`));
    else {
      this.#incoming.set(id, incoming);
      signal?.addEventListener('abort', cancel, { once: true });
      this.#outbox.push([Kind.openStream, id, stream, params, credit]);
    }
    return incoming as AsyncIterable<Streams[S]['item']>;
  }

  /** Settles all that is pending with `reason`, aborts what runs here for the other side, and closes the port. */
  close(reason: unknown = new RpcError('closed', 'The connection was closed')): void {
    if (this.#closed) return;
    this.#closed = { reason };
    this.#deadlines.clear();
    this.#outbox.close();
    for (const call of [...this.#calls.values()]) call.reject(reason);
    for (const stream of this.#incoming.values()) stream.fail(reason);
    this.#incoming.clear();
    this.#server.close(reason);
    this.#port.close();
    this.#options.onClose?.();
  }

  #receive(value: unknown): void {
    if (this.#closed) return;
    if (!isBatch(value)) return this.#options.onBadMessage?.('not a batch of messages');
    const [sequence, acknowledged] = value;
    this.#outbox.acknowledged(acknowledged);
    for (let index = 2; index < value.length; index += 1) {
      const message = value[index];
      // What else a batch with rubbish in it holds is not looked at: it may be of any length.
      if (!isMessage(message)) {
        this.#options.onBadMessage?.('not a message of the protocol');
        break;
      }
      this.#handle(message);
    }
    if (sequence > 0) this.#outbox.owe(sequence);
  }

  #handle(message: Message): void {
    switch (message[0]) {
      case Kind.request:
        return this.#server.call(message[1], message[2], message[3]);
      case Kind.notify:
        return this.#server.notify(message[1], message[2]);
      case Kind.reply:
        return this.#calls.get(message[1])?.resolve(message[2]);
      case Kind.error: {
        const error = decodeError(message[2]);
        this.#calls.get(message[1])?.reject(error);
        return this.#endIncoming(message[1], (stream) => stream.fail(error));
      }
      case Kind.cancel:
        return this.#server.cancel(message[1], new RpcError('cancelled', 'The caller cancelled'));
      case Kind.openStream:
        return this.#server.openStream(message[1], message[2], message[3], message[4]);
      case Kind.chunk:
        return this.#takeChunk(message[1], message[2]);
      case Kind.credit:
        return this.#server.grant(message[1], message[2]);
      case Kind.end:
        return this.#endIncoming(message[1], (stream) => stream.end());
      default:
        return message satisfies never;
    }
  }

  #takeChunk(id: number, items: unknown[]): void {
    const stream = this.#incoming.get(id);
    try {
      stream?.push(items);
    } catch (fault) {
      this.#options.onBadMessage?.((fault as Error).message);
      this.#outbox.push([Kind.cancel, id]);
      this.#endIncoming(id, (incoming) => incoming.abort(fault));
    }
  }

  #endIncoming(id: number, end: (stream: IncomingStream) => void): void {
    const stream = this.#incoming.get(id);
    if (!stream) return;
    this.#incoming.delete(id);
    end(stream);
  }

  /** Some ports clone less than `structuredClone` does, so what an error carries may be refused although it was tried. */
  #sendPlainError(id: number, { name, message, code, ...more }: WireError): void {
    const isPlain = more.data === undefined && more.cause === undefined && more.errors === undefined;
    if (isPlain) return this.#options.onBadMessage?.(`An error could not be sent: ${message}`);
    this.#outbox.push([Kind.error, id, { name, message, code, stack: more.stack }]);
  }

  /** What cannot be cloned is an error at the side that sent it, and an error for whoever waits; never null. */
  #notCloneable(message: Message, cause: unknown): void {
    const because = cause instanceof Error ? cause.message : String(cause);
    const error = (what: string) => new RpcError('not-cloneable', `${what} cannot be sent: ${because}`, { cause });
    switch (message[0]) {
      case Kind.request:
        return this.#calls.get(message[1])?.reject(error(`An argument of ${message[2]}`));
      case Kind.openStream:
        return this.#endIncoming(message[1], (stream) => stream.fail(error(`An argument of ${message[2]}`)));
      case Kind.reply:
        return this.#server.sendError(message[1], error('The result'));
      case Kind.chunk:
        this.#server.sendError(message[1], error('An item of the stream'));
        return this.#server.cancel(message[1], cause);
      case Kind.error:
        return this.#sendPlainError(message[1], message[2] as WireError);
      default:
        this.#options.onBadMessage?.(error('A message').message);
    }
  }
}
