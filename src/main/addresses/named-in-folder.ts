import { domainToUnicode } from 'node:url';
import { searchFiles } from '../extensions/api/workspace-search.ts';

/** In ms; a folder that takes longer to search has not named the host. */
const longestSearch = 2_000;

/**
 * Whether a file of a folder names a host, as a whole: `a.org` is not named by `b.a.org` nor by `a.org.evil`.
 * @param folder absolute; null: there is none that counts
 */
export async function isNamedInFolder(folder: string | null, host: string): Promise<boolean> {
  if (folder === null || host === '') return false;
  const spellings = [...new Set([host, domainToUnicode(host.replace(/:\d+$/, '')) || host])].map(escaped);
  const text = `(^|[^\\w.-])(${spellings.join('|')})($|[^\\w.:-]|:($|\\D)|\\.($|[^\\w-]))`;
  const signal = AbortSignal.timeout(longestSearch);
  try {
    const { matches } = await searchFiles(folder, { text, isRegex: true, isCaseSensitive: false, limit: 1 }, signal);
    return matches.length > 0;
  } catch {
    return false;
  }
}

const escaped = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '\\$&');
