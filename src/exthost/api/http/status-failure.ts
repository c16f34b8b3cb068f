import type { ExtensionFailureCode } from '../../../shared/contract/errors.ts';
import { withoutSecrets } from './error-message.ts';
import { HttpFailure } from './http-failure.ts';
import { waitIn } from './retry-after.ts';

export interface StatusFailureOptions {
  secrets?: readonly string[] | undefined;
  /** Overrides the code of the status. */
  code?: ExtensionFailureCode | undefined;
  retryAfterSeconds?: number | undefined;
}

/** Failure for an HTTP status, with the service's message. */
export function statusFailure(
  host: string,
  status: number,
  errorMessage: string,
  { secrets = [], code = codeOf(status), retryAfterSeconds = waitIn(errorMessage) }: StatusFailureOptions = {},
): HttpFailure {
  const words = withoutSecrets(errorMessage, secrets);
  const sentence = sentenceFor(code, host, status);
  return new HttpFailure(code, words ? `${sentence} It says: ${words}` : sentence, { retryAfterSeconds });
}

const codes: Readonly<Record<number, ExtensionFailureCode>> = {
  401: 'provider-auth',
  402: 'provider-credit',
  403: 'provider-auth',
  408: 'timeout',
  413: 'context-too-large',
  425: 'provider-overloaded',
  429: 'provider-rate-limited',
  503: 'provider-overloaded',
  529: 'provider-overloaded',
};

function codeOf(status: number): ExtensionFailureCode {
  const code = codes[status];
  if (code) return code;
  if (status >= 400 && status < 500) return 'invalid-request';
  return status >= 300 && status < 400 ? 'invalid-response' : 'provider-error';
}

function sentenceFor(code: ExtensionFailureCode, host: string, status: number): string {
  switch (code) {
    case 'provider-auth':
      return status === 403 ? `${host} does not allow this with the key.` : `${host} did not accept the key.`;
    case 'provider-credit':
      return `Your account with ${host} has no credit left.`;
    case 'timeout':
      return `${host} gave up waiting.`;
    case 'context-too-large':
      return `The thread is too long for this model of ${host}.`;
    case 'provider-rate-limited':
      return `${host} is asked too often.`;
    case 'provider-overloaded':
      return `${host} is overloaded.`;
    case 'provider-refused':
      return `${host} declined to answer this.`;
    case 'invalid-request':
      return `${host} refused the request.`;
    case 'invalid-response':
      return status >= 300 && status < 400
        ? `${host} sent the request elsewhere.`
        : `${host} answered in a way that was not expected.`;
    case 'network':
      return `The connection to ${host} failed.`;
    case 'credential-missing':
      return `${host} wants a key.`;
    case 'cancelled':
      return `${host} stopped the request.`;
    case 'provider-error':
      return `${host} failed${status >= 500 ? ` with status ${status}` : ''}.`;
  }
}
