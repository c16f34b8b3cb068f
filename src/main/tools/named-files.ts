import { resolve } from 'node:path';
import { type Folder, type Place, placeOf } from './place-of-path.ts';
import { isSensitive } from './sensitive-paths.ts';
import type { JudgedCommand } from './shell-parts.ts';

/** What is known of the files that a line names. */
export interface NamedFiles {
  /** Whether a command looks at nothing but what may be read in the folder: a star allows nothing else. */
  mayLook(command: JudgedCommand): boolean;
  /** A word of it names a file that holds secrets. */
  readonly isSecret: boolean;
}

/** Words of a line that are looked at. */
const mostNamed = 500;

/** Judges what the words of a line name like paths. @param cwd where it runs */
export async function namedFiles(folder: Folder, cwd: Place, commands: readonly JudgedCommand[]): Promise<NamedFiles> {
  const placed = (path: string) => placeOf(folder, resolve(cwd.real, path), 'content').catch(() => null);
  const looking = new Set<JudgedCommand>();
  for (const command of commands) {
    const places = await Promise.all((command.paths ?? []).map(placed));
    if (places.every((place) => place?.isInside && !isSensitive(place))) looking.add(command);
  }
  // What a program makes of its words nobody knows; that one of them, or a part of it, is such a file is enough.
  const words = new Set(
    commands.flatMap((command) => command.words).flatMap((word) => [word, ...word.split(/[=:,@]/)]),
  );
  const named = await Promise.all([...words].slice(0, mostNamed).map(placed));
  return {
    mayLook: (command) => looking.has(command),
    isSecret: words.size > mostNamed || named.some((place) => place !== null && isSensitive(place)),
  };
}
