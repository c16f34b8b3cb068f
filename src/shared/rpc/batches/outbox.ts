import type { RpcPort } from '../ports/port.ts';
import { type TrafficListener, tellOf } from '../traffic.ts';
import { toJsonText } from '../wire/json-text.ts';
import { messageSize } from '../wire/message-size.ts';
import { withOwnBytes } from '../wire/own-bytes.ts';
import {
  asksForAcknowledgement,
  type Batch,
  Kind,
  type Message,
  maxInBatch,
  maxOwed,
  type SendWindow,
} from '../wire/wire.ts';
import { batchSize } from './intake.ts';

/** Runs a task after the promises that are ready. Every process but the renderer has `setImmediate`. */
const endOfTurn: (task: () => void) => void =
  (globalThis as { setImmediate?: (task: () => void) => void }).setImmediate ?? ((task) => setTimeout(task, 0));

const ready = Promise.resolve();
const nothing = () => undefined;

/** Approximate limit in bytes: small messages of this size together fill a batch. */
const fullBatchBytes = 512 * 1024;

export interface OutboxOptions {
  /** A message could not be cloned; the others of its batch were sent. */
  onNotCloneable(message: Message, name: string | undefined, cause: unknown): void;
  readonly onTraffic?: TrafficListener | undefined;
  /** Absent: no limit for data in flight. */
  readonly window?: SendWindow | undefined;
}

interface Queued {
  readonly message: Message;
  /** Method or stream of the message. */
  readonly name: string | undefined;
  /** JSON of the message, or of a chunk's items, or of an event's argument; null: JSON cannot represent it. */
  text: string | null;
  /** Estimate. */
  bytes: number;
}

interface Awaited {
  readonly sequence: number;
  /** undefined: it has no request, so that the other side may acknowledge it late. */
  readonly sentAt: number | undefined;
  /** 0 without a window. */
  readonly bytes: number;
}

/**
 * Collects the messages of one turn of the event loop into one port message, which costs far more than an element of
 * it. Tracks owed and awaited acknowledgements, and keeps to the window.
 */
export class Outbox {
  readonly #port: RpcPort;
  readonly #options: OutboxOptions;
  #queue: Queued[] = [];
  /** Number of messages at the head of the queue that are sent alone, as their batch could not be cloned. */
  #alone = 0;
  /** Streams with an item that could not be cloned; later items of them are not sent. */
  readonly #broken = new Set<number>();
  #isFlushQueued = false;
  #isLateFlushQueued = false;
  #sequence = 0;
  /** Highest sequence from the other side that was handled. */
  #owed = 0;
  /** Not acknowledged yet. */
  #owedBatches = 0;
  #owedBytes = 0;
  /** Whether an acknowledgement is due in this turn. */
  #isOwed = false;
  /** Whether the other side waits for an acknowledgement. */
  #isWanted = false;
  #isTimeSet = false;
  #isClosed = false;
  /** Sent batches without acknowledgement, oldest first. */
  #awaited: Awaited[] = [];
  #awaitedBytes = 0;
  readonly #flushSoon = () => {
    this.#isFlushQueued = false;
    this.flush();
    if (this.#isWanted) this.#acknowledgeSoon();
  };

  constructor(port: RpcPort, options: OutboxOptions) {
    this.#port = port;
    this.#options = options;
  }

