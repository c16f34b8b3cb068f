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

interface Queued {
  readonly message: Message;
  /** The method or stream that it belongs to. */
  readonly name: string | undefined;
  /** The message as JSON, of a chunk its items, of an event its argument; null: JSON does not say it. */
  text: string | null;
  /** About. */
  bytes: number;
}

interface Awaited {
  readonly sequence: number;
  /** undefined: it asks for nothing, and the other side may take its time to say that it has it. */
  readonly sentAt: number | undefined;
  /** 0 where no window asks for it. */
  readonly bytes: number;
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
  /** Since that was said last. */
  #owedBatches = 0;
  #owedBytes = 0;
  /** Whether it has to be said in this turn. */
  #isOwed = false;
  /** Whether the other side waits for it. */
  #isWanted = false;
  #isTimeSet = false;
  #isClosed = false;
  /** Sent batches that wait for their acknowledgement, oldest first. */
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

  /** @param name the method or stream that the message belongs to */
  push(message: Message, name: string | undefined): void {
    if (this.#isClosed) return;
    this.#queue.push(queued(message, name));
    if (this.#queue.length >= maxInBatch) this.flush();
    else this.#queueFlush();
  }

  /**
   * Adds to the chunk of the same stream if that is the last message not yet sent.
   * @returns about how many bytes the item has
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
   * The synchronous part of everything in the other side's batch is done.
   * @param isUrgent whether it asked for something, and so for an acknowledgement soon
   */
  owe(sequence: number, bytes: number, isUrgent: boolean): void {
    this.#owed = Math.max(this.#owed, sequence);
    this.#owedBatches += 1;
    this.#owedBytes += bytes;
    this.#isOwed ||= this.#owedBatches >= maxOwed.batches || this.#owedBytes >= maxOwed.bytes;
    this.#isWanted ||= isUrgent;
    if (this.#isOwed || isUrgent) this.#queueFlush();
  }

  /** Alone it costs as much as an answer, and one that takes a moment can still carry it. */
  #acknowledgeSoon(): void {
    if (this.#isTimeSet) return;
    this.#isTimeSet = true;
    setTimeout(() => {
      this.#isTimeSet = false;
      this.#isOwed ||= this.#isWanted;
      this.flush();
    }, maxOwed.ms);
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

  /** When the oldest message was sent of those that the other side acknowledges soon (by `performance.now()`). */
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

  /** How many at the head of the queue make a batch. */
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

/** @returns false: it is no chunk of the same stream, or goes in another form */
function joinChunk(last: Queued, added: Queued): boolean {
  const [chunk, more] = [last.message, added.message];
  if (chunk[0] !== Kind.chunk || more[0] !== Kind.chunk || chunk[1] !== more[1]) return false;
  if ((last.text === null) !== (added.text === null)) return false;
  chunk[2].push(...more[2]);
  if (last.text !== null) last.text = last.text === '' ? added.text : `${last.text},${added.text}`;
  last.bytes += added.bytes;
  return true;
}

/** What a batch holds after its head: a text where all of it has one. */
function contentOf(taken: readonly Queued[]): unknown[] {
  let texts = '[';
  /** The method of the events that are being said. */
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
