import { FailureError } from '../../../shared/contract/errors.ts';
import { compileGlobs } from '../../workspace/glob.ts';
import { runRipgrep } from './run-ripgrep.ts';

export interface Found {
  /** Relative, with "/", in the order of their names. */
  readonly paths: string[];
  /** There are more than the limit. */
  readonly isPartial: boolean;
}

/**
 * The files below a folder whose path fits a glob; those that .gitignore names are left out, links are not followed.
 * @param root absolute
 * @param isTold whether a path may be known; one that may not does not count for the limit
 * @throws {FailureError} `cancelled` when the signal aborts
 */
export async function findFiles(
  root: string,
  glob: string,
  limit: number,
  signal: AbortSignal,
  isTold: (path: string) => boolean = () => true,
): Promise<Found> {
  const compiled = compileGlobs([glob], process.platform === 'linux');
  if (!compiled) {
    throw new FailureError({ code: 'invalid-request', message: 'The glob is too long. Use at most 500 characters.' });
  }
  const fits = (path: string): boolean =>
    compiled.isMatch(path.split('/').reduce((state, name) => compiled.step(state, name), compiled.start));
  const paths: string[] = [];
  const { isPartial } = await runRipgrep({
    cwd: root,
    args: ['--files', '--null', './'],
    end: '\0',
    signal,
    onPart(part) {
      const path = part.replace(/^\.\//, '');
      if (!fits(path) || !isTold(path)) return true;
      // One more than the limit shows that there is more.
      if (paths.length >= limit) return false;
      paths.push(path);
      return true;
    },
  });
  return { paths, isPartial };
}