  /** @param name method or stream of the message */
  push(message: Message, name: string | undefined): void {
    if (this.#isClosed) return;
    this.#queue.push(queued(message, name));
    if (this.#queue.length >= maxInBatch) this.flush();
    else this.#queueFlush();
  }

  /**
   * Adds an item to the chunk of the same stream if that is the last unsent message.
   * @returns estimated size of the item in bytes
   */
  pushItem(streamId: number, item: unknown, name: string): number {
    if (this.#isClosed) return 0;
    const added = queued([Kind.chunk, streamId, [item]], name);
    const { bytes } = added;
    const last = this.#queue.at(-1);
    if (!last || this.#alone > 0 || !joinChunk(last, added)) this.#queue.push(added);
    if (this.#queue.length >= maxInBatch) this.flush();
    else this.#queueLateFlush();
    return bytes;
  }

  /**
   * Records a batch from the other side whose synchronous part is done.
   * @param isUrgent whether it had a request, and so wants an acknowledgement soon
   */
  owe(sequence: number, bytes: number, isUrgent: boolean): void {
    this.#owed = Math.max(this.#owed, sequence);
    this.#owedBatches += 1;
    this.#owedBytes += bytes;
    this.#isOwed ||= this.#owedBatches >= maxOwed.batches || this.#owedBytes >= maxOwed.bytes;
    this.#isWanted ||= isUrgent;
    if (this.#isOwed || isUrgent) this.#queueFlush();
  }

  /** Delayed: alone it costs as much as a reply, and a reply that takes a moment can still carry it. */
  #acknowledgeSoon(): void {
    if (this.#isTimeSet) return;
    this.#isTimeSet = true;
    setTimeout(() => {
      this.#isTimeSet = false;
      this.#isOwed ||= this.#isWanted;
      this.flush();
    }, maxOwed.ms);
  }

  /** @returns whether a batch was acknowledged for the first time */
  acknowledged(sequence: number): boolean {
    let isNews = false;
    while (this.#awaited[0] && this.#awaited[0].sequence <= sequence) {
      this.#awaitedBytes -= this.#awaited.shift()?.bytes ?? 0;
      isNews = true;
    }
    if (isNews && this.#queue.length > 0) this.#queueFlush();
    return isNews;
  }

  /** Send time of the oldest unacknowledged batch with a request (by `performance.now()`). */
  get oldestUnacknowledgedAt(): number | undefined {
    return this.#awaited.find(({ sentAt }) => sentAt !== undefined)?.sentAt;
  }

  close(): void {
    this.#isClosed = true;
    this.#isWanted = false;
    this.#queue = [];
    this.#awaited = [];
  }

  #queueFlush(): void {
    if (this.#isFlushQueued) return;
    this.#isFlushQueued = true;
    // The second hop lets the reply of an async handler that did not wait share a batch with the acknowledgement.
    // Promises make cheaper hops than `queueMicrotask`, which opens an async scope for each in Node.
    ready.then(nothing).then(this.#flushSoon);
  }

  /** A source with items ready needs several hops for each; they all share a batch. */
  #queueLateFlush(): void {
    if (this.#isFlushQueued || this.#isLateFlushQueued) return;
    this.#isLateFlushQueued = true;
    endOfTurn(() => {
      this.#isLateFlushQueued = false;
      this.flush();
    });
  }

  flush(): void {
    while (this.#queue.length > 0 && !this.#isWindowFull) this.#sendNext();
    if (!this.#isOwed || this.#isClosed) return;
    // No batch is there to carry the acknowledgement. If it cannot be sent, the port is broken.
    this.#acknowledgementSent();
    try {
      this.#port.send([0, this.#owed]);
    } catch {}
  }

  get #isWindowFull(): boolean {
    const { window } = this.#options;
    if (!window) return false;
    return this.#awaited.length >= window.batches || this.#awaitedBytes >= window.bytes;
  }

  #sendNext(): void {
    const count = this.#fittingCount();
    const taken = count === this.#queue.length ? this.#queue : this.#queue.slice(0, count);
    this.#queue = count === this.#queue.length ? [] : this.#queue.slice(count);
    if (this.#alone > 0) this.#alone -= 1;
    else this.#broken.clear();
    try {
      const [first] = taken;
      if (first && this.#isAfterBroken(first.message)) return;
      this.#send(taken);
    } catch (error) {
      this.#notSent(taken, error);
    }
  }

  /** Number of messages at the head of the queue that form a batch. */
  #fittingCount(): number {
    const most = Math.min(this.#queue.length, this.#alone > 0 ? 1 : maxInBatch);
    let bytes = 0;
    for (let count = 0; count < most; count += 1) {
      const size = this.#queue[count]?.bytes ?? 0;
      if (count > 0 && bytes + size > fullBatchBytes) return count;
      bytes += size;
    }
    return most;
  }

  #send(taken: readonly Queued[]): void {
    const { window, onTraffic } = this.#options;
    const isUrgent = taken.some(({ message }) => asksForAcknowledgement(message));
    const isAwaited = isUrgent || window !== undefined;
    const batch: Batch = [isAwaited ? this.#sequence + 1 : 0, this.#owed, ...contentOf(taken)];
    const bytes = window ? batchSize(batch) : 0;
    if (window && bytes > window.messageBytes) throw tooLarge(bytes, window.messageBytes);
    this.#port.send(batch);
    this.#acknowledgementSent();
    if (onTraffic) for (const { message, name } of taken) tellOf('out', message, name, onTraffic);
    if (!isAwaited) return;
    this.#sequence += 1;
    this.#awaitedBytes += bytes;
    const sentAt = isUrgent ? performance.now() : undefined;
    this.#awaited.push({ sequence: this.#sequence, sentAt, bytes });
  }

  #acknowledgementSent(): void {
    this.#isOwed = false;
    this.#isWanted = false;
    this.#owedBatches = 0;
    this.#owedBytes = 0;
  }

  /** Splits a batch into messages, and a chunk into items, to send them alone, so that only the culprit is missing. */
  #notSent(taken: readonly Queued[], error: unknown): void {
    const [first, ...others] = taken;
    if (!first) return;
    const parts = others.length > 0 ? taken.flatMap(inParts) : inParts(first);
    if (parts.length > 1) {
      this.#queue = [...parts, ...this.#queue];
      this.#alone += parts.length;
      return;
    }
    const { message, name } = first;
    if (message[0] === Kind.chunk) this.#broken.add(message[1]);
    this.#options.onNotCloneable(message, name, error);
  }

  #isAfterBroken(message: Message): boolean {
    return (message[0] === Kind.chunk || message[0] === Kind.end) && this.#broken.has(message[1]);
  }
}

function queued(message: Message, name: string | undefined): Queued {
  const text = textOf(message);
  if (text !== null) return { message, name, text, bytes: text.length };
  const own = withOwnBytes(message);
  return { message: own, name, text, bytes: messageSize(own) };
}

function textOf(message: Message): string | null {
  if (message[0] === Kind.chunk) return withoutBrackets(toJsonText(message[2]));
  if (message[0] === Kind.notify) return withoutBrackets(toJsonText([message[2]]));
  return toJsonText(message);
}

const withoutBrackets = (text: string | null): string | null => text?.slice(1, -1) ?? null;

/** @returns false: not a chunk of the same stream, or in another form */
function joinChunk(last: Queued, added: Queued): boolean {
  const [chunk, more] = [last.message, added.message];
  if (chunk[0] !== Kind.chunk || more[0] !== Kind.chunk || chunk[1] !== more[1]) return false;
  if ((last.text === null) !== (added.text === null)) return false;
  chunk[2].push(...more[2]);
  if (last.text !== null) last.text = last.text === '' ? added.text : `${last.text},${added.text}`;
  last.bytes += added.bytes;
  return true;
}

/** Content of a batch after its head: a text if all messages have JSON. */
function contentOf(taken: readonly Queued[]): unknown[] {
  let texts = '[';
  /** Method of the current run of events. */
  let method: string | undefined;
  for (const { message, text } of taken) {
    if (text === null) return taken.map((one) => one.message);
    const isEvent = message[0] === Kind.notify;
    if (isEvent && message[1] === method) {
      texts += `,${text}`;
      continue;
    }
    if (method !== undefined) texts += ']';
    if (texts !== '[') texts += ',';
    if (isEvent) texts += `[${Kind.notify},${JSON.stringify(message[1])},${text}`;
    else texts += message[0] === Kind.chunk ? `[${Kind.chunk},${message[1]},[${text}]]` : text;
    method = isEvent ? message[1] : undefined;
  }
  return [`${texts}${method === undefined ? '' : ']'}]`];
}

const inParts = ({ message, name }: Queued): Queued[] =>
  message[0] === Kind.chunk && message[2].length > 1
    ? message[2].map((item) => queued([Kind.chunk, message[1], [item]], name))
    : [queued(message, name)];

const tooLarge = (bytes: number, most: number): RangeError => {
  const inMegabytes = (count: number) => Math.ceil(count / 1024 ** 2);
  return new RangeError(`it has ${inMegabytes(bytes)} MB, and a message has ${inMegabytes(most)} MB at the most`);
};
