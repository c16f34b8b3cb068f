import { codeRanges } from '../../../shared/links/code-ranges.ts';
import type { PathPlatform } from '../../../shared/links/link-target.ts';
import { formatMention } from '../../../shared/links/mention.ts';
import { parseLink } from '../../../shared/links/parse-link.ts';

const longestLabel = 60;
const pattern = /(?<=^|[\s([{<"'“‘])@(https?:\/\/[^\s<>"]+)/gim;

export interface PageMention {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/** Addresses written as "@https://…", as mentions of their pages. Those in code are left out. */
export function pageMentions(text: string, platform: PathPlatform): PageMention[] {
  if (!/@https?:/i.test(text)) return [];
  const code = codeRanges(text);
  return [...text.matchAll(pattern)].flatMap((match) => {
    const from = match.index;
    const url = withoutStop(match[1] ?? '');
    if (code.some((range) => range.from <= from && from < range.to)) return [];
    const mention = pageMention(url, platform);
    return mention === null ? [] : [{ from, to: from + 1 + url.length, insert: mention }];
  });
}

/** The text with all these addresses as mentions. */
export function withPages(text: string, platform: PathPlatform): string {
  let left = text;
  for (const { from, to, insert } of pageMentions(text, platform).reverse()) {
    left = left.slice(0, from) + insert + left.slice(to);
  }
  return left;
}

/** @returns null unless it is the address of a page */
export function pageMention(url: string, platform: PathPlatform): string | null {
  const target = parseLink(url, { platform });
  if (target?.kind !== 'web' || !/^https?:/i.test(target.url)) return null;
  return formatMention(pageLabel(target.url), target, platform);
}

/** Host and path, shortened. */
export function pageLabel(url: string): string {
  const { host, pathname } = new URL(url);
  const label = `${host}${pathname === '/' ? '' : pathname}`;
  return label.length > longestLabel ? `${label.slice(0, longestLabel - 1)}…` : label;
}

/** Punctuation that ends a sentence is not part of the address; a closing bracket is if it was opened in it. */
function withoutStop(url: string): string {
  const bare = url.replace(/[.,;:!?'’”]+$/, '');
  const opened = bare.split('(').length;
  return bare.endsWith(')') && bare.split(')').length > opened ? withoutStop(bare.slice(0, -1)) : bare;
}
