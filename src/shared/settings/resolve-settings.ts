import {
  defaultSettings,
  type EditorSettings,
  type SettingKey,
  type Settings,
  settingRow,
} from '../contract/settings/setting-table.ts';
import type { SettingLevel, SettingLevels, SettingsReading } from '../contract/settings/settings.ts';

/** What counts of a level, for the text of any file: a reading holds nothing that its level may not have. */
type Level = Pick<SettingsReading, 'values' | 'languages'>;

/** Who may have a setting of its own, from the weakest to the strongest. */
const levelsOf = ({ user, folder }: { readonly user: Level; readonly folder: Level | null }): readonly Level[] =>
  folder ? [user, folder] : [user];

/** What holds in the open folder: its own before the person's, and theirs before the defaults. */
export const resolveSettings = (levels: SettingLevels): Settings =>
  Object.assign({}, defaultSettings, ...levelsOf(levels).map(({ values }) => values));

/**
 * What holds for the text of a language. As in VS Code what is set for a language goes before what is set for all,
 * whoever has set it; the folder's goes before the person's.
 * @param languages the ids that it is known by, the weaker first
 */
export function resolveEditorSettings(
  settings: Settings,
  levels: SettingLevels | null,
  languages: readonly string[],
): EditorSettings {
  if (!levels) return settings;
  const blocks = levelsOf(levels).flatMap((level) => languages.map((id) => blockOf(level, id)));
  return Object.assign({}, settings, ...blocks);
}

const blockOf = ({ languages }: Level, id: string): Partial<Settings> =>
  (Object.hasOwn(languages, id) ? languages[id] : undefined) ?? {};

/** From where a value comes. */
export type Origin = 'default' | 'user' | 'folder' | 'user-language' | 'folder-language';

/** Who has the last word about a setting. @param language null: of text of any language */
export function originOf(levels: SettingLevels, key: SettingKey, language: string | null): Origin {
  const { user, folder } = levels;
  const has = (values: Partial<Settings> | undefined) => values !== undefined && Object.hasOwn(values, key);
  if (language !== null && settingRow(key).isOfLanguages) {
    if (folder && has(blockOf(folder, language))) return 'folder-language';
    if (has(blockOf(user, language))) return 'user-language';
  }
  if (folder && has(folder.values)) return 'folder';
  return has(user.values) ? 'user' : 'default';
}

export interface SettingAt {
  readonly value: unknown;
  /** Whether it is set right there. */
  readonly isOwn: boolean;
  readonly origin: Origin;
}

/** What is set for somebody: their own value, or the one that holds for them without it. */
export function settingAt(
  levels: SettingLevels,
  { level, language }: { readonly level: SettingLevel; readonly language: string | null },
  key: SettingKey,
): SettingAt {
  const seen: SettingLevels = level === 'folder' ? levels : { ...levels, folder: null };
  const own = language === null ? seen[level]?.values : seen[level] && blockOf(seen[level], language);
  const all = resolveSettings(seen);
  const value = language === null ? all[key] : { ...all, ...resolveEditorSettings(all, seen, [language]) }[key];
  return {
    value,
    isOwn: own !== undefined && own !== null && Object.hasOwn(own, key),
    origin: originOf(seen, key, language),
  };
}

/** The languages that have settings of their own anywhere. */
export const languagesSet = (levels: SettingLevels): string[] => [
  ...new Set(levelsOf(levels).flatMap(({ languages }) => Object.keys(languages))),
];
