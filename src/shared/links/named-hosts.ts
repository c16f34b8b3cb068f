import tlds from 'tlds';

const topLevel: ReadonlySet<string> = new Set(tlds.map((name) => asciiName(name) ?? name));
/** Characters of a word that are read: nobody takes text far behind for a host. */
const longestWord = 2048;
/** Top-level domains that are also file extensions. A bare word with one counts as a file. */
const fileEndings = new Set(['md', 'mov', 'ps', 'py', 'rs', 'sh', 'zip']);
/** Characters that reverse the text direction. */
const reordering = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/**
 * The hosts that a text names, in addresses and in words such as `example.com`. In ASCII form, with the port if it is
 * not the default. In linear time.
 */
export function namedHosts(text: string): string[] {
  const found = new Set<string>();
  for (const word of plain(text).split(/[\s<>()"'`|,;“”‘’«»]+/u)) {
    if (!/[.:]|localhost/i.test(word)) continue;
    for (const host of hostsInWord(word.slice(0, longestWord))) found.add(host);
  }
  return [...found];
}

/** Whether a text may be displayed in another order than that of its characters. */
export const isReordered = (text: string): boolean => reordering.test(text);

/** Whether a bare word looks like a file rather than a host. */
export const readsLikeFile = (host: string): boolean => fileEndings.has(host.slice(host.lastIndexOf('.') + 1));

/** Host and port of an address in the form for comparison: without a trailing dot. */
export function hostOfAddress(address: URL): string {
  if (address.protocol === 'mailto:') return asciiName(address.pathname.split('@').pop() ?? '') ?? '';
  return address.host.replace(/\.(?=:|$)/, '');
}

/** Whether a text that names `named` is true to the host `host`; a site and its `www.` count as one. */
export function isSameHost(named: string, host: string): boolean {
  const bare = (name: string) => name.replace(/^www\./, '');
  // Without a port any port matches.
  const wanted = /:\d+$/.test(named) ? host : host.replace(/:\d+$/, '');
  return bare(named) === bare(wanted);
}

/** Removes invisible characters, and replaces lookalikes of the full stop. */
const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/\p{Cf}|\p{Variation_Selector}/gu, '')
    .replace(/[\u3002\uff0e\uff61\u2024\ua4f8\u0701\u06d4\u00b7]|%2e/giu, '.');

function hostsInWord(word: string): string[] {
  const begin = /[a-z][a-z0-9+.-]*:[/\\]{2}/i.exec(word);
  if (!begin) return word.split(/[/\\?#]/, 1).flatMap(bareHosts);
  const before = bareHosts(word.slice(0, begin.index));
  const address = word
    .slice(begin.index)
    .replace(/^[a-z][a-z0-9+.-]*:[/\\]{2}/i, 'https://')
    .replace(/[\].!?]+$/, '');
  if (!URL.canParse(address)) return [...before, ...bareHosts(address.slice(8).split(/[/\\?#]/, 1)[0] ?? '')];
  const url = new URL(address);
  // User name and password before "@" look like the host, but are not.
  return [...before, ...bareHosts(decoded(url.username)), ...bareHosts(decoded(url.password)), hostOfAddress(url)];
}

/** Words such as `example.com`, alone or in a mail address. */
const bareHosts = (text: string): string[] =>
  text.split(/[^\p{L}\p{N}\p{M}._:-]+/u).flatMap((piece) => {
    const [, name = '', port = ''] = /^[._:-]*([^:]*?)[._-]*(?::(\d{1,5}))?:*$/.exec(piece) ?? [];
    const host = isHostName(name) ? asciiName(name) : null;
    return host === null || (port === '' && readsLikeFile(host))
      ? []
      : [port === '' || port === '443' || port === '80' ? host : `${host}:${port}`];
  });

function isHostName(name: string): boolean {
  const host = asciiName(name);
  if (host === null) return false;
  if (host === 'localhost' || /^\d{1,3}(?:\.\d{1,3}){3}$/.test(name)) return true;
  return host.includes('.') && topLevel.has(host.slice(host.lastIndexOf('.') + 1));
}

/** null: not a host name. */
function asciiName(name: string): string | null {
  const address = `https://${name}/`;
  if (name === '' || /[/\\?#@:\s]/.test(name) || !URL.canParse(address)) return null;
  return new URL(address).hostname.replace(/\.$/, '');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
