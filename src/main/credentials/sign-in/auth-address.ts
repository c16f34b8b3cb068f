import { fail, ok, type Result } from '../../../shared/contract/errors.ts';

/** A checked authorization URL, whose callback can be told from any other request. */
export interface AuthAddress {
  /** The `state` that the callback must carry. */
  readonly state: string;
  /** The URL with the port in place of `{port}`. */
  at(port: number): string;
}

const shortestState = 16;
/** `{port}`, also percent-encoded within a parameter that is a URL itself. */
const placeholder = /(?:\{|%(?:25)*7b)port(?:\}|%(?:25)*7d)/gi;
/** RFC 7636: an S256 challenge, with optional padding. */
const challenge = /^[\w-]{43}=?$/;

/**
 * Checks the URL that the person's browser is to open. A failure is a sentence for the extension's author.
 * @param callbackPath path of the redirect URI
 */
export function readAuthAddress(authUrl: string, callbackPath: string): Result<AuthAddress> {
  const at = (port: number) => authUrl.replace(placeholder, String(port));
  const no = (sentence: string) => fail('invalid-request', `The address for signing in was not opened. ${sentence}`);
  if (!isSafeAddress(at(1))) return no('Use https, or http on this computer, without a user name in it.');
  const { searchParams } = new URL(at(1));
  const only = (name: string): string | null => {
    const [value, ...others] = searchParams.getAll(name);
    return value !== undefined && others.length === 0 ? value : null;
  };
  const state = only('state');
  if (state === null || state.length < shortestState) {
    return no(`It needs one random “state” of at least ${shortestState} characters; see context.oauth.createPkce().`);
  }
  if (only('code_challenge_method') !== 'S256' || !challenge.test(only('code_challenge') ?? '')) {
    return no('It needs “code_challenge” with “code_challenge_method=S256”; see context.oauth.createPkce().');
  }
  const comesBack = (port: number) => isOurs(new URL(at(port)).searchParams.getAll('redirect_uri'), port, callbackPath);
  // With two ports, to verify that the port comes from the placeholder.
  if (!comesBack(50_001) || !comesBack(50_002)) {
    return no(`It needs one “redirect_uri” of http://127.0.0.1:{port}${callbackPath}, with {port} as it stands there.`);
  }
  return ok({ state, at });
}

/** Whether the redirect URI leads to the app's listener. */
function isOurs([address = '', ...others]: readonly string[], port: number, callbackPath: string): boolean {
  if (others.length > 0 || !isSafeAddress(address)) return false;
  const url = new URL(address);
  const isHost = url.hostname === '127.0.0.1' || url.hostname === 'localhost';
  return isHost && url.protocol === 'http:' && url.port === String(port) && url.pathname === callbackPath;
}

/** Whether it is https, or http to this computer, without a user name. */
export function isSafeAddress(address: string): boolean {
  // Parsers drop tabs and line breaks, and accept "https:host"; the displayed URL would differ from the opened one.
  if (!/^https?:\/\/[^/\\]/i.test(address) || /[\p{C}\p{Z}]/u.test(address) || !URL.canParse(address)) return false;
  const { protocol, hostname, username, password } = new URL(address);
  if (username !== '' || password !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
}

const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);

/** Whether a help URL may be shown: https only. */
export const isHelpAddress = (address: string | undefined): address is string =>
  address !== undefined && URL.canParse(address) && /^https:\/\/[^/\\@?#]+(?:[/?#]|$)/i.test(address);
