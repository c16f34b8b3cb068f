import { extensionFailureCodes } from '../../../../shared/contract/errors.ts';
import { HttpFailure } from '../../../api/http/http-failure.ts';
import { ComponentEnded, ComponentRefusal } from '../component-errors.ts';
import type { KnownSecrets } from './known-secrets.ts';

type Failed = Pick<HttpFailure, 'code' | 'data'>;

const keyMissing: Failed = { code: 'credential-missing', data: {} };

/**
 * What the imports of a call, or of all calls of a stream, came to. An error of a component is a sentence alone: what the
 * app can do about it follows from the last thing that failed before, as it would for an extension in JavaScript.
 */
export class CallOutcome {
  readonly #secrets: KnownSecrets;
  #isKeyMissing = false;
  #failed: (() => Failed) | undefined;
  #isAnswered = false;

  /** @param secrets that the extension was given; more are added */
  constructor(secrets: KnownSecrets) {
    this.#secrets = secrets;
  }

  get secrets(): readonly string[] {
    return this.#secrets.all;
  }

  /** A text for the person or the log, without what the extension was given in confidence. */
  hide(text: string): string {
    return this.#secrets.hide(text);
  }

  /** @param key null: there is none */
  gotKey(key: string | null): void {
    this.#isKeyMissing = key === null;
    if (key !== null) this.#secrets.add(key);
  }

  /** Whether a service has answered, as it should, and nothing failed since. */
  get isAnswered(): boolean {
    return this.#isAnswered && this.#failed === undefined;
  }

  /** A service has answered, as it should. */
  answered(): void {
    this.#isAnswered = true;
    this.#isKeyMissing = false;
    this.#failed = undefined;
  }

  /** @param refusal what it comes to, told when it is needed: the service may say more until then */
  refused(refusal: () => Failed): void {
    this.#failed = refusal;
  }

  /** @param thrown by an import; what has no code of an extension's failure tells nothing */
  threw(thrown: unknown): void {
    const { code, data } = (typeof thrown === 'object' && thrown !== null ? thrown : {}) as Record<string, unknown>;
    const known = extensionFailureCodes.find((one) => one === code);
    if (known) this.#failed = () => ({ code: known, data: { ...waitIn(data) } });
  }

  declined(): void {
    this.#failed = () => ({ code: 'cancelled', data: {} });
  }

  /** @returns the error for the app */
  errorFor(thrown: unknown): unknown {
    if (thrown instanceof ComponentEnded) {
      return new ComponentEnded(this.hide(thrown.message), this.hide(thrown.stack ?? ''));
    }
    if (!(thrown instanceof ComponentRefusal)) return thrown;
    const refusal = new ComponentRefusal(this.hide(thrown.message));
    const failed = this.#failed?.() ?? (this.#isKeyMissing ? keyMissing : null);
    if (!failed) return refusal;
    const { retryAfterSeconds } = failed.data;
    return new HttpFailure(failed.code, refusal.message, { retryAfterSeconds, cause: refusal });
  }
}

function waitIn(data: unknown): { retryAfterSeconds?: number } {
  const { retryAfterSeconds } = (typeof data === 'object' && data !== null ? data : {}) as Record<string, unknown>;
  return typeof retryAfterSeconds === 'number' ? { retryAfterSeconds } : {};
}
