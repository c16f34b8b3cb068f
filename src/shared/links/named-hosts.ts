import tlds from 'tlds';

const topLevel: ReadonlySet<string> = new Set(tlds.map((name) => asciiName(name) ?? name));
/** So much of a word is read: what stands far behind nobody takes for a host. */
const longestWord = 2048;
/** Names at the top that files end with. As bare words these name a file. */
const fileEndings = new Set(['md', 'mov', 'ps', 'py', 'rs', 'sh', 'zip']);
/** Characters that turn round what is beside them. */
const reordering = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/**
 * The hosts that a text names: those of addresses in it, and words such as `example.com`. In the form in which they are
 * looked up, with the port where it is not the usual one. In time that grows with the length of the text only.
 */
export function namedHosts(text: string): string[] {
  const found = new Set<string>();
  for (const word of plain(text).split(/[\s<>()"'`|,;“”‘’«»]+/u)) {
    if (!/[.:]|localhost/i.test(word)) continue;
    for (const host of hostsInWord(word.slice(0, longestWord))) found.add(host);
  }
  return [...found];
}

/** Whether a text may read otherwise than its characters stand. */
export const isReordered = (text: string): boolean => reordering.test(text);

/** Whether a bare word of this name says a file rather than a host. */
export const readsLikeFile = (host: string): boolean => fileEndings.has(host.slice(host.lastIndexOf('.') + 1));

/** Host and port of an address as hosts are compared: without the dot at its end. */
export function hostOfAddress(address: URL): string {
  if (address.protocol === 'mailto:') return asciiName(address.pathname.split('@').pop() ?? '') ?? '';
  return address.host.replace(/\.(?=:|$)/, '');
}

/** Whether a text that names `named` says truly where `host` is; a site and its `www.` are one. */
export function isSameHost(named: string, host: string): boolean {
  const bare = (name: string) => name.replace(/^www\./, '');
  // Who names no port means whichever.
  const wanted = /:\d+$/.test(named) ? host : host.replace(/:\d+$/, '');
  return bare(named) === bare(wanted);
}

/** What is not seen is left out, and what looks like a full stop is one. */
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
  // What stands before an "@" reads like the host, and is none.
  return [...before, ...bareHosts(decoded(url.username)), ...bareHosts(decoded(url.password)), hostOfAddress(url)];
}

/** Words such as `example.com`, alone or as parts of a mail address. */
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

/** null: no name of a host. */
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
