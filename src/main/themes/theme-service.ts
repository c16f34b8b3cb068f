import { basename, dirname } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { within } from '../../shared/bounded.ts';
import type { Settings } from '../../shared/contract/settings/setting-table.ts';
import { isOwnTheme, type ThemeState, themeFileOf } from '../../shared/contract/themes/theme.ts';
import { createDirectoryWatches } from '../documents/directory-watches.ts';
import type { SettingsStore } from '../settings/settings-store.ts';

export interface ThemeServiceOptions {
  readonly settings: Pick<SettingsStore, 'get' | 'onChange'>;
  /** Milliseconds that the start waits for a theme file. */
  readonly readMs: number;
}

/** The look of the window, as the setting wants it: read from a theme file, and read again when that changes. */
export type ThemeService = ReturnType<typeof createThemeService>;

/** Milliseconds until a change on disk is read: a program that replaces a file takes it away for a moment. */
const readDelay = 60;
const system: ThemeState = { base: 'system', file: null, problem: null, fileToMend: null, remarks: [] };

export function createThemeService({ settings, readMs }: ThemeServiceOptions) {
  const listeners = new Set<(state: ThemeState) => void>();
  let state: ThemeState = system;
  let wanted: Settings['theme'] | null = null;
  let followed: readonly (() => void)[] = [];
  let names = new Set<string>();
  let readTimer: NodeJS.Timeout | undefined;
  /** Counts what was begun: the result of an earlier reading is dropped. */
  let turn = 0;

  const watches = createDirectoryWatches(({ name }) => {
    if (name !== null && !names.has(name)) return;
    clearTimeout(readTimer);
    readTimer = setTimeout(() => wanted !== null && !isOwnTheme(wanted) && void load(wanted), readDelay);
  });

  function take(next: ThemeState): void {
    if (isDeepStrictEqual(next, state)) return;
    state = next;
    for (const listener of [...listeners]) listener(next);
  }

  /** @param setting that names a file */
  async function load(setting: string): Promise<void> {
    turn++;
    const ours = turn;
    // Loaded when a theme file is set: most people have none.
    const [{ loadTheme }, { mapTheme }] = await Promise.all([import('./load-theme.ts'), import('./map-theme.ts')]);
    const { path, name } = themeFileOf(setting);
    const loaded = await loadTheme(path, name);
    if (ours !== turn) return;
    follow(loaded.files);
    if (!loaded.ok) return take({ ...system, problem: loaded.problem, fileToMend: loaded.broken });
    const mapped = mapTheme(loaded.source);
    const file = { path, name: loaded.source.name, family: loaded.family, ...mapped };
    take({ ...system, base: mapped.kind, file, remarks: loaded.remarks });
  }

  /** Begins the new watches before the old ones end, so that those of the same folder go on. */
  function follow(files: readonly string[]): void {
    names = new Set(files.map((file) => basename(file)));
    const before = followed;
    followed = [...new Set(files.map((file) => dirname(file)))].map((directory) => watches.watch(directory));
    for (const end of before) end();
  }

  function obey({ theme }: Settings): Promise<void> {
    if (theme === wanted) return Promise.resolve();
    wanted = theme;
    clearTimeout(readTimer);
    // Before it is read, so that no change after that is missed.
    follow(isOwnTheme(theme) ? [] : [themeFileOf(theme).path]);
    if (!isOwnTheme(theme)) return load(theme);
    turn++;
    take({ ...system, base: theme });
    return Promise.resolve();
  }

  const first = obey(settings.get());
  const undo = settings.onChange((present) => void obey(present));
  const settled = within(first, readMs, () => 'the theme file takes too long').catch(() => {});

  return {
    current: () => state,
    /** Resolves when the theme of the start is read, or takes too long: it is then shown when it is there. */
    settled: () => settled,
    /** @returns the undo */
    onChange(listener: (state: ThemeState) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    dispose() {
      undo();
      turn++;
      clearTimeout(readTimer);
      follow([]);
    },
  };
}
