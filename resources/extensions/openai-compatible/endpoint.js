/** @import { Endpoint, Service } from './service.js' */
import { explain, ProviderFailure, Refusal } from './failures.js';

/**
 * @param {string} text the setting `base_url`
 * @returns {Endpoint}
 */
export function parseEndpoint(text) {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : null;
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    throw new ProviderFailure('invalid-request', 'The base URL in Settings is not an http or https address.');
  }
  if (url.username || url.password) {
    throw new ProviderFailure('invalid-request', 'The base URL in Settings holds a name or password. Leave it out.');
  }
  return {
    base: `${url.origin}${url.pathname.replace(/\/+$/, '')}`,
    search: url.search,
    origin: url.origin,
    host: url.host,
    isPrivate: isPrivateHost(url.hostname),
  };
}

/** @param {string} hostname in the form of `URL`: lower case, IPv6 in brackets, IPv4 in four parts */
export function isPrivateHost(hostname) {
  if (hostname.startsWith('[')) return /^\[(::1\]|f[cd]|fe[89ab])/.test(hostname);
  const parts = /^(\d+)\.(\d+)\.\d+\.\d+$/.exec(hostname);
  if (!parts) return !hostname.includes('.') || /\.(localhost|local|internal|home\.arpa)$/.test(hostname);
  const [first, second] = [Number(parts[1]), Number(parts[2])];
  return (
    first === 127 ||
    first === 10 ||
    (first === 172 && second >= 16 && second <= 31) ||
    (first === 192 && second === 168) ||
    (first === 169 && second === 254)
  );
}

/**
 * @param {Service} service
 * @param {string} path begins with "/"
 * @param {{ key: string | null, signal: AbortSignal, json?: unknown }} options a POST if it has `json`
 * @returns {Promise<Response>} with a 2xx status
 * @throws {Refusal} for an error status; another failure if there is no response
 */
export async function request(service, path, { key, signal, json }) {
  /** @type {{ status: number, body: unknown } | undefined} */
  let refused;
  try {
    return await service.http.request(`${service.base}${path}${service.search}`, {
      headers: {
        accept: json === undefined ? 'application/json' : 'text/event-stream, application/json',
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      },
      ...(json === undefined ? {} : { json }),
      signal,
      secrets: key === null ? [] : [key],
      explain(answer) {
        refused = answer;
        return explain(service, answer);
      },
    });
  } catch (thrown) {
    throw refused && thrown instanceof Error ? new Refusal(thrown, refused.status, refused.body) : thrown;
  }
}
