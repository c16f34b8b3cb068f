import { join } from 'node:path';
import { fail, type Result } from '../../shared/contract/errors.ts';
import {
  defaultSettings,
  formatTakes,
  isSettingKey,
  type SettingKey,
  type Settings,
  settingRow,
} from '../../shared/contract/settings/setting-table.ts';
import type { SettingLevel, SettingLevels } from '../../shared/contract/settings/settings.ts';
import { placeFault, readValue } from '../../shared/settings/read-settings.ts';
import { resolveSettings } from '../../shared/settings/resolve-settings.ts';
import type { KeptAt } from '../documents/saving/json-file.ts';
import { editsBetween } from './edit-settings.ts';
import { openSettingsFile, type SettingsFile } from './settings-file.ts';

export type SettingsStore = Awaited<ReturnType<typeof openSettingsStore>>;

/** Where a folder keeps its settings. */
export const folderSettings = join('.outrigger', 'settings.json');

/** The settings of the person, whose file is named, and of the open folder, which hold at once whoever changes their files. */
export async function openSettingsStore({ path, onProblem }: KeptAt) {
  const listeners = new Set<(settings: Settings, levels: SettingLevels) => void>();
  let opening: Promise<void> = Promise.resolve();
  let wanted: string | null = null;
  let folder: SettingsFile | null = null;
  let user: SettingsFile | null = null;
  let present: { readonly settings: Settings; readonly levels: SettingLevels };

  function refresh(): void {
    if (!user) return;
    const levels = { user: user.state(), folder: folder?.state() ?? null };
    present = { settings: resolveSettings(levels), levels };
    for (const listener of [...listeners]) listener(present.settings, present.levels);
  }

  const own = await openSettingsFile({ path, level: 'user', onChange: refresh, onProblem });
  user = own;
  refresh();

  async function follow(next: string | null): Promise<void> {
    const before = folder;
    const opened = next === null ? null : await openFolderFile(next);
    // Another one may be wanted by now, which is opened in its turn.
    if (wanted !== next) return void (await opened?.dispose());
    folder = opened;
    refresh();
    await before?.dispose();
  }

  const openFolderFile = (root: string): Promise<SettingsFile> =>
    openSettingsFile({
      path: join(root, folderSettings),
      level: 'folder',
      alsoWatched: [root],
      onChange: refresh,
      onProblem,
    });

  /** Changes the person's own, for all folders and languages. Holds at once, unless it is refused. */
  function update(change: (settings: Settings) => Settings): Result<null> {
    const before: Settings = { ...defaultSettings, ...own.state().values };
    return own.edit(editsBetween(before, change(before)));
  }

  return {
    /** The settings in effect for the open folder. */
    get: () => present.settings,
    /** From what it comes. */
    levels: () => present.levels,
    update,
    /** The same, of what is named. */
    change: (change: Partial<Settings>) => update((before) => ({ ...before, ...change })),
    /**
     * Sets one of a level, for all languages or for one.
     * @param value undefined: it is as if nobody had set it there
     */
    set(level: SettingLevel, language: string | null, key: string, value: unknown) {
      const file = level === 'user' ? own : folder;
      if (!file) return fail('setting-refused', 'Only a folder you trust can have its own settings.');
      if (!isSettingKey(key)) return fail('setting-refused', `There is no setting “${key}”.`);
      const refusal = placeFault(key, level, language !== null) ?? valueFault(key, value);
      if (refusal) return fail('setting-refused', refusal);
      return file.edit([{ path: [...(language === null ? [] : [`[${language}]`]), key], value }]);
    },
    /** @param folder the open one, if the person trusts it. Resolves when its settings hold. */
    openFolder(next: string | null) {
      if (next === wanted) return opening;
      wanted = next;
      opening = opening.then(() => follow(next));
      return opening;
    },
    /** Resolves when what was asked for until now holds. */
    settled: () => opening,
    /** @returns the undo */
    onChange(listener: (settings: Settings, levels: SettingLevels) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Resolves when all changes are on disk, or could not be written, which `onProblem` has been told. */
    async flush() {
      await opening;
      await Promise.all([own.flush(), folder?.flush()]);
    },
  };
}

/** @returns why a setting does not take a value; null: it does, or it is to have none */
function valueFault(key: SettingKey, value: unknown): string | null {
  if (value === undefined || readValue(key, value).faults.length === 0) return null;
  return `“${key}” ${formatTakes(settingRow(key).takes)}. Nothing was changed.`;
}
