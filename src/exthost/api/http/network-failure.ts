import { HttpFailure } from './http-failure.ts';

/**
 * Failure for a response that did not come, or broke off.
 * @param thrown by `context.fetch` or by reading a body
 * @returns `thrown` itself if it is not an error of the network
 */
export function networkFailure(
  host: string,
  thrown: unknown,
  moment: 'before' | 'during',
  signal: AbortSignal | undefined,
): unknown {
  if (thrown instanceof HttpFailure) return thrown;
  const fail = (code: HttpFailure['code'], message: string) => new HttpFailure(code, message, { cause: thrown });
  const late = () => fail('timeout', `${host} did not answer in time.`);
  if (nameOf(thrown) === 'TimeoutError') return late();
  if (signal?.aborted) return fail('cancelled', 'The request was stopped.');
  if (nameOf(thrown) === 'AbortError') return fail('cancelled', `The request to ${host} was stopped.`);
  if (!(thrown instanceof TypeError)) return thrown;
  const cause = causeOf(thrown);
  if (/TIMEOUT|ETIMEDOUT/.test(cause)) return late();
  // The message tells the extension's author what to do; a retry would not help.
  if (cause === 'network-refused') return fail('invalid-request', thrown.message);
  if (moment === 'during') return fail('network', `The connection to ${host} was lost in the middle of the answer.`);
  return fail('network', sentenceFor(cause, host));
}

function sentenceFor(cause: string, host: string): string {
  if (cause === 'ECONNREFUSED') return `Nothing answers at ${host}.`;
  if (/ENOTFOUND|EAI_AGAIN/.test(cause)) return `The address of ${host} was not found.`;
  if (/UNREACH|ENETDOWN|EADDRNOTAVAIL/.test(cause)) return `${host} cannot be reached from this network.`;
  if (/ECONNRESET|EPIPE|ECONNABORTED|UND_ERR_SOCKET/.test(cause))
    return `${host} closed the connection without an answer.`;
  if (/CERT|SELF_SIGNED|SSL|TLS|UNABLE_TO_/.test(cause)) return `The certificate of ${host} could not be trusted.`;
  if (/^HPE_|HTTPParserError|HEADERS_OVERFLOW/.test(cause)) return `The server at ${host} does not speak HTTP.`;
  return `The connection to ${host} failed.`;
}

const nameOf = (thrown: unknown): string =>
  typeof thrown === 'object' && thrown !== null && 'name' in thrown ? String(thrown.name) : '';

/** Code of the cause, or its name: some errors of the runtime have no code. */
function causeOf({ cause }: TypeError): string {
  if (typeof cause !== 'object' || cause === null) return '';
  return 'code' in cause && cause.code !== undefined ? String(cause.code) : nameOf(cause);
}
