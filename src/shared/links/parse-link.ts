import { isDirectoryPath, pathFromAddress, pathFromText } from './link-path.ts';
import type { LinkPosition, LinkTarget, PathPlatform } from './link-target.ts';
import { parseFragment, splitSuffix } from './parse-position.ts';

export interface ParseLinkOptions {
  readonly platform: PathPlatform;
  /** Text of the link, which decides the meaning of a pair such as `#L42:50`. */
  readonly label?: string;
}

const longestLink = 8192;
// Controls, line separators and lone surrogates: no honest link has them, and they disguise it.
const refused = /[\p{Cc}\u2028\u2029\p{Surrogate}]/u;
const schemePattern = /^([A-Za-z][A-Za-z0-9+.-]*):/;
const threadPattern = /^\/\/\/agent\/thread\/([A-Za-z0-9_-]{1,128})$/;

/**
 * Parses the address of a link in an answer. Pure, never throws, linear in the length of `href`.
 * @returns null for addresses that must stay plain text
 */
export function parseLink(href: string, options: ParseLinkOptions): LinkTarget | null {
  const link = bareAddress(href);
  if (link === '' || link.length > longestLink || refused.test(link)) return null;
  const scheme = schemePattern.exec(link)?.[1]?.toLowerCase();
  if (scheme === undefined) return parsePlainPath(link, options);
  const rest = link.slice(scheme.length + 1);
  // `parser.ts:12` looks like a scheme; the dot and the number show that it is a file.
  if (/\.[a-z]/.test(scheme) && /^\d/.test(rest)) return parsePlainPath(link, options);
  switch (scheme) {
    case 'http':
    case 'https':
      return isWebAddress(link) ? { kind: 'web', url: link } : null;
    case 'mailto':
      return /^[^\s?]+@[^\s?]+/.test(rest) ? { kind: 'web', url: link } : null;
    case 'file':
      return parseFileAddress(rest, options);
    case 'outrigger':
    case 'zed':
      return parseThread(rest);
    default:
      return scheme.length === 1 && options.platform === 'win32' ? parsePlainPath(link, options) : null;
  }
}

/** Without surrounding blanks, and without the backticks with which models mark it as code. */
export function bareAddress(href: string): string {
  const link = href.trim();
  return /^(`+)([^`]+)\1$/.exec(link)?.[2]?.trim() ?? link;
}

/** Refuses a user name before the host: it only serves to disguise the host. */
function isWebAddress(link: string): boolean {
  if (!/^https?:\/\//i.test(link) || !URL.canParse(link)) return false;
  const url = new URL(link);
  return url.hostname !== '' && url.username === '' && url.password === '';
}

function parseThread(rest: string): LinkTarget | null {
  const { path, query } = splitAddress(rest, rest.indexOf('#'));
  const id = threadPattern.exec(path)?.[1];
  if (id === undefined) return null;
  const name = new URLSearchParams(query).get('name') ?? '';
  return name === '' || refused.test(name) ? { kind: 'thread', id } : { kind: 'thread', id, name };
}

function parseFileAddress(rest: string, options: ParseLinkOptions): LinkTarget | null {
  const { path, query, fragment } = splitAddress(rest, rest.indexOf('#'));
  const suffix = splitSuffix(path);
  const file = pathFromAddress(suffix.rest, options.platform);
  return file === null ? null : toTarget(file, query, fragment, suffix.position, options);
}

function parsePlainPath(link: string, options: ParseLinkOptions): LinkTarget | null {
  // A folder may be named "C#": a "#" before a separator begins no fragment.
  const hash = link.lastIndexOf('#');
  const { path, query, fragment } = splitAddress(link, /[/\\]/.test(link.slice(hash + 1)) ? -1 : hash);
  const suffix = splitSuffix(path);
  const file = pathFromText(suffix.rest, options.platform);
  return file === null ? null : toTarget(file, query, fragment, suffix.position, options);
}

function splitAddress(text: string, hash: number): { path: string; query: string; fragment: string } {
  const beforeHash = hash < 0 ? text : text.slice(0, hash);
  const mark = beforeHash.indexOf('?');
  return {
    path: mark < 0 ? beforeHash : beforeHash.slice(0, mark),
    query: mark < 0 ? '' : beforeHash.slice(mark + 1),
    fragment: hash < 0 ? '' : text.slice(hash + 1).replace(/%3A/gi, ':'),
  };
}

function toTarget(
  path: string,
  query: string,
  fragment: string,
  suffix: LinkPosition | null,
  { platform, label }: ParseLinkOptions,
): LinkTarget | null {
  if (refused.test(path)) return null;
  if (isDirectoryPath(path, platform)) return { kind: 'directory', path };
  const values = new URLSearchParams(query);
  const position = parseFragment(fragment, label) ?? suffix ?? {};
  const name = values.get('symbol') ?? '';
  if (name !== '') {
    if (refused.test(name)) return null;
    const { line, endLine } = position;
    return { kind: 'symbol', path, name, ...(line && { line }), ...(endLine && { endLine }) };
  }
  const column = /^[1-9]\d{0,8}$/.test(values.get('column') ?? '') ? Number(values.get('column')) : undefined;
  return { kind: 'file', path, ...position, ...(column && position.line && { column }) };
}
