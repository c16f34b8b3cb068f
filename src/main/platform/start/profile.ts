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

/** Why the profile folder, with settings and threads, cannot be used. */
export interface ProfileProblem {
  /** The first line: the disk or folder concerned. */
  readonly title: string;
  /** The remedy. */
  readonly detail: string;
}

/** Bytes; with less, a file cannot be replaced in one step, as old and new content must fit. */
const room = 64 * 1024;

/**
 * Checks whether the profile folder is writable, which all stored data requires.
 * @param userData absolute; created when missing
 * @returns null if it is
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
    // A folder that cannot be created is reported as missing.
    return formatProfileProblem(userData, code === 'ENOENT' ? (whyNotWritable(userData) ?? code) : code);
  }
}

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? String(error);

/** The error code of the nearest existing folder of a path; null if it is writable. */
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

/** The mount point of a path, which need not exist. */
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

/** Whether another instance has the profile: Chromium's lock names its process, but is not readable on Windows. */
export function isProfileInUse(userData: string): boolean {
  try {
    const pid = Number(/-(\d+)$/.exec(readlinkSync(join(userData, 'SingletonLock')))?.[1]);
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
