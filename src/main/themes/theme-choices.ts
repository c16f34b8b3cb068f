import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { type ThemeChoice, themeSetting } from '../../shared/contract/themes/theme.ts';
import { visibleName } from '../../shared/visible-text.ts';
import { createFileMemo } from '../files/file-memo.ts';
import { parseJsonc } from '../files/jsonc.ts';

/** Files whose names are kept in mind. */
const mostKnown = 2000;
/** Bytes of a file that is read. Large themes have a quarter of a megabyte. */
export const largestThemeFile = 2 * 1024 * 1024;
/** Bytes of all files that are looked into for one list. Those that would be more are one theme each. */
const mostOfAll = 16 * 1024 * 1024;

/** What a person can choose in theme files. A file is read when it has changed; one that cannot be read is one theme. */
export function createThemeChoices() {
  const memo = createFileMemo<readonly string[]>(mostKnown);

  /** @param paths absolute, of theme files */
  return async (paths: readonly string[]): Promise<ThemeChoice[]> => {
    const choices: ThemeChoice[] = [];
    let left = mostOfAll;
    // One after the other, so that all else has its turn.
    for (const path of paths) {
      const stats = await stat(path).catch(() => null);
      let names: readonly string[] = [];
      if (stats?.isFile() && stats.size <= Math.min(largestThemeFile, left)) {
        left -= stats.size;
        names = await memo(path, stats, () => namesIn(path)).catch(() => []);
      }
      if (names.length === 0) choices.push({ value: path, label: visibleName(basename(path, '.json')) });
      else choices.push(...names.map((label) => ({ value: themeSetting(path, label), label })));
    }
    return choices;
  };
}

/** The names of the themes in a file; empty: it is not made for several. */
async function namesIn(path: string): Promise<readonly string[]> {
  const text = await readFile(path, 'utf8');
  if (!/"themes"\s*:/.test(text)) return [];
  // Loaded when there is such a file: most people have none.
  const { namesOfFamily } = await import('./read-family.ts');
  const json = parseJsonc(text);
  return 'value' in json ? [...new Set(namesOfFamily(json.value))] : [];
}
