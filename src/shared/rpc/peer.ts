import { type BatchHandler, type Intake, ReceivedBatch } from './batches/intake.ts';
import { Outbox } from './batches/outbox.ts';
import { CallStatistics, type PeerStatistics } from './calls/call-statistics.ts';
import { type CallOptions, PendingCalls } from './calls/pending-calls.ts';
import { Faults } from './faults.ts';
import type { CallHandler, MethodTable, StreamHandler, StreamTable } from './handlers.ts';
import type { RpcPort } from './ports/port.ts';
import { RpcError } from './rpc-error.ts';
import { Server } from './server.ts';
import { IncomingStreams, type StreamOptions } from './streams/incoming-streams.ts';
import { type TrafficListener, tellOf } from './traffic.ts';
import { decodeError, type WireError } from './wire/errors-on-the-wire.ts';
import { idOfMalformed, isBatch, isMessage, Kind, type Message, maxInBatch, type SendWindow } from './wire/wire.ts';

export type { PeerStatistics } from './calls/call-statistics.ts';
export type { CallOptions } from './calls/pending-calls.ts';

export interface PeerOptions {
  /** Methods for the other side; there are no others. */
  readonly methods?: Readonly<Record<string, CallHandler>>;
  readonly streams?: Readonly<Record<string, StreamHandler>>;
  /** Called for a message that violates the protocol or names no method, and for a dropped one without a caller. */
  readonly onBadMessage?: (reason: string) => void;
  /** The other side closed the port or is gone. */
  readonly onClose?: () => void;
  readonly onTraffic?: TrafficListener | undefined;
  /** Limit for concurrent calls and streams of the other side; further ones are refused. Absent: no limit. */
  readonly maxRunning?: number;
  /** Limits for data in flight to the other side. Absent: no limit. */
  readonly window?: SendWindow | undefined;
  /** Schedules the handling of incoming batches. Absent: at once. */
  readonly intake?: Intake | undefined;
}

/**
 * One side of typed RPC over a port. Both sides can call and handle. Calls reject with `RpcError` if the RPC failed,
 * with `RemoteError` if the other side threw, and with the reason given to `close` if the port is closed; closing
 * settles everything that is pending.
 */
export class Peer<Methods extends MethodTable, Streams extends StreamTable = Record<never, never>> {
  readonly #port: RpcPort;
  readonly #options: PeerOptions;
  readonly #faults: Faults;
  readonly #outbox: Outbox;
  readonly #server: Server;
  readonly #counted = new CallStatistics();
  readonly #calls: PendingCalls;
  readonly #incoming: IncomingStreams;
  #nextId = 1;
  #lastSent: { id: number; name: string } | undefined;
  #closed: { reason: unknown } | undefined;

