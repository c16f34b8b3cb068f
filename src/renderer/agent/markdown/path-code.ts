import type { LinkTarget, PathPlatform } from '../../../shared/links/link-target.ts';
import { parseLink } from '../../../shared/links/parse-link.ts';

export type FileTarget = Extract<LinkTarget, { kind: 'file' }>;

const longestPath = 300;
/** Names in code end in letters, and nothing of a language's own signs is in them. */
const pathLike = /^[^<>"'`|*?{}()=;,&$!^]+$/;
const fileName = /(?:^|[\\/])(?:\.?[^\\/:]*\.[A-Za-z][A-Za-z0-9_-]{0,15}|[A-Z][A-Za-z]*file|LICENSE|README|CHANGELOG)$/;

/** @returns the file that inline code such as `src/a.ts:12` may name; whether there is one, only the disk knows */
export function pathInCode(code: string, platform: PathPlatform): FileTarget | null {
  const text = code.trim();
  if (text === '' || text.length > longestPath || !pathLike.test(text)) return null;
  if (/^[A-Za-z][A-Za-z0-9+.-]+:\/\//.test(text)) return null;
  const target = parseLink(text, { platform });
  return target?.kind === 'file' && fileName.test(target.path) ? target : null;
}
