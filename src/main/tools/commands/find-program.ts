import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';

/** @returns the path of a program in the PATH; null if it is not there, or no name */
export async function findProgram(
  name: string,
  environment: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform,
): Promise<string | null> {
  if (/[\\/:\0]/.test(name) || /^\.*$/.test(name)) return null;
  const folders = (environment.PATH ?? environment.Path ?? '').split(delimiter).filter(isAbsolute);
  const endings = platform === 'win32' ? ['', ...(environment.PATHEXT ?? '.EXE;.CMD;.BAT').split(';')] : [''];
  for (const folder of folders) {
    for (const ending of endings) {
      const path = join(folder, name + ending);
      if (await isProgram(path)) return path;
    }
  }
  return null;
}

async function isProgram(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}
