import type { ListedFiles } from '../../../../shared/contract/documents/document.ts';
import { FailureError } from '../../../../shared/contract/errors.ts';
import { compileGlobs } from '../../../workspace/glob.ts';
import { listFiles } from '../../../workspace/ripgrep/list-files.ts';

/**
 * The files below a folder whose path matches a glob, without those ignored by .gitignore; links are not followed.
 * @param root absolute
 * @param isTold whether a path may be reported; others do not count towards the limit
 * @throws {FailureError} `cancelled` when the signal aborts
 */
export async function findFiles(
  root: string,
  glob: string,
  limit: number,
  signal: AbortSignal,
  isTold: (path: string) => boolean = () => true,
): Promise<ListedFiles> {
  const compiled = compileGlobs([glob], process.platform === 'linux');
  if (!compiled) {
    throw new FailureError({ code: 'invalid-request', message: 'The glob is too long. Use at most 500 characters.' });
  }
  const fits = (path: string): boolean =>
    compiled.isMatch(path.split('/').reduce((state, name) => compiled.step(state, name), compiled.start));
  return listFiles(root, limit, signal, (path) => fits(path) && isTold(path));
}
