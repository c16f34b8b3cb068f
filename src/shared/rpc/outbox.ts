import { messageSize } from './message-size.ts';
import { withOwnBytes } from './own-bytes.ts';
import type { RpcPort } from './port.ts';
import { type TrafficListener, tellOf } from './traffic.ts';
import {
  asksForAcknowledgement,
  type Batch,
  Kind,
  type Message,
  mostInBatch,
  mostOwed,
  type SendWindow,
} from './wire.ts';

/** Runs a task when the promises that are ready have run. `setImmediate` is there in every process but the renderer. */
const endOfTurn: (task: () => void) => void =
  (globalThis as { setImmediate?: (task: () => void) => void }).setImmediate ?? ((task) => setTimeout(task, 0));

const ready = Promise.resolve();
const nothing = () => undefined;

/** Bytes, about: small messages that have so many together go in batches of their own. */
const fullBatchBytes = 512 * 1024;

export interface OutboxOptions {
  /** A message could not be sent; the others of its batch were. */
  onNotCloneable(message: Message, name: string | undefined, cause: unknown): void;
  readonly onTraffic?: TrafficListener | undefined;
  /** Absent: any amount may be under way. */
  readonly window?: SendWindow | undefined;
}

/** A message with the method or stream that it belongs to. */
interface Queued {
  readonly message: Message;
  readonly name: string | undefined;
}

interface Awaited {
  readonly sequence: number;
  readonly sentAt: number;
  /** 0 where no window asks for it. */
  readonly bytes: number;
  /** Whether the other side says at once that it has it. */
  readonly isUrgent: boolean;
}

/**
 * Collects what one turn of the loop has to say and sends it as one port message: a port message costs far more than
 * an element of it. Keeps the acknowledgements that are owed and those that are awaited, and keeps to the window.
 */
