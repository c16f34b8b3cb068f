import type { LinkTarget } from './link-target.ts';
import { bareAddress, type ParseLinkOptions, parseLink } from './parse-link.ts';
import { parseFragment } from './parse-position.ts';

export type PathTarget = Extract<LinkTarget, { kind: 'file' | 'directory' }>;

/**
 * Alternative parse of a file's address, with "#" and "?" as parts of its name, as in `a#b.ts` and `what?.md`. A
 * position such as `#L10` at the end stays one, and so do known query parameters. Only the disk can tell which parse
 * is right.
 * @returns null if there is no alternative
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
