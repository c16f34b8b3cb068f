import { basename } from 'node:path';
import { type FailureCode, fail, type Result } from '../../shared/contract/errors.ts';
import { visibleName } from '../../shared/visible-text.ts';

/** Completes "could not be …". */
type Doing = 'opened' | 'saved' | 'listed' | 'deleted' | 'renamed';

/** Makes a sentence of what the file system said. */
export function fileFailure(error: unknown, path: string, doing: Doing): Result<never> {
  const name = quote(path);
  const systemCode = String((error as NodeJS.ErrnoException | null)?.code ?? '');
  const say = (code: FailureCode, why: string): Result<never> =>
    fail(code, `${name} could not be ${doing}: ${why}.`, { detail: `${systemCode} ${path}` });
  switch (systemCode) {
    case 'ENOENT':
    case 'ENOTDIR':
    case 'ERR_INVALID_ARG_VALUE':
      return doing === 'saved' ? say('file-failed', 'its folder is gone') : say('file-not-found', 'it does not exist');
    case 'EISDIR':
      return say('file-not-found', 'it is not a file');
    case 'EEXIST':
      return say('file-failed', 'something of that name is there already');
    case 'ENOTEMPTY':
      return say('file-failed', 'it is not empty');
    case 'EACCES':
    case 'EPERM':
      return say('file-denied', 'the system does not permit it');
    case 'EROFS':
      return say('file-denied', 'it is on a disk that is read-only');
    case 'ENOSPC':
    case 'EDQUOT':
      return say('file-failed', 'the disk is full');
    case 'EFBIG':
      return say('file-failed', 'it is larger than the disk permits');
    case 'ELOOP':
      return say('file-failed', 'its links lead in a circle');
    case 'ENAMETOOLONG':
      return say('file-failed', 'its name is too long');
    default:
      return say('file-failed', `the system answered ${systemCode || String(error)}`);
  }
}

/** A file's name as messages show it. */
export const quote = (path: string): string => `“${visibleName(basename(path) || path)}”`;