export class Outbox {
  readonly #port: RpcPort;
  readonly #options: OutboxOptions;
  #queue: Queued[] = [];
  /** So many at the head of the queue go alone: a batch with one of them could not be sent. */
  #alone = 0;
  /** Streams of which an item among those could not be sent; nothing after it is. */
  readonly #broken = new Set<number>();
  #isFlushQueued = false;
  #isLateFlushQueued = false;
  #sequence = 0;
  /** The highest sequence of the other side that was handled. */
  #owed = 0;
  /** Whether it has to be said in this turn. */
  #isOwed = false;
  #owedLater = { batches: 0, bytes: 0 };
  #isClosed = false;
  /** Sent batches that wait for their acknowledgement, oldest first. */
  #awaited: Awaited[] = [];
  #awaitedBytes = 0;
  readonly #flushSoon = () => {
    this.#isFlushQueued = false;
    if (this.#queue.length > 0) this.flush();
    // An acknowledgement alone waits for those of the batches that came with it.
    else if (this.#isOwed) this.#queueLateFlush();
  };

  constructor(port: RpcPort, options: OutboxOptions) {
    this.#port = port;
    this.#options = options;
  }

  /** @param name the method or stream that the message belongs to */
  push(message: Message, name: string | undefined): void {
    if (this.#isClosed) return;
    this.#queue.push({ message: withOwnBytes(message), name });
    if (this.#queue.length >= mostInBatch) this.flush();
    else this.#queueFlush();
  }

  /** Adds to the chunk of the same stream if that is the last message not yet sent. */
  pushItem(streamId: number, item: unknown, name: string): void {
    if (this.#isClosed) return;
    const own = withOwnBytes(item);
    const last = this.#queue.at(-1)?.message;
    if (last?.[0] === Kind.chunk && last[1] === streamId && this.#alone === 0) last[2].push(own);
    else this.#queue.push({ message: [Kind.chunk, streamId, [own]], name });
    if (this.#queue.length >= mostInBatch) this.flush();
    else this.#queueLateFlush();
  }

  /**
   * The synchronous part of everything in the other side's batch is done.
   * @param isUrgent whether it asked for something, and so for an acknowledgement at once
   */
  owe(sequence: number, bytes: number, isUrgent: boolean): void {
    this.#owed = Math.max(this.#owed, sequence);
    this.#owedLater.batches += 1;
    this.#owedLater.bytes += bytes;
    const { batches: owedBatches, bytes: owedBytes } = this.#owedLater;
    if (!isUrgent && owedBatches < mostOwed.batches && owedBytes < mostOwed.bytes) return;
    this.#isOwed = true;
    this.#queueFlush();
  }

  /** @returns whether that was news */
  acknowledged(sequence: number): boolean {
    let isNews = false;
    while (this.#awaited[0] && this.#awaited[0].sequence <= sequence) {
      this.#awaitedBytes -= this.#awaited.shift()?.bytes ?? 0;
      isNews = true;
    }
    if (isNews && this.#queue.length > 0) this.#queueFlush();
    return isNews;
  }

  /** When the oldest message was sent of those that the other side acknowledges at once (by `performance.now()`). */
  get oldestUnacknowledgedAt(): number | undefined {
    return this.#awaited.find(({ isUrgent }) => isUrgent)?.sentAt;
  }

  close(): void {
    this.#isClosed = true;
    this.#queue = [];
    this.#awaited = [];
  }

  #queueFlush(): void {
    if (this.#isFlushQueued) return;
    this.#isFlushQueued = true;
    // The second hop lets a reply of an async handler that did not wait ride with the acknowledgement. Promises make
    // cheaper hops than `queueMicrotask`, which opens an async scope for each in Node.
    ready.then(nothing).then(this.#flushSoon);
  }

  /** A source that has more ready needs several hops for each item; they all ride together. */
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
    // Nothing rides that could carry it. One that cannot be sent is lost: the port is broken.
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
    const { window } = this.#options;
    const [count, bytes] = window || this.#alone > 0 ? this.#fitting() : [this.#queue.length, 0];
    const taken = count === this.#queue.length ? this.#queue : this.#queue.slice(0, count);
    this.#queue = count === this.#queue.length ? [] : this.#queue.slice(count);
    if (this.#alone > 0) this.#alone -= 1;
    else this.#broken.clear();
    try {
      const [first] = taken;
      if (first && this.#isAfterBroken(first.message)) return;
      if (window && bytes > window.messageBytes) throw tooLarge(bytes, window.messageBytes);
      this.#send(taken, bytes);
    } catch (error) {
      this.#notSent(taken, error);
    }
  }

  /** How many at the head of the queue make a batch, and their bytes. */
  #fitting(): [count: number, bytes: number] {
    const most = Math.min(this.#queue.length, this.#alone > 0 ? 1 : mostInBatch);
    let bytes = 0;
    for (let count = 0; count < most; count += 1) {
      const size = messageSize(this.#queue[count]?.message);
      if (count > 0 && bytes + size > fullBatchBytes) return [count, bytes];
      bytes += size;
    }
    return [most, bytes];
  }

  #send(taken: readonly Queued[], bytes: number): void {
    const { window, onTraffic } = this.#options;
    const batch: Batch = [0, this.#owed];
    let isUrgent = false;
    for (const { message } of taken) {
      batch.push(message);
      isUrgent ||= asksForAcknowledgement(message);
    }
    const isAwaited = isUrgent || window !== undefined;
    if (isAwaited) batch[0] = this.#sequence + 1;
    this.#port.send(batch);
    this.#acknowledgementSent();
    if (onTraffic) for (const { message, name } of taken) tellOf('out', message, name, onTraffic);
    if (!isAwaited) return;
    this.#sequence += 1;
    this.#awaitedBytes += bytes;
    this.#awaited.push({ sequence: this.#sequence, sentAt: performance.now(), bytes, isUrgent });
  }

  #acknowledgementSent(): void {
    this.#isOwed = false;
    this.#owedLater.batches = 0;
    this.#owedLater.bytes = 0;
  }

  /** A batch is sent again message by message, and a chunk item by item, so that only the culprit is missing. */
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

const inParts = ({ message, name }: Queued): Queued[] =>
  message[0] === Kind.chunk && message[2].length > 1
    ? message[2].map((item) => ({ message: [Kind.chunk, message[1], [item]], name }))
    : [{ message, name }];

const tooLarge = (bytes: number, most: number): RangeError => {
  const inMegabytes = (count: number) => Math.ceil(count / 1024 ** 2);
  return new RangeError(`it has ${inMegabytes(bytes)} MB, and a message has ${inMegabytes(most)} MB at the most`);
};
