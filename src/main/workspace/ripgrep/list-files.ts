import type { ListedFiles } from '../../../shared/contract/documents/document.ts';
import { runRipgrep } from './run-ripgrep.ts';

/**
 * The files below a folder: hidden ones too, those that .gitignore names not, links not followed.
 * @param root absolute
 * @param isWanted one that is not does not count for the limit
 * @throws {FailureError} `cancelled` when the signal aborts
 */
export async function listFiles(
  root: string,
  limit: number,
  signal: AbortSignal,
  isWanted: (path: string) => boolean = () => true,
): Promise<ListedFiles> {
  const paths: string[] = [];
  const { isPartial } = await runRipgrep({
    cwd: root,
    args: ['--files', '--null', './'],
    end: '\0',
    signal,
    onPart(part) {
      const path = part.replace(/^\.\//, '');
      if (!isWanted(path)) return true;
      // One more than the limit shows that there is more.
      if (paths.length >= limit) return false;
      paths.push(path);
      return true;
    },
  });
  return { paths, isPartial };
}
