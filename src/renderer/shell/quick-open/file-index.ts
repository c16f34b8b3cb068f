import type { TreeEntry } from '../../../shared/contract/documents/document.ts';
import type { Result } from '../../../shared/contract/errors.ts';

export interface FileList {
  /** Absolute paths, those near the root first. */
  readonly paths: readonly string[];
  /** The limit ended the listing. */
  readonly isPartial: boolean;
}

const atOnce = 8;

/**
 * Lists the files below a directory, level by level.
 * @param list gives the entries of a directory; one that fails is left out
 * @param limit the listing ends at this many files
 */
export async function listFiles(
  root: string,
  list: (directory: string) => Promise<Result<TreeEntry[]>>,
  limit: number,
): Promise<FileList> {
  const paths: string[] = [];
  let level = [root];
  while (level.length > 0) {
    const next: string[] = [];
    for (let start = 0; start < level.length; start += atOnce) {
      const listings = await Promise.all(level.slice(start, start + atOnce).map((directory) => list(directory)));
      for (const entry of listings.flatMap((listing) => (listing.ok ? listing.value : []))) {
        if (entry.kind === 'directory') next.push(entry.path);
        else if (paths.push(entry.path) >= limit) return { paths, isPartial: true };
      }
    }
    level = next;
  }
  return { paths, isPartial: false };
}
