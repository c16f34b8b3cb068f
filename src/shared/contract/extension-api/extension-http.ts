import type { ExtensionFailureCode } from '../errors.ts';

/**
 * `context.http`: helpers for clients of web services, on top of `context.fetch`. They are not specific to a service.
 */
export interface ExtensionHttp {
  /**
   * Sends a request and returns the response if its status is 2xx. Otherwise, and if there is no response, it throws
   * an error with an `ExtensionFailureCode` and a sentence for the person that names the host: 401 and 403 are
   * `provider-auth`, or `credential-missing` if no key was sent (no `secrets`, no `authorization` header), 402
   * `provider-credit`, 408 `timeout`, 413 `context-too-large`, 429 `provider-rate-limited`, 425, 503 and 529
   * `provider-overloaded`, other 5xx `provider-error`, other 4xx `invalid-request`. The time to wait, from a header
   * or from the service's words ("try again in 1m20s"), becomes `data.retryAfterSeconds`. The service's message is
   * quoted, with `secrets` removed.
   */
  request(url: string, init?: HttpRequest): Promise<Response>;
  /** The body as JSON. @throws `invalid-response` if it is not JSON, or is longer than 32 MB */
  json(response: Response): Promise<unknown>;
  /** The lines of a body as they arrive, without line endings. A last line without an ending counts too. */
  lines(response: Response): AsyncIterable<string>;
  /**
   * The server-sent events of a body (HTML standard), however its chunks are cut. An incomplete event at the end of
   * the body is returned too, with `isWhole` false.
   */
  events(response: Response): AsyncIterable<HttpEvent>;
  /**
   * Yields the items of `source`, and `sign()` whenever there was none for `everyMs`, also before the first one: the
   * app ends an answer in which nothing arrives. Leaving the loop ends `source`, but does not wait for its pending
   * step: give that a signal.
   * @param everyMs default: 20 seconds
   */
  keepAlive<T>(source: AsyncIterable<T>, sign: () => T, everyMs?: number): AsyncIterable<T>;
  /**
   * The error for a refusal in the middle of an answer.
   * @param status the HTTP status that it corresponds to, 0 if unknown
   * @param errorMessage the service's words, quoted with `secrets` removed
   */
  failure(
    host: string,
    status: number,
    errorMessage: string,
    options?: {
      secrets?: readonly string[] | undefined;
      code?: ExtensionFailureCode | undefined;
      retryAfterSeconds?: number | undefined;
    },
  ): Error;
}

export interface HttpRequest {
  /** Default: POST with a body, else GET. */
  method?: string;
  headers?: Record<string, string>;
  /** Sent as JSON. */
  json?: unknown;
  body?: string | Uint8Array | URLSearchParams;
  signal?: AbortSignal | undefined;
  /** Removed from all quotes of the service's words. */
  secrets?: readonly string[];
  /**
   * Interprets an error response of the service; null leaves it to the rules above.
   * @param answer.body parsed if it is JSON, otherwise text
   * @returns `message` replaces the whole sentence; without it the sentence is that of the code, with the quote
   */
  explain?(answer: { status: number; headers: Headers; body: unknown }): {
    code?: ExtensionFailureCode | undefined;
    message?: string | undefined;
    retryAfterSeconds?: number | undefined;
  } | null;
}

export interface HttpEvent {
  /** Name of the event; "message" if it has none. */
  readonly event: string;
  /** The data lines, joined by line feeds. */
  readonly data: string;
  readonly isWhole: boolean;
}
