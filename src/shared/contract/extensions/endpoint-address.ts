/** What hosts and main both judge of an endpoint that a script names: where it is, and what is sent along. */

/**
 * Of a script at a time, as many as rows in a setting: each is a provider, which is asked for its state and shown in the
 * list of models.
 */
export const maxEndpoints = 50;

/** Of a name in the DNS (RFC 1035, 2.3.4). */
const longestHost = 253;
const thisComputer = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/**
 * @param address as a script gives it
 * @returns what is wrong with it as a sentence's end, or null
 */
export function addressFault(address: string): string | null {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return 'is no address with https';
  if (url.username || url.password) return 'holds a name or a password. Use api_key or headers';
  if (url.hash) return 'has a part after "#", which is never sent';
  if ([...url.searchParams.keys()].some(isSecretHeader)) {
    return 'holds a key after "?", and addresses are shown and kept. Use api_key or headers';
  }
  if (url.hostname.length > longestHost) return 'has a host that is too long';
  if (url.protocol === 'http:' && !thisComputer.test(url.hostname)) {
    return `goes to ${url.host} by http, which anybody on the way can read. Use https; http is for this computer`;
  }
  return null;
}

/**
 * The address in the letters in which it is called: in ASCII, without blanks, line breaks and an empty name. A person
 * consents to what they see.
 */
export function calledAddress(address: string): string {
  if (!URL.canParse(address)) return address;
  const { href, pathname, search } = new URL(address);
  return pathname === '/' && search === '' ? href.replace(/[/#]+$/, '') : href.replace(/#$/, '');
}

/** Headers of the connection instead of the request, and those that would use somebody's session. */
const refusedHeaders =
  /^(accept-encoding|connection|content-(length|type)|cookie2?|expect|host|keep-alive|te|trailer|transfer-encoding|upgrade|(proxy|sec)-.*)$/i;

/** @returns what is wrong with a header as a sentence's end, or null; it never quotes the value */
export function headerFault(name: string, value: string): string | null {
  if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,200}$/.test(name)) return 'is no name of a header';
  if (refusedHeaders.test(name)) return 'belongs to the connection, and is set by the app';
  // Latin-1 without controls: what else `fetch` would refuse, or send in part.
  if (!/^[\t\x20-\x7e\x80-\xff]{0,8000}$/.test(value)) return 'has a value that no header can have';
  if (/^\$(\w+|\{\w+\})$/.test(value)) return 'names a variable, which only api_key may';
  return null;
}

/** Whether the name says that the value is a secret: it is removed from logs and from what services answer. */
export const isSecretHeader = (name: string): boolean =>
  /auth|key|token|secret|passw|credential|session|signature/i.test(name);
