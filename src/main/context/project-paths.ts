import { runRipgrep } from '../extensions/api/run-ripgrep.ts';

export interface ProjectPaths {
  /** Relative with "/", files in the order of their names. */
  readonly files: readonly string[];
  /** There are more than the limit. */
  readonly isPartial: boolean;
}

/**
 * The files of a folder that its tree shows: hidden ones too, those of .gitignore not, links not followed.
 * @param root absolute
 * @param below "" or a directory with "/" at its end
 * @throws {FailureError} `cancelled` when the signal aborts
 */
export async function filesBelow(
  root: string,
  below: string,
  limit: number,
  signal: AbortSignal,
): Promise<ProjectPaths> {
  const files: string[] = [];
  const { isPartial } = await runRipgrep({
    cwd: root,
    // The whole folder is walked: what its own .gitignore leaves out is left out below, too.
    args: ['--files', '--null', './'],
    end: '\0',
    signal,
    onPart(part) {
      const path = part.replace(/^\.\//, '');
      if (!path.startsWith(below)) return true;
      // One more than the limit shows that there is more.
      if (files.length >= limit) return false;
      files.push(path);
      return true;
    },
  });
  return { files, isPartial };
}

/** The directories that these files lie in, with "/" at their end, each once. */
export function directoriesOf(files: readonly string[]): string[] {
  const found = new Set<string>();
  for (const file of files) {
    for (let at = file.lastIndexOf('/'); at > 0; at = file.lastIndexOf('/', at - 1)) {
      const directory = file.slice(0, at + 1);
      // What is above it is there already.
      if (found.has(directory)) break;
      found.add(directory);
    }
  }
  return [...found];
}