  constructor(port: RpcPort, options: PeerOptions = {}) {
    this.#port = port;
    this.#options = options;
    this.#faults = new Faults(options.onBadMessage);
    this.#outbox = new Outbox(port, {
      onNotCloneable: (message, name, cause) => this.#notCloneable(message, name, cause),
      onTraffic: options.onTraffic,
      window: options.window,
    });
    this.#server = new Server(
      options.methods ?? {},
      options.streams ?? {},
      this.#outbox,
      this.#faults,
      options.maxRunning,
    );
    this.#calls = new PendingCalls(this.#outbox, this.#counted, options.window?.calls);
    this.#incoming = new IncomingStreams(this.#outbox, this.#counted, this.#faults);
    port.onClose(() => this.close(new RpcError('closed', 'The other side closed the connection')));
    port.onMessage((value) => this.#receive(value));
  }

  get isClosed(): boolean {
    return this.#closed !== undefined;
  }

  /** Number of calls and streams that wait for the other side. */
  get pendingCount(): number {
    return this.#calls.size + this.#incoming.size;
  }

  /** Number of calls and streams of the other side that run here. */
  get runningCount(): number {
    return this.#server.runningCount;
  }

  /** Number of protocol violations by the other side; `onBadMessage` got each, and none reached a handler. */
  get badMessageCount(): number {
    return this.#faults.badMessageCount;
  }

  /** Send time of the oldest message that the other side should have acknowledged (by `performance.now()`). */
  get oldestUnacknowledgedAt(): number | undefined {
    return this.#outbox.oldestUnacknowledgedAt;
  }

  /** Statistics of calls to the other side; readable after the port is closed. */
  get statistics(): PeerStatistics {
    const { calls, errors, responseTimes } = this.#counted;
    const lastCall = this.#lastUnanswered()?.name;
    return {
      calls,
      errors,
      pending: this.pendingCount,
      ...responseTimes,
      badMessages: this.badMessageCount,
      ...(lastCall !== undefined && { lastCall }),
    };
  }

  call<M extends keyof Methods & string>(
    method: M,
    params: Methods[M]['params'],
    options: CallOptions = {},
  ): Promise<Methods[M]['result']> {
    if (this.#closed) return Promise.reject(this.#closed.reason);
    return this.#calls.send(this.#take(method, options.signal), method, params, options);
  }

  /** Calls without an answer; an error of the handler is lost. */
  notify<M extends keyof Methods & string>(method: M, params: Methods[M]['params']): void {
    this.#outbox.push([Kind.notify, method, params], method);
  }

  /** Opens a stream. Leaving the loop or aborting the signal ends it on both sides. */
  stream<S extends keyof Streams & string>(
    stream: S,
    params: Streams[S]['params'],
    options: StreamOptions = {},
  ): AsyncIterable<Streams[S]['item']> {
    const incoming = this.#incoming.open(this.#take(stream, options.signal), stream, params, options, this.#closed);
    return incoming as AsyncIterable<Streams[S]['item']>;
  }

  /** Cancels everything pending with `reason`, as a cancelling caller does; the port stays open for both sides. */
  giveUp(reason: unknown): void {
    if (this.#closed) return;
    this.#calls.giveUpAll(reason);
    this.#incoming.giveUpAll(reason);
  }

  /** Rejects everything pending with `reason`, aborts calls of the other side that run here, and closes the port. */
  close(reason: unknown = new RpcError('closed', 'The connection was closed')): void {
    if (this.#closed) return;
    this.#closed = { reason };
    this.#lastSent = this.#lastUnanswered();
    this.#outbox.close();
    this.#calls.close(reason);
    this.#incoming.close(reason);
    this.#server.close(reason);
    this.#port.close();
    this.#options.onClose?.();
  }

  #take(name: string, signal: AbortSignal | undefined): number {
    const id = this.#nextId++;
    // Calls that are not sent are not counted.
    if (this.#closed || signal?.aborted) return id;
    this.#counted.calls += 1;
    this.#lastSent = { id, name };
    return id;
  }

  /** The pending call or stream that was sent last; if none is pending, the last one sent. */
  #lastUnanswered(): { id: number; name: string } | undefined {
    let id = 0;
    for (const pending of this.#calls.ids) id = Math.max(id, pending);
    for (const pending of this.#incoming.ids) id = Math.max(id, pending);
    const name = this.#calls.nameOf(id) ?? this.#incoming.nameOf(id);
    return name === undefined ? this.#lastSent : { id, name };
  }

  #receive(value: unknown): void {
    if (this.#closed) return;
    if (!isBatch(value)) return this.#faults.badMessage('not a batch of messages');
    const isNews = this.#outbox.acknowledged(value[1]);
    const { intake } = this.#options;
    if (value.length > 2) {
      const received = new ReceivedBatch(value, this.#handler);
      if (intake) intake.take(received);
      else while (received.handleNext());
    } else if (intake && !isNews) this.#faults.badMessage('an acknowledgement of nothing');
  }

  readonly #handler: BatchHandler = {
    /** @returns false: the rest of the batch is ignored, since after a malformed message anything may follow */
    handle: (message) => {
      if (this.#closed) return false;
      if (!isMessage(message)) {
        this.#refuse(message);
        return false;
      }
      if (this.#options.onTraffic) this.#tell(this.#options.onTraffic, message);
      this.#handle(message);
      return true;
    },
    refuse: () => this.#faults.badMessage(`a batch that holds no messages, or more than ${maxInBatch}`),
    end: (sequence, bytes, isUrgent) => {
      if (sequence > 0) this.#outbox.owe(sequence, bytes, isUrgent);
    },
  };

  #refuse(malformed: unknown): void {
    const id = idOfMalformed(malformed);
    const error = new RpcError('bad-message', 'not a message of the protocol');
    if (id === undefined) this.#faults.badMessage(error.message);
    else this.#server.refuse(id, error);
  }

  #handle(message: Message): void {
    switch (message[0]) {
      case Kind.request:
        return this.#server.call(message[1], message[2], message[3]);
      case Kind.notify:
        return this.#server.notify(message[1], message[2]);
      case Kind.reply:
        return this.#calls.answer(message[1], message[2]);
      case Kind.error: {
        const error = decodeError(message[2]);
        this.#calls.fail(message[1], error, true);
        return this.#incoming.fail(message[1], error);
      }
      case Kind.cancel:
        return this.#server.cancel(message[1], new RpcError('cancelled', 'The caller cancelled'));
      case Kind.openStream:
        return this.#server.openStream(message[1], message[2], message[3], message[4]);
      case Kind.chunk:
        return this.#incoming.push(message[1], message[2]);
      case Kind.credit:
        return this.#server.grant(message[1], message[2]);
      case Kind.end:
        return this.#incoming.end(message[1]);
      default:
        return message satisfies never;
    }
  }

  #tell(onTraffic: TrafficListener, message: Message): void {
    tellOf('in', message, this.#nameOf(message), onTraffic);
  }

  #nameOf(message: Message): string | undefined {
    switch (message[0]) {
      case Kind.request:
      case Kind.openStream:
        return message[2];
      case Kind.notify:
        return message[1];
      case Kind.cancel:
      case Kind.credit:
        return this.#server.nameOf(message[1]);
      default:
        return this.#calls.nameOf(message[1]) ?? this.#incoming.nameOf(message[1]);
    }
  }

  /**
   * Some ports can clone less than `structuredClone`, so that an error may be refused although its data passed that.
   */
  #sendPlainError(id: number, name: string | undefined, { message, ...more }: WireError): void {
    const isPlain = more.data === undefined && more.cause === undefined && more.errors === undefined;
    if (isPlain) return this.#faults.dropped(`An error could not be sent: ${message}`);
    const plain: WireError = { name: more.name, message, code: more.code, stack: more.stack };
    this.#outbox.push([Kind.error, id, plain], name);
  }

  /**
   * Reports data that cannot be cloned, at the side that sent it and to the waiting caller; never replaces it by
   * null.
   */
  #notCloneable(message: Message, name: string | undefined, cause: unknown): void {
    const because = cause instanceof Error ? cause.message : String(cause);
    const error = (what: string) => new RpcError('not-cloneable', `${what} cannot be sent: ${because}`, { cause });
    switch (message[0]) {
      case Kind.request:
        return this.#calls.fail(message[1], error(`An argument of ${message[2]}`));
      case Kind.openStream:
        return this.#incoming.fail(message[1], error(`An argument of ${message[2]}`));
      case Kind.reply:
        return this.#server.sendError(message[1], error('The result'), name);
      case Kind.chunk:
        this.#server.sendError(message[1], error('An item of the stream'), name);
        return this.#server.cancel(message[1], cause);
      case Kind.error:
        return this.#sendPlainError(message[1], name, message[2] as WireError);
      default:
        this.#faults.dropped(error('A message').message);
    }
  }
}
