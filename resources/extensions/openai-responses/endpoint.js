import { failure } from './failures.js';

/**
 * Address of the service.
 * @typedef {object} Endpoint
 * @property {string} origin of the key
 * @property {string} host host and port, for error messages
 * @property {boolean} isPrivate on this machine or in a private network, where services often need no key
 * @property {(path: string) => string} url for a path that begins with "/"
 */

/**
 * @param {string} text the setting `base_url`
 * @returns {Endpoint}
 */
export function parseEndpoint(text) {
  const address = text.trim();
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    throw failure('invalid-request', 'The base URL in Settings is not an http or https address.');
  }
  if (url.username || url.password) {
    throw failure('invalid-request', 'The base URL in Settings holds a name or password. Leave it out.');
  }
  const base = `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
  return {
    origin: url.origin,
    host: url.host,
    isPrivate: isPrivateHost(url.hostname),
    url: (path) => `${base}${path}${url.search}`,
  };
}

/** @param {string} hostname in the form of `URL`: lower case, IPv6 in brackets, IPv4 in four parts */
function isPrivateHost(hostname) {
  if (hostname.startsWith('[')) return /^\[(::1\]|f[cd]|fe[89ab])/.test(hostname);
  if (/^\d+(\.\d+){3}$/.test(hostname)) {
    return /^(127|10|192\.168|169\.254|172\.(1[6-9]|2\d|3[01]))\./.test(hostname);
  }
  return !hostname.includes('.') || /\.(localhost|local|internal|home\.arpa)$/.test(hostname);
}
