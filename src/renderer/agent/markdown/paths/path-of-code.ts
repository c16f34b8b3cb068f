import type { PathPlatform } from '../../../../shared/links/link-target.ts';
import { parseLink } from '../../../../shared/links/parse-link.ts';

const pathLike = /^(?:\.{0,2}[\\/]|[A-Za-z]:[\\/])?[\w@.+ ()[\]-]+(?:[\\/][\w@.+ ()[\]-]+)*$/;
const hasExtension = /(?:^|[\\/])[^\\/]*\.[A-Za-z][\w-]{0,15}$|(?:^|[\\/])(?:[A-Z][a-z]*file|LICENSE|README)$/;
/** A first line such as `// src/a.ts`, `# src/a.py` or `<!-- a.html -->`. */
const comment =
  /^\s*(?:\/\/|#|--|;|%|\/\*+|<!--|\(\*)\s*(?:(?:file|path|filename)\s*:\s*)?(.+?)\s*(?:\*\/|-->|\*\))?\s*$/i;
const named = /(?:^|\s)(?:file|path|filename|title)\s*[=:]\s*(?:"([^"]+)"|'([^']+)'|(\S+))/i;

/**
 * The file that a block of code belongs to, if it names one.
 * @param info the rest of the info string, such as `src/a.ts`, `title="src/a.ts"` or `{3} src/a.ts`
 */
export function pathOfCode(language: string, info: string, code: string, platform: PathPlatform): string | undefined {
  const [, ...values] = named.exec(info) ?? [];
  const said = values.find((value) => value !== undefined);
  const fromInfo = said ?? info.split(/\s+/).find((word) => isPath(word));
  if (fromInfo !== undefined && isPath(fromInfo)) return pathIn(fromInfo, platform);
  // ```ts:src/a.ts and ```src/a.ts are written as well.
  const [, behind = language] = /^[\w+#-]+:(.+)$/.exec(language) ?? [];
  if (/[\\/.]/.test(behind) && isPath(behind)) return pathIn(behind, platform);
  const [, words = ''] = comment.exec(code.split('\n', 1)[0] ?? '') ?? [];
  return isPath(words) ? pathIn(words, platform) : undefined;
}

const isPath = (text: string): boolean =>
  text.length <= 300 && pathLike.test(text.replace(/:\d+.*$/, '')) && hasExtension.test(text.replace(/:\d+.*$/, ''));

function pathIn(text: string, platform: PathPlatform): string | undefined {
  const target = parseLink(text, { platform });
  return target?.kind === 'file' ? target.path : undefined;
}
