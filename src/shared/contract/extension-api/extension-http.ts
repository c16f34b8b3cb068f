import type { ExtensionFailureCode } from '../errors.ts';

/** `context.http`: a client of a web service, on top of `context.fetch`. Nothing here knows a service. */
export interface ExtensionHttp {
  /**
   * Sends a request and gives the answer when its status is 2xx. Otherwise, and when there is no answer, it throws an
   * error with an `ExtensionFailureCode` and a sentence for a person that names the host: 401 and 403 are
   * `provider-auth`, or `credential-missing` when no key went along (no `secrets`, no `authorization` header), 402
   * `provider-credit`, 408 `timeout`, 413 `context-too-large`, 429 `provider-rate-limited`, 425, 503 and 529
   * `provider-overloaded`, other 5xx `provider-error`, other 4xx `invalid-request`. How long the service asks to wait, by
   * a header or in its words ("try again in 1m20s"), becomes `data.retryAfterSeconds`. What the service said is quoted,
   * without `secrets`.
   */
  request(url: string, init?: HttpRequest): Promise<Response>;
  /** The body as JSON. @throws `invalid-response` when it is not, or is longer than 32 MB */
  json(response: Response): Promise<unknown>;
  /** The lines of a body as they come, without their ends. A last line without an end counts too. */
  lines(response: Response): AsyncIterable<string>;
  /**
   * The events of a body of `field: value` lines with an empty line after each, as the HTML standard has them, wherever
   * its pieces are cut. An event that is open when the body ends comes too, with `isWhole` false.
   */
  events(response: Response): AsyncIterable<HttpEvent>;
  /**
   * What `source` yields, and `sign()` whenever nothing came for `everyMs`, from the first wait on: an answer in which
   * nothing comes is ended by the app. Leaving the loop ends `source`, but does not wait for what it is waiting for: give
   * that a signal.
   * @param everyMs default: 20 seconds
   */
  keepAlive<T>(source: AsyncIterable<T>, sign: () => T, everyMs?: number): AsyncIterable<T>;
  /**
   * Why a service says no in the middle of an answer.
   * @param status as it would have been, 0 when it is not known
   * @param errorMessage the service's words, quoted without `secrets`
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
  /** Taken out of whatever the service says. */
  secrets?: readonly string[];
  /**
   * Reads a refusal as the service means it; null leaves it to the rule above.
   * @param answer.body parsed when it is JSON, else a text
   * @returns `message` takes the place of the whole sentence; without it the sentence is that of the code, with the quote
   */
  explain?(answer: { status: number; headers: Headers; body: unknown }): {
    code?: ExtensionFailureCode | undefined;
    message?: string | undefined;
    retryAfterSeconds?: number | undefined;
  } | null;
}

export interface HttpEvent {
  /** "message" without a name. */
  readonly event: string;
  /** The data lines, joined by line feeds. */
  readonly data: string;
  readonly isWhole: boolean;
}
