import { expectAnswer, readAnswer } from '../answer-memory.ts';
import type { FromComponent } from '../component-messages.ts';
import { tooLarge } from './too-large.ts';

/** The host answered with an error. The glue makes `payload` the error of the import's `result`. */
export class HostRefusal extends Error {
  readonly payload: string;

  constructor(payload: string) {
    super(payload);
    this.name = 'HostRefusal';
    this.payload = payload;
  }
}

/** Asks the host, and waits for its answer. */
export class HostAsker {
  readonly #post: (message: FromComponent) => void;
  readonly #answers: SharedArrayBuffer;
  readonly #messageBytes: number;

  constructor(post: (message: FromComponent) => void, answers: SharedArrayBuffer, messageBytes: number) {
    this.#post = post;
    this.#answers = answers;
    this.#messageBytes = messageBytes;
  }

  /** @throws HostRefusal */
  ask(name: string, args: readonly unknown[]): unknown {
    const excess = tooLarge(args, this.#messageBytes);
    if (excess) throw new HostRefusal(`What was given to ${name} is too large: ${excess}`);
    expectAnswer(this.#answers);
    this.#post({ type: 'ask', name, args });
    const answer = readAnswer(this.#answers);
    if ('error' in answer) throw new HostRefusal(answer.error);
    return answer.value;
  }
}
