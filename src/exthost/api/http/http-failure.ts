import type { ExtensionFailureCode } from '../../../shared/contract/errors.ts';

/** A failed request: a code of the app, and a sentence for the person. */
export class HttpFailure extends Error {
  readonly code: ExtensionFailureCode;
  readonly data: { readonly retryAfterSeconds?: number };

  constructor(
    code: ExtensionFailureCode,
    message: string,
    { retryAfterSeconds, cause }: { retryAfterSeconds?: number | undefined; cause?: unknown } = {},
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'HttpFailure';
    this.code = code;
    this.data = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
  }
}
