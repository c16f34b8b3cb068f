import { messageSize } from './message-size.ts';
import { asksForAcknowledgement, type Batch, type Message } from './wire.ts';

/** What came in one port message, to be handled one after the other. */
export interface IncomingBatch {
  readonly messages: number;
  /** About how many. */
  readonly bytes: number;
  /** Handles the next message. @returns whether there is another one */
  handleNext(): boolean;
}

/** Says when what came is handled, so that one port cannot hold up all else. In order, and each batch to its end. */
export interface Intake {
  take(batch: IncomingBatch): void;
}

/** Says when all of it was handled, which is when it may be acknowledged. */
export class ReceivedBatch implements IncomingBatch {
  readonly bytes: number;
  readonly #batch: Batch;
  readonly #handle: (message: unknown) => boolean;
  readonly #end: (sequence: number, bytes: number, isUrgent: boolean) => void;
  #next = 2;
  #isUrgent = false;

  /** @param handle false: the rest is left out */
  constructor(
    batch: Batch,
    handle: (message: unknown) => boolean,
    end: (sequence: number, bytes: number, isUrgent: boolean) => void,
  ) {
    this.#batch = batch;
    this.#handle = handle;
    this.#end = end;
    this.bytes = messageSize(batch);
  }

  get messages(): number {
    return this.#batch.length - 2;
  }

  handleNext(): boolean {
    const message = this.#batch[this.#next];
    this.#next += 1;
    if (this.#handle(message)) {
      this.#isUrgent ||= asksForAcknowledgement(message as Message);
      if (this.#next < this.#batch.length) return true;
    } else this.#isUrgent = true;
    this.#end(this.#batch[0], this.bytes, this.#isUrgent);
    return false;
  }
}
