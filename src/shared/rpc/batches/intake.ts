import { messageSize } from '../wire/message-size.ts';
import { asksForAcknowledgement, type Batch, type Message, messagesOf } from '../wire/wire.ts';

/** What came in one port message, to be handled one message after the other. */
export interface IncomingBatch {
  /** About how many. */
  readonly bytes: number;
  /** Handles the next message. @returns whether there is another one */
  handleNext(): boolean;
}

/** Says when what came is handled, so that one port cannot hold up all else. In order, and each batch to its end. */
export interface Intake {
  take(batch: IncomingBatch): void;
}

export interface BatchHandler {
  /** @returns false: the rest is left out */
  handle(message: unknown): boolean;
  /** It holds no list of messages, or too many. */
  refuse(): void;
  /** All of it was handled, or left out: it may be acknowledged. */
  end(sequence: number, bytes: number, isUrgent: boolean): void;
}

/** As both sides of a port reckon it: one for what is under way, the other for what it takes. */
export const batchSize = (batch: Batch): number => {
  const [, , text] = batch;
  return typeof text === 'string' ? text.length : messageSize(batch);
};

export class ReceivedBatch implements IncomingBatch {
  readonly bytes: number;
  readonly #batch: Batch;
  readonly #handler: BatchHandler;
  /** Read when its turn has come. */
  #messages: readonly unknown[] | null | undefined;
  #next = 0;
  #isUrgent = false;

  constructor(batch: Batch, handler: BatchHandler) {
    this.#batch = batch;
    this.#handler = handler;
    this.bytes = batchSize(batch);
  }

  handleNext(): boolean {
    if (this.#messages === undefined) this.#messages = messagesOf(this.#batch);
    if (this.#messages === null) {
      this.#handler.refuse();
      return this.#end(true);
    }
    const message = this.#messages[this.#next];
    this.#next += 1;
    if (!this.#handler.handle(message)) return this.#end(true);
    this.#isUrgent ||= asksForAcknowledgement(message as Message);
    return this.#next < this.#messages.length || this.#end(this.#isUrgent);
  }

  #end(isUrgent: boolean): false {
    this.#handler.end(this.#batch[0], this.bytes, isUrgent);
    return false;
  }
}
