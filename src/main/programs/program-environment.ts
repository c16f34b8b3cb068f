import { userInfo } from 'node:os';
import { delimiter, isAbsolute } from 'node:path';
import { isatty } from 'node:tty';
import { once } from '../../shared/once.ts';
import { type LoginPath, readLoginPath } from './login-path.ts';

/**
 * The environment that programs of the person are looked for and started in: the app's, with the PATH of a terminal. Whoever
 * starts one takes from it what that program may have.
 */
export type ProgramEnvironment = () => Promise<NodeJS.ProcessEnv>;

export interface ProgramEnvironmentDeps {
  /** The app's. */
  readonly environment: NodeJS.ProcessEnv;
  readonly platform: NodeJS.Platform;
  /** The person's folder. */
  readonly home: string;
  /** For the shell to tell its PATH. */
  readonly pathMs: number;
  log(sentence: string): void;
  /** Whether the app was started in a terminal, which has given it its PATH. */
  readonly isInTerminal?: boolean;
}

/**
 * An app that was started from a dock or a menu has the PATH of the session, in which what profiles add is missing. The person's
 * shell is asked for its own, when it is first needed; when it does not tell, the app's is kept, and the log says why.
 */
export function createProgramEnvironment(deps: ProgramEnvironmentDeps): ProgramEnvironment {
  const { environment, platform, home, isInTerminal = [0, 1, 2].some((descriptor) => isatty(descriptor)) } = deps;
  // On Windows programs get the PATH of the registry, whoever starts them.
  if (platform === 'win32' || isInTerminal) return async () => environment;
  return once(async () => {
    const shell = environment.SHELL || shellOfAccount();
    if (shell === null) return environment;
    const read: LoginPath = await readLoginPath({ shell, environment, home, deadlineMs: deps.pathMs });
    if ('path' in read) return { ...environment, PATH: joined(read.path, environment.PATH ?? '') };
    deps.log(
      `The PATH of a terminal is not known, as ${shell} does not tell it: ${read.problem}. The app’s own is used.`,
    );
    return environment;
  });
}

function shellOfAccount(): string | null {
  try {
    return userInfo().shell;
  } catch {
    return null;
  }
}

/**
 * The folders of the first, then those that only the other has. What is relative would be looked for in whatever folder is open,
 * and find what that folder brings.
 */
const joined = (first: string, other: string): string =>
  [...new Set([...first.split(delimiter), ...other.split(delimiter)])].filter(isAbsolute).join(delimiter);
