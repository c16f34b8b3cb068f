import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { isSensitivePath } from '../../documents/sensitive-paths.ts';
import { type Folder, isSensitive, type PathPlace, placeOf } from '../place-of-path.ts';
import type { JudgedCommand } from '../shell/shell-parts.ts';

/** What is known of the files that a line names. */
export interface NamedFiles {
  /** Whether a command looks at nothing but what may be read in the folder: a star allows nothing else. */
  mayLook(command: JudgedCommand): boolean;
  /** What those look at that are known to do nothing else. */
  readonly looked: readonly PathPlace[];
  /** A word of it names a file that holds secrets. */
  readonly isSecret: boolean;
}

/** Words of a line that are looked at. */
const maxNamed = 500;

/** Judges what the words of a line name like paths. @param cwd where it runs */
export async function namedFiles(
  folder: Folder,
  cwd: PathPlace,
  commands: readonly JudgedCommand[],
): Promise<NamedFiles> {
  const placed = (path: string) => placeOf(folder, resolve(cwd.real, path), 'content').catch(() => null);
  // Git reads some from the top of its repository, wherever it runs.
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
  // What a program makes of its words nobody knows; that one of them, or a part of it, is such a file is enough.
  const said = commands.flatMap((command) => command.words);
  const words = new Set(said.flatMap((word) => [word, ...word.split(/[=:,@]/)]));
  // One may also be a line for another program. Of what is no path only a file tells that it is none of a language.
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
