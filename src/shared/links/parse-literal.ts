import type { LinkTarget } from './link-target.ts';
import { bareAddress, type ParseLinkOptions, parseLink } from './parse-link.ts';
import { parseFragment } from './parse-position.ts';

export type PathTarget = Extract<LinkTarget, { kind: 'file' | 'directory' }>;

/**
 * Another reading of the address of a file: "#" and "?" are of its name, as in `a#b.ts` and `what?.md`. A place such as
 * `#L10` at its end stays one, and so does what is known of a query. Which of the two it is, only the disk knows.
 * @returns null when it can be read in one way only
 */
export function parseLiteral(href: string, options: ParseLinkOptions): PathTarget | null {
  const link = bareAddress(href);
  const hash = link.lastIndexOf('#');
  const isPlace = hash >= 0 && parseFragment(link.slice(hash + 1).replace(/%3A/gi, ':')) !== null;
  const name = isPlace ? link.slice(0, hash) : link;
  if (!/[?#]/.test(name) || /[?&](?:symbol|column)=/.test(name)) return null;
  const usual = parseLink(link, options);
  if (usual?.kind !== 'file' && usual?.kind !== 'directory') return null;
  const encoded = name.replaceAll('?', '%3F').replaceAll('#', '%23');
  const literal = parseLink(`${encoded}${link.slice(name.length)}`, options);
  const isOther = (literal?.kind === 'file' || literal?.kind === 'directory') && literal.path !== usual.path;
  return isOther ? literal : null;
}
