import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { isSensitivePath } from '../../documents/sensitive-paths.ts';
import { type Folder, isSensitive, type PathPlace, placeOf } from '../place-of-path.ts';
import type { JudgedCommand } from '../shell/shell-parts.ts';

/** The files named in a command line. */
export interface NamedFiles {
  /** Whether a command only reads files that may be read in the folder, which a pattern with a star requires. */
  mayLook(command: JudgedCommand): boolean;
  /** The files read by commands that are known to do nothing else. */
  readonly looked: readonly PathPlace[];
  /** A word names a file that holds secrets. */
  readonly isSecret: boolean;
}

/** Words of a line that are examined. */
const maxNamed = 500;

/** Examines the words of a line that may be paths. @param cwd working folder of the line */
export async function namedFiles(
  folder: Folder,
  cwd: PathPlace,
  commands: readonly JudgedCommand[],
): Promise<NamedFiles> {
  const placed = (path: string) => placeOf(folder, resolve(cwd.real, path), 'content').catch(() => null);
  // Git resolves some paths from the top of its repository, wherever it runs.
  const placedAtTop = (path: string) => placeOf(folder, path, 'content').catch(() => null);
  const looking = new Set<JudgedCommand>();
  const looked: PathPlace[] = [];
  for (const command of commands) {
    const { paths = [], files = [] } = command.looks ?? {};
    const places = await Promise.all([
      ...paths.map(placed),
      ...(command.words[0] === 'git' ? paths.map(placedAtTop) : []),
    ]);
    looked.push(...places.filter((place) => place !== null));
    const mayLook = places.every((place) => place?.isInside && !isSensitive(place));
    const areFiles = await Promise.all(files.map((path) => isFile(placed(path))));
    if (mayLook && areFiles.every(Boolean)) looking.add(command);
  }
  // The meaning of the words of a program is unknown: a secret file as a word, or as a part of one, suffices.
  const said = commands.flatMap((command) => command.words);
  const words = new Set(said.flatMap((word) => [word, ...word.split(/[=:,@]/)]));
  // A word may be a line for another program. Without a "/", a part counts only if such a file exists.
  const inWords = [...new Set(said.flatMap((word) => word.split(/[\s=:,@'"`()<>;|&{}[\]$\\]+/)))].filter(
    isSensitivePath,
  );
  const isThere = async (text: string) => text.includes('/') || (await exists(placed(text)));
  const named = await Promise.all([...words].slice(0, maxNamed).map(placed));
  return {
    mayLook: (command) => looking.has(command),
    looked,
    isSecret:
      words.size > maxNamed ||
      (await Promise.all(inWords.map(isThere))).some(Boolean) ||
      named.some((place) => place !== null && isSensitive(place)),
  };
}

async function exists(place: Promise<PathPlace | null>): Promise<boolean> {
  const { real } = (await place) ?? {};
  return real !== undefined && (await stat(real).catch(() => null)) !== null;
}

async function isFile(place: Promise<PathPlace | null>): Promise<boolean> {
  const { real } = (await place) ?? {};
  return real !== undefined && ((await stat(real).catch(() => null))?.isFile() ?? false);
}
