import type { LinkTarget, PathPlatform } from '../../../../shared/links/link-target.ts';
import { parseLink } from '../../../../shared/links/parse-link.ts';

export type FileTarget = Extract<LinkTarget, { kind: 'file' }>;
export type WebTarget = Extract<LinkTarget, { kind: 'web' }>;

const longestPath = 300;
/** Without signs of programming languages; brackets only in folder names, as in `app/(shop)/page.tsx`. */
const pathLike = /^(?:[^<>"'`|*?{}()=;,&!^]+|(?=.*[\\/])[^<>"'`|*?{}=;,&!^]+)$/;
const ending = /(?:^|[\\/])\.?[^\\/:]*\.[A-Za-z][A-Za-z0-9_-]{0,15}$/;
/** File names without an extension. */
const knownName =
  /(?:^|[\\/])(?:[A-Z][A-Za-z]*file|(?:make|just|docker)file|(?:AUTHORS|BUILD|CHANGELOG|CODEOWNERS|CONTRIBUTING|CONTRIBUTORS|COPYING|INSTALL|LICEN[CS]E|MAINTAINERS|NEWS|NOTICE|README|TODO|VERSION|WORKSPACE)(?:-[A-Za-z0-9]{1,16})?)$/;

/** Without a folder it would parse as an address: `Makefile:3`. */
const bareName = /^[A-Za-z][A-Za-z-]+:\d/;

/** Models wrap a whole link in backticks. */
const wholeLink = /^\[([^\][\n]{1,300})\]\(<?([^\s<>()]{1,300})>?\)$/;

/** @returns the file that inline code such as `src/a.ts:12` may name; only the disk tells whether it exists */
export function pathInCode(code: string, platform: PathPlatform): FileTarget | null {
  const text = code.trim();
  const [, label, href] = wholeLink.exec(text) ?? [];
  if (href !== undefined) return fileIn(parseLink(href, { platform, label: label ?? '' }));
  if (text === '' || text.length > longestPath || !pathLike.test(text)) return null;
  if (/^[A-Za-z][A-Za-z0-9+.-]+:\/\//.test(text)) return null;
  const target = bareName.test(text) ? inFolder(text, platform) : fileIn(parseLink(text, { platform }));
  return target && isFileName(target) ? target : null;
}

/** With a folder before it and a line number after it, any name counts. */
const isFileName = ({ path, line }: FileTarget): boolean =>
  ending.test(path) || knownName.test(path) || (line !== undefined && /[^\\/][\\/]/.test(path));

function inFolder(name: string, platform: PathPlatform): FileTarget | null {
  const target = fileIn(parseLink(`./${name}`, { platform }));
  return target && { ...target, path: target.path.slice(2) };
}

/** @returns the page address that the inline code consists of; null for a pattern of addresses */
export function addressInCode(code: string, platform: PathPlatform): WebTarget | null {
  const text = code.trim();
  const target = /^https?:\/\/[^\s<>"'`|\\^{}*…]+$/i.test(text) ? parseLink(text, { platform }) : null;
  return target?.kind === 'web' ? target : null;
}

const fileIn = (target: LinkTarget | null): FileTarget | null => (target?.kind === 'file' ? target : null);
