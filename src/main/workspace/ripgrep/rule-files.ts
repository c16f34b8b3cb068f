import { type RipgrepRun, spawnRipgrep } from './spawn-ripgrep.ts';

/** In ms; where it takes longer the search goes by the rules that were found. */
const longestLook = 10_000;
/** In ms. */
const holdsFor = 2_000;

/**
 * The .gitignore files of the folders that the root's own rules leave in, those further up first. What is a pipe, a device
 * or a link is none.
 * @param byRules arguments for the root's own rules
 * @returns paths from the root, which is not one of their folders
 */
export async function findRuleFiles({ cwd, signal }: RipgrepRun, byRules: readonly string[]): Promise<string[]> {
  const files: string[] = [];
  await spawnRipgrep({
    cwd,
    args: [...byRules, '--files', '--null', '--sort=none', '--glob=.gitignore', './'],
    end: '\0',
    signal,
    limitMs: longestLook,
    onPart: (part) => files.push(part.replace(/^\.\//, '')) > 0,
  });
  const depthOf = (path: string) => path.split('/').length;
  // A rule deeper down wins over one above: of two, ripgrep goes by the later one.
  return files.filter((file) => depthOf(file) > 1).sort((one, other) => depthOf(one) - depthOf(other));
}

/** Gives what was found for the same key less than two seconds ago, or looks again. */
export type RuleFilesMemory = (key: string, look: () => Promise<readonly string[]>) => Promise<readonly string[]>;

/**
 * Remembers where the files of rules are, for searches that follow one another while a person types: a look goes through
 * the whole folder. What is in them is read each time.
 * @param now in ms
 */
export function createRuleFilesMemory(now: () => number = () => performance.now()): RuleFilesMemory {
  let last: { readonly key: string; readonly at: number; readonly files: readonly string[] } | null = null;
  return async (key, look) => {
    const at = now();
    if (last?.key === key && at - last.at < holdsFor) return last.files;
    const files = await look();
    last = { key, at, files };
    return files;
  };
}
