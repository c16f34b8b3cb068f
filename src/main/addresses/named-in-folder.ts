import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { domainToUnicode } from 'node:url';
import { readsLikeFile } from '../../shared/links/named-hosts.ts';
import { searchFiles } from '../extensions/api/workspace/workspace-search.ts';

/**
 * Whether a file of a folder names a host, as a whole: `a.org` is not named by `b.a.org` nor by `a.org.evil`.
 * A name that reads like one of a file counts in an address only.
 * @param folder absolute; null: there is none that counts
 * @param limitMs a folder that takes longer to search has not named the host
 * @param isInReview whether a file is as a model left it, which may name whatever it likes; absolute, links followed
 */
export async function isNamedInFolder(
  folder: string | null,
  host: string,
  limitMs: number,
  isInReview: (path: string) => boolean,
): Promise<boolean> {
  if (folder === null || host === '') return false;
  const spellings = [...new Set([host, domainToUnicode(host.replace(/:\d+$/, '')) || host])].map(escaped);
  const before = readsLikeFile(host) ? '://' : '(^|[^\\w.-])';
  const text = `${before}(${spellings.join('|')})($|[^\\w.:-]|:($|\\D)|\\.($|[^\\w-]))`;
  const signal = AbortSignal.timeout(limitMs);
  try {
    const root = await realpath(folder);
    const query = { text, isRegex: true, isCaseSensitive: false, limit: 1 };
    const { matches } = await searchFiles(root, query, signal, (path) => !isInReview(join(root, path)));
    return matches.length > 0;
  } catch {
    return false;
  }
}

const escaped = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '\\$&');
