import { basename } from 'node:path';
import { type FailureCode, fail, type Result } from '../../shared/contract/errors.ts';
import { visibleName } from '../../shared/visible-text.ts';

/** The object to which the system refused access. */
type Refusing = 'file' | 'folder';

/** @returns a function that rethrows the system's error, with the object that it concerns for the message */
export const refusedBy =
  (refusing: Refusing) =>
  (error: unknown): never => {
    throw error instanceof Error ? Object.assign(error, { refusing }) : error;
  };

const whyDenied = { file: 'you may not write to it', folder: 'you may not write to its folder' } as const;

/** Completes "could not be …". */
export type Doing =
  | 'opened'
  | 'saved'
  | 'listed'
  | 'deleted'
  | 'renamed'
  | 'created'
  | 'moved'
  | 'copied'
  | 'brought back'
  | 'shown';

/** A file system error as a failure with a sentence. */
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
      return doing === 'saved'
        ? say('file-failed', 'a folder or a device has that name')
        : say('file-not-found', 'it is not a file');
    case 'EEXIST':
    case 'ERR_FS_CP_EEXIST':
      return say('file-failed', 'something with that name already exists');
    case 'ENOTEMPTY':
      return say('file-failed', 'it is not empty');
    case 'EACCES':
    case 'EPERM': {
      const { refusing } = error as { refusing?: Refusing };
      return say('file-denied', refusing ? whyDenied[refusing] : 'the system does not permit it');
    }
    case 'EBUSY':
    case 'ETXTBSY':
      return say('file-failed', 'another program is using it');
    case 'EIO':
    case 'ENXIO':
    case 'ENODEV':
    case 'ESTALE':
    case 'ETIMEDOUT':
    case 'ENOTCONN':
    case 'EHOSTDOWN':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return say('file-failed', `its disk or network drive does not answer (${systemCode})`);
    case 'EROFS':
      return say('file-failed', 'it is on a disk that is read-only');
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

/** A file's name for messages. */
export const quote = (path: string): string => `“${visibleName(basename(path) || path)}”`;
