import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { type ThemeChoice, themeSetting } from '../../shared/contract/themes/theme.ts';

interface Known {
  /** Of the file when it was read. */
  readonly stamp: string;
  /** Of the themes in it; empty: it is not made for several. */
  readonly names: readonly string[];
}

/** Files whose names are kept in mind. */
const mostKnown = 2000;
/** Bytes of a file that is looked into, as of one that is shown. */
const largest = 2 * 1024 * 1024;

/** What a person can choose in theme files. A file is read when it has changed; one that cannot be read is one theme. */
export function createThemeChoices() {
  const known = new Map<string, Known>();

  async function namesIn(path: string): Promise<readonly string[]> {
    const stats = await stat(path);
    if (!stats.isFile() || stats.size > largest) return [];
    const stamp = `${stats.mtimeMs} ${stats.size}`;
    const before = known.get(path);
    if (before?.stamp === stamp) return before.names;
    const text = await readFile(path, 'utf8');
    const names = /"themes"\s*:/.test(text) ? await familyNames(text) : [];
    if (known.size >= mostKnown) known.clear();
    known.set(path, { stamp, names });
    return names;
  }

  /** @param paths absolute, of theme files */
  return async (paths: readonly string[]): Promise<ThemeChoice[]> => {
    const choices = paths.map(async (path): Promise<ThemeChoice[]> => {
      const names = await namesIn(path).catch(() => []);
      if (names.length === 0) return [{ value: path, label: basename(path, '.json') }];
      return names.map((label) => ({ value: themeSetting(path, label), label }));
    });
    return (await Promise.all(choices)).flat();
  };
}

async function familyNames(text: string): Promise<readonly string[]> {
  // Loaded when there is such a file: most people have none.
  const [{ parseJson }, { readFamily }] = await Promise.all([import('./theme-values.ts'), import('./read-family.ts')]);
  const json = parseJson(text.replace(/^\uFEFF/, ''));
  const family = 'value' in json ? readFamily(json.value) : null;
  return [...new Set(family?.themes.map(({ name }) => name))];
}
