import { hideSecrets } from '../../../api/http/error-message.ts';

/** Characters. A shorter one is in many words, and is no key. */
const shortest = 6;
/** Characters of one, and of all: the app keeps no longer key. */
const longest = 65_536;
/** All are looked for in each line of the log: a component that stores many costs the host no more than this. */
const most = 32;

/** What an extension was given in confidence: keys and variables of the environment, those that came last. */
export class KnownSecrets {
  readonly #secrets = new Set<string>();
  #length = 0;

  get all(): readonly string[] {
    return [...this.#secrets];
  }

  add(secret: string): void {
    if (secret.length < shortest || secret.length > longest) return;
    // One that comes again is the last one.
    this.#forget(secret);
    this.#secrets.add(secret);
    this.#length += secret.length;
    for (const oldest of this.#secrets) {
      if (this.#secrets.size <= most && this.#length <= longest) return;
      this.#forget(oldest);
    }
  }

  /** A text for the person or the log, without them. */
  hide(text: string): string {
    return hideSecrets(text, this.all);
  }

  #forget(secret: string): void {
    if (this.#secrets.delete(secret)) this.#length -= secret.length;
  }
}
