import { messageSize } from '../wire/message-size.ts';
import { asksForAcknowledgement, type Batch, type Message, messagesOf } from '../wire/wire.ts';

/** The messages of one port message, to be handled one by one. */
export interface IncomingBatch {
  /** Estimated size. */
  readonly bytes: number;
  /** Handles the next message. @returns whether there are more */
  handleNext(): boolean;
}

/** Schedules the handling of batches, so that one port cannot hold up all else. In order, and each batch to its end. */
export interface Intake {
  take(batch: IncomingBatch): void;
}

export interface BatchHandler {
  /** @returns false: the rest of the batch is skipped */
  handle(message: unknown): boolean;
  /** The batch has no valid list of messages, or too many. */
  refuse(): void;
  /** All messages were handled or skipped: the batch may be acknowledged. */
  end(sequence: number, bytes: number, isUrgent: boolean): void;
}

/** Size estimate that both sides of a port use: the sender for its window, the receiver for its limit. */
export const batchSize = (batch: Batch): number => {
  const [, , text] = batch;
  return typeof text === 'string' ? text.length : messageSize(batch);
};

export class ReceivedBatch implements IncomingBatch {
  readonly bytes: number;
  readonly #batch: Batch;
  readonly #handler: BatchHandler;
  /** Parsed when the batch has its turn. */
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
