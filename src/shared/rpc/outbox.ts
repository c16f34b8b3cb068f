import type { RpcPort } from './port.ts';
import { asksForAcknowledgement, type Batch, Kind, type Message } from './wire.ts';

/** Runs a task when the promises that are ready have run. `setImmediate` is there in every process but the renderer. */
const endOfTurn: (task: () => void) => void =
  (globalThis as { setImmediate?: (task: () => void) => void }).setImmediate ?? ((task) => setTimeout(task, 0));

/**
 * Collects what one turn of the loop has to say and sends it as one port message: a port message costs far more than
 * an element of it. Keeps the acknowledgements that are owed and those that are awaited.
 */
export class Outbox {
  readonly #port: RpcPort;
  readonly #onNotCloneable: (message: Message, cause: unknown) => void;
  #messages: Message[] = [];
  #isFlushQueued = false;
  #isLateFlushQueued = false;
  #sequence = 0;
  #owed = 0;
  #isOwed = false;
  #isClosed = false;
  /** Sent batches that wait for their acknowledgement, oldest first. */
  #awaited: { sequence: number; sentAt: number }[] = [];

  /** @param onNotCloneable a message that could not be sent; the others of its batch were */
  constructor(port: RpcPort, onNotCloneable: (message: Message, cause: unknown) => void) {
    this.#port = port;
    this.#onNotCloneable = onNotCloneable;
  }

  push(message: Message): void {
    if (this.#isClosed) return;
    this.#messages.push(message);
    this.#queueFlush();
  }

  /** Adds to the chunk of the same stream if that is the last message not yet sent. */
  pushItem(streamId: number, item: unknown): void {
    if (this.#isClosed) return;
    const last = this.#messages.at(-1);
    if (last?.[0] === Kind.chunk && last[1] === streamId) last[2].push(item);
    else this.#messages.push([Kind.chunk, streamId, [item]]);
    this.#queueLateFlush();
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

  /** When the oldest message that is still unacknowledged was sent (ms since the epoch). */
  get oldestUnacknowledgedAt(): number | undefined {
    return this.#awaited[0]?.sentAt;
  }

  close(): void {
    this.#isClosed = true;
    this.#messages = [];
    this.#awaited = [];
  }

  #queueFlush(): void {
    if (this.#isFlushQueued) return;
    this.#isFlushQueued = true;
    // The second hop lets a reply of an async handler that did not wait ride with the acknowledgement.
    queueMicrotask(() => queueMicrotask(() => this.flush()));
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
    this.#isFlushQueued = false;
    if (this.#isClosed) return;
    const messages = this.#messages;
    if (messages.length === 0 && !this.#isOwed) return;
    const wasOwed = this.#isOwed;
    this.#messages = [];
    this.#isOwed = false;
    try {
      this.#send(messages);
    } catch {
      // The acknowledgement that rode on it was not sent either. One that fails alone is lost: the port is broken.
      if (wasOwed && messages.length > 0) this.owe(this.#owed);
      this.#sendSingly(messages);
    }
  }

  /** Of a stream, what comes before the item that cannot be cloned is sent, and nothing after it. */
  #sendSingly(messages: Message[]): void {
    const broken = new Set<number>();
    for (const message of messages.flatMap(inParts)) {
      const streamId = message[0] === Kind.chunk || message[0] === Kind.end ? message[1] : undefined;
      if (streamId !== undefined && broken.has(streamId)) continue;
      try {
        this.#send([message]);
      } catch (error) {
        if (streamId !== undefined) broken.add(streamId);
        this.#onNotCloneable(message, error);
      }
    }
  }

  #send(messages: Message[]): void {
    const wantsAcknowledgement = messages.some(asksForAcknowledgement);
    const sequence = wantsAcknowledgement ? this.#sequence + 1 : 0;
    const batch: Batch = [sequence, this.#owed, ...messages];
    this.#port.send(batch);
    if (!wantsAcknowledgement) return;
    this.#sequence = sequence;
    this.#awaited.push({ sequence, sentAt: Date.now() });
  }
}

const inParts = (message: Message): Message[] =>
  message[0] === Kind.chunk ? message[2].map((item) => [Kind.chunk, message[1], [item]]) : [message];
