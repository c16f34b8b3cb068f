import { withOwnBytes } from './own-bytes.ts';
import type { RpcPort, TransferablePort } from './port.ts';
import { type TrafficListener, tellOf } from './traffic.ts';
import { asksForAcknowledgement, type Batch, Kind, type Message } from './wire.ts';

/** Runs a task when the promises that are ready have run. `setImmediate` is there in every process but the renderer. */
const endOfTurn: (task: () => void) => void =
  (globalThis as { setImmediate?: (task: () => void) => void }).setImmediate ?? ((task) => setTimeout(task, 0));

const ready = Promise.resolve();
const nothing = () => undefined;

/** A batch of so many goes at once: the other side can begin, and the cost of a port message is spread thin already. */
const fullBatch = 128;

export interface OutboxListener {
  /** A message could not be sent; the others of its batch were. */
  onNotCloneable(message: Message, name: string | undefined, cause: unknown): void;
  readonly onTraffic?: TrafficListener | undefined;
}

/**
 * Collects what one turn of the loop has to say and sends it as one port message: a port message costs far more than
 * an element of it. Keeps the acknowledgements that are owed and those that are awaited.
 */
export class Outbox {
  readonly #port: RpcPort;
  readonly #listener: OutboxListener;
  #messages: Message[] = [];
  /** Of each message the method or stream that it belongs to. */
  #names: (string | undefined)[] = [];
  #isFlushQueued = false;
  #isLateFlushQueued = false;
  #sequence = 0;
  #owed = 0;
  #isOwed = false;
  #isClosed = false;
  readonly #flushSoon = () => {
    this.#isFlushQueued = false;
    if (this.#messages.length > 0) this.flush();
    // An acknowledgement alone waits for those of the batches that came with it.
    else if (this.#isOwed) this.#queueLateFlush();
  };
  /** Sent batches that wait for their acknowledgement, oldest first. */
  #awaited: { sequence: number; sentAt: number }[] = [];

  constructor(port: RpcPort, listener: OutboxListener) {
    this.#port = port;
    this.#listener = listener;
  }

  /**
   * @param name the method or stream that the message belongs to
   * @param transfer ports that go with it; the message then has a port message of its own, in its order
   */
  push(message: Message, name: string | undefined, transfer?: readonly TransferablePort[]): void {
    if (this.#isClosed) return;
    if (transfer && transfer.length > 0) this.flush();
    this.#add(message, name);
    if (transfer && transfer.length > 0) this.flush(transfer);
    else if (this.#messages.length >= fullBatch) this.flush();
    else this.#queueFlush();
  }

  /** Adds to the chunk of the same stream if that is the last message not yet sent. */
  pushItem(streamId: number, item: unknown, name: string): void {
    if (this.#isClosed) return;
    const last = this.#messages.at(-1);
    if (last?.[0] === Kind.chunk && last[1] === streamId) last[2].push(withOwnBytes(item));
    else this.#add([Kind.chunk, streamId, [item]], name);
    if (this.#messages.length >= fullBatch) this.flush();
    else this.#queueLateFlush();
  }

  /** The synchronous part of everything in the other side's batch is done. */
  owe(sequence: number): void {
    this.#owed = Math.max(this.#owed, sequence);
    this.#isOwed = true;
    this.#queueFlush();
  }

  acknowledged(sequence: number): void {
    while (this.#awaited[0] && this.#awaited[0].sequence <= sequence) this.#awaited.shift();
  }

  /** When the oldest message that is still unacknowledged was sent (by `performance.now()`). */
  get oldestUnacknowledgedAt(): number | undefined {
    return this.#awaited[0]?.sentAt;
  }

  close(): void {
    this.#isClosed = true;
    this.#messages = [];
    this.#names = [];
    this.#awaited = [];
  }

  #add(message: Message, name: string | undefined): void {
    this.#messages.push(withOwnBytes(message));
    this.#names.push(name);
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

  flush(transfer?: readonly TransferablePort[]): void {
    if (this.#isClosed) return;
    const messages = this.#messages;
    const names = this.#names;
    if (messages.length === 0 && !this.#isOwed) return;
    const wasOwed = this.#isOwed;
    this.#messages = [];
    this.#names = [];
    this.#isOwed = false;
    try {
      this.#send(messages, names, transfer);
    } catch (error) {
      // The acknowledgement that rode on it was not sent either. One that fails alone is lost: the port is broken.
      if (wasOwed && messages.length > 0) this.owe(this.#owed);
      if (!transfer) return this.#sendSingly(messages, names);
      for (const [index, message] of messages.entries()) this.#listener.onNotCloneable(message, names[index], error);
    }
  }

  /** Of a stream, what comes before the item that cannot be cloned is sent, and nothing after it. */
  #sendSingly(messages: Message[], names: (string | undefined)[]): void {
    const broken = new Set<number>();
    messages.forEach((whole, index) => {
      for (const message of inParts(whole)) {
        const streamId = message[0] === Kind.chunk || message[0] === Kind.end ? message[1] : undefined;
        if (streamId !== undefined && broken.has(streamId)) continue;
        try {
          this.#send([message], [names[index]]);
        } catch (error) {
          if (streamId !== undefined) broken.add(streamId);
          this.#listener.onNotCloneable(message, names[index], error);
        }
      }
    });
  }

  #send(messages: Message[], names: (string | undefined)[], transfer?: readonly TransferablePort[]): void {
    const wantsAcknowledgement = messages.some(asksForAcknowledgement);
    const sequence = wantsAcknowledgement ? this.#sequence + 1 : 0;
    const batch: Batch = [sequence, this.#owed, ...messages];
    if (transfer) this.#port.send(batch, transfer);
    else this.#port.send(batch);
    const { onTraffic } = this.#listener;
    if (onTraffic) for (const [index, message] of messages.entries()) tellOf('out', message, names[index], onTraffic);
    if (!wantsAcknowledgement) return;
    this.#sequence = sequence;
    this.#awaited.push({ sequence, sentAt: performance.now() });
  }
}

const inParts = (message: Message): Message[] =>
  message[0] === Kind.chunk && message[2].length > 1
    ? message[2].map((item) => [Kind.chunk, message[1], [item]])
    : [message];
