import type { LinkTarget, PathPlatform } from '../../../../shared/links/link-target.ts';
import { parseLink } from '../../../../shared/links/parse-link.ts';

export type FileTarget = Extract<LinkTarget, { kind: 'file' }>;

const longestPath = 300;
/** Nothing of a language's own signs is in it; brackets are those of a folder, as in `app/(shop)/page.tsx`. */
const pathLike = /^(?:[^<>"'`|*?{}()=;,&!^]+|(?=.*[\\/])[^<>"'`|*?{}=;,&!^]+)$/;
/** Names in code end in letters after a dot, or are known. */
const fileName =
  /(?:^|[\\/])(?:\.?[^\\/:]*\.[A-Za-z][A-Za-z0-9_-]{0,15}|[A-Z][A-Za-z]*file|(?:make|just|docker)file|(?:AUTHORS|BUILD|CHANGELOG|CODEOWNERS|CONTRIBUTING|CONTRIBUTORS|COPYING|INSTALL|LICEN[CS]E|MAINTAINERS|NEWS|NOTICE|README|TODO|VERSION|WORKSPACE)(?:-[A-Za-z0-9]{1,16})?)$/;

/** Models wrap a link in backticks as a whole. */
const wholeLink = /^\[([^\][\n]{1,300})\]\(<?([^\s<>()]{1,300})>?\)$/;

/** @returns the file that inline code such as `src/a.ts:12` may name; whether there is one, only the disk knows */
export function pathInCode(code: string, platform: PathPlatform): FileTarget | null {
  const text = code.trim();
  const [, label, href] = wholeLink.exec(text) ?? [];
  if (href !== undefined) return fileIn(parseLink(href, { platform, label: label ?? '' }));
  if (text === '' || text.length > longestPath || !pathLike.test(text)) return null;
  if (/^[A-Za-z][A-Za-z0-9+.-]+:\/\//.test(text)) return null;
  const target = fileIn(parseLink(text, { platform }));
  return target && fileName.test(target.path) ? target : null;
}

const fileIn = (target: LinkTarget | null): FileTarget | null => (target?.kind === 'file' ? target : null);
