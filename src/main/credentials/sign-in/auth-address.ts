import { fail, ok, type Result } from '../../../shared/contract/errors.ts';

/** What an address for signing in has to be, so that its answer can be told from anybody else's. */
export interface AuthAddress {
  /** What comes back must carry it. */
  readonly state: string;
  /** The address with the port in place of `{port}`. */
  at(port: number): string;
}

const shortestState = 16;
/** `{port}`, also as it reads inside a parameter that is an address itself. */
const placeholder = /(?:\{|%(?:25)*7b)port(?:\}|%(?:25)*7d)/gi;
/** RFC 7636: what S256 gives, and what it may be padded to. */
const challenge = /^[\w-]{43}=?$/;

/**
 * Checks the address to which the person's browser is to be sent. A failure is a sentence for the extension's author.
 * @param callbackPath where the browser is waited for
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
  // At two ports: it is the placeholder that makes the port.
  if (!comesBack(50_001) || !comesBack(50_002)) {
    return no(`It needs one “redirect_uri” of http://127.0.0.1:{port}${callbackPath}, with {port} as it stands there.`);
  }
  return ok({ state, at });
}

/** Whether the browser is sent back to where it is waited for. */
function isOurs([address = '', ...others]: readonly string[], port: number, callbackPath: string): boolean {
  if (others.length > 0 || !isSafeAddress(address)) return false;
  const url = new URL(address);
  const isHost = url.hostname === '127.0.0.1' || url.hostname === 'localhost';
  return isHost && url.protocol === 'http:' && url.port === String(port) && url.pathname === callbackPath;
}

/** https, or http to this computer. */
export function isSafeAddress(address: string): boolean {
  // Parsers drop tabs and line breaks, and read "https:host"; what is shown would differ from what is opened.
  if (!/^https?:\/\/[^/\\]/i.test(address) || /[\p{C}\p{Z}]/u.test(address) || !URL.canParse(address)) return false;
  const { protocol, hostname, username, password } = new URL(address);
  if (username !== '' || password !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
}

const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);

/** Longer ones, or of another kind, are not shown. */
export const isHelpAddress = (address: string | undefined): address is string =>
  address !== undefined && URL.canParse(address) && /^https:\/\/[^/\\@?#]+(?:[/?#]|$)/i.test(address);
