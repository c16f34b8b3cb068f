import { type ListedFiles, listFiles } from '../workspace/ripgrep/list-files.ts';

/**
 * The files of a folder that its tree shows: hidden ones too, those of .gitignore not, links not followed.
 * @param root absolute
 * @param below "" or a directory with "/" at its end
 * @throws {FailureError} `cancelled` when the signal aborts
 */
export const filesBelow = (root: string, below: string, limit: number, signal: AbortSignal): Promise<ListedFiles> =>
  // The whole folder is walked: what its own .gitignore leaves out is left out below, too.
  listFiles(root, limit, signal, (path) => path.startsWith(below));

/** The directories that these files lie in, with "/" at their end, each once. */
export function directoriesOf(files: readonly string[]): string[] {
  const found = new Set<string>();
  for (const file of files) {
    for (let at = file.lastIndexOf('/'); at > 0; at = file.lastIndexOf('/', at - 1)) {
      const directory = file.slice(0, at + 1);
      // The folders above it are there already.
      if (found.has(directory)) break;
      found.add(directory);
    }
  }
  return [...found];
}
