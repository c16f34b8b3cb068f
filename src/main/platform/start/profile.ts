import {
  accessSync,
  closeSync,
  constants,
  fsyncSync,
  mkdirSync,
  openSync,
  readlinkSync,
  realpathSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { visibleName } from '../../../shared/visible-text.ts';

/** Why the app cannot start with its folder for settings and threads. */
export interface ProfileProblem {
  /** The first line: which disk or folder it is. */
  readonly title: string;
  /** What is to be done. */
  readonly detail: string;
}

/** Bytes; with less nothing that is written in one step has room beside what it replaces. */
const room = 64 * 1024;

/**
 * Tries whether the folder of the profile can be written to, which everything that the app keeps needs.
 * @param userData absolute; made when it is missing
 * @returns null: it can
 */
export function profileProblem(userData: string): ProfileProblem | null {
  const probe = join(userData, `.probe-${process.pid}`);
  try {
    mkdirSync(userData, { recursive: true });
    const file = openSync(probe, 'w', 0o600);
    try {
      writeFileSync(file, Buffer.alloc(room));
      fsyncSync(file);
    } finally {
      closeSync(file);
      unlinkSync(probe);
    }
    return null;
  } catch (error) {
    const code = codeOf(error);
    // A folder that cannot be made is told as one that is not there.
    return formatProfileProblem(userData, code === 'ENOENT' ? (whyNotWritable(userData) ?? code) : code);
  }
}

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? String(error);

/** Of what there is of a path. */
function whyNotWritable(path: string): string | null {
  try {
    accessSync(path, constants.W_OK);
    return null;
  } catch (error) {
    const above = dirname(path);
    return codeOf(error) === 'ENOENT' && above !== path ? whyNotWritable(above) : codeOf(error);
  }
}

function formatProfileProblem(userData: string, code: string): ProfileProblem {
  const folder = `Outrigger keeps its settings and threads in ${visibleName(userData)}.`;
  const disk = visibleName(mountOf(userData));
  switch (code) {
    case 'EROFS':
      return {
        title: `The disk at ${disk} is read-only`,
        detail: `${folder} Make the disk writable, or start with --user-data-dir and another folder.`,
      };
    case 'ENOSPC':
    case 'EDQUOT':
      return {
        title: `The disk at ${disk} is full`,
        detail: `${folder} Free some space there, or start with --user-data-dir and another folder.`,
      };
    case 'EACCES':
    case 'EPERM':
      return {
        title: `The folder ${visibleName(userData)} cannot be written to`,
        detail:
          'The system does not permit it. Change who may write there, or start with --user-data-dir and another folder.',
      };
    default:
      return {
        title: `The folder ${visibleName(userData)} cannot be used`,
        detail: `The system answered ${code}. Start with --user-data-dir and another folder.`,
      };
  }
}

/** Where the disk begins that holds a path, or would. */
function mountOf(path: string): string {
  const parent = dirname(path);
  try {
    const place = realpathSync(path);
    const above = dirname(place);
    return above === place || statSync(above).dev !== statSync(place).dev ? place : mountOf(above);
  } catch {
    return parent === path ? path : mountOf(parent);
  }
}

/** Whether another app has the profile: Chromium's lock names its process. On Windows the lock is none that can be read. */
export function isProfileInUse(userData: string): boolean {
  try {
    const pid = Number(/-(\d+)$/.exec(readlinkSync(join(userData, 'SingletonLock')))?.[1]);
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
