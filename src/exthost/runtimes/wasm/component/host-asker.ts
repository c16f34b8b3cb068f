import { sizeOf } from '../../../worker/message-size.ts';
import { expectAnswer, readAnswer } from '../answer-memory.ts';
import type { FromComponent } from '../component-messages.ts';

/** The host answered with an error. The glue makes `payload` the error of the import's `result`. */
export class HostRefusal extends Error {
  readonly payload: string;

  constructor(payload: string) {
    super(payload);
    this.name = 'HostRefusal';
    this.payload = payload;
  }
}

/** Posts to the host. @param transfer what need not be copied, as nobody else has it */
export type PostToHost = (message: FromComponent, transfer?: readonly ArrayBuffer[]) => void;

/** Bytes of what is given to an import, but for the body of a request: more than the largest value of the state. */
const usualBytes = 4 * 1024 * 1024;

/** Asks the host, and waits for its answer. */
export class HostAsker {
  readonly #post: PostToHost;
  readonly #answers: SharedArrayBuffer;
  readonly #messageBytes: number;

  constructor(post: PostToHost, answers: SharedArrayBuffer, messageBytes: number) {
    this.#post = post;
    this.#answers = answers;
    this.#messageBytes = messageBytes;
  }

  /**
   * @param body that is handed over with it, and cannot be used any more
   * @throws HostRefusal
   */
  ask(name: string, args: readonly unknown[], body?: Uint8Array): unknown {
    const most = body ? this.#messageBytes : Math.min(usualBytes, this.#messageBytes);
    const size = sizeOf(args, most);
    if (size > most) {
      throw new HostRefusal(`What was given to ${name} is too large: it has more than ${most >> 20} MB`);
    }
    expectAnswer(this.#answers);
    this.#post({ type: 'ask', name, args, size }, body && [body.buffer as ArrayBuffer]);
    const answer = readAnswer(this.#answers);
    if ('error' in answer) throw new HostRefusal(answer.error);
    return answer.value;
  }
}
