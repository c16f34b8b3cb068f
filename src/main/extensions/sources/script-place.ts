import { basename, dirname, join, relative, sep } from 'node:path';

/** Where the sources of a script extension lie. */
export interface ScriptPlace {
  /** Absolute path of the script that is run. */
  readonly main: string;
  /** The extension's folder, whose modules it may require; null for a single file. */
  readonly folder: string | null;
  /** The root that the extension was found in, with `lua/` for all of them; null when its folder was named by itself. */
  readonly root: string | null;
  /** A folder that no link may leave. */
  readonly border?: string;
}

export const scriptSuffix = '.lua';
/** The script of a folder without a manifest. */
export const scriptOfFolder = 'init.lua';

/** The folders whose modules the script may require, the first first. */
export const moduleFolders = ({ folder, root }: ScriptPlace): readonly string[] => [
  ...(folder === null ? [] : [folder, join(folder, 'lua')]),
  ...(root === null ? [] : [join(root, 'lua')]),
];

/** How errors name a file: from the root on, as in `extensions/hello.lua`. */
export function nameOf({ main, folder, root }: ScriptPlace, path: string): string {
  const above = root ?? dirname(folder ?? main);
  const way = relative(above, path);
  // A manifest may name a main file in a folder that is named alone.
  return (way.startsWith('..') ? basename(path) : way).replaceAll(sep, '/');
}

/** Sorts names by bytes: the same order on every computer, whatever its locale. */
export const byBytes = (one: string, other: string): number => Buffer.compare(Buffer.from(one), Buffer.from(other));
