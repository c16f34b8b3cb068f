import {
  defaultSettings,
  type EditorSettings,
  type SettingKey,
  type Settings,
  settingRow,
} from '../contract/settings/setting-table.ts';
import type { SettingLevel, SettingLevels, SettingsReading } from '../contract/settings/settings.ts';

/** The settings of a level; a reading has none that are not allowed at its level. */
type Level = Pick<SettingsReading, 'values' | 'languages'>;

/** The levels in ascending precedence. */
const levelsOf = ({ user, folder }: { readonly user: Level; readonly folder: Level | null }): readonly Level[] =>
  folder ? [user, folder] : [user];

/** Effective settings of the open folder: folder settings override user settings, which override the defaults. */
export const resolveSettings = (levels: SettingLevels): Settings =>
  Object.assign({}, defaultSettings, ...levelsOf(levels).map(({ values }) => values));

/**
 * Effective settings for the text of a language. As in VS Code, settings for a language override those for all
 * languages, whatever their level; otherwise the folder overrides the user.
 * @param languages ids of the language, in ascending precedence
 * @param usual in place of the defaults, for this language
 */
export function resolveEditorSettings(
  settings: Settings,
  levels: SettingLevels | null,
  languages: readonly string[],
  usual: Partial<EditorSettings> = {},
): EditorSettings {
  if (!levels) return { ...settings, ...usual };
  const set = levelsOf(levels).map(({ values }) => values);
  const blocks = levelsOf(levels).flatMap((level) => languages.map((id) => blockOf(level, id)));
  return Object.assign({}, settings, usual, ...set, ...blocks);
}

const blockOf = ({ languages }: Level, id: string): Partial<Settings> =>
  (Object.hasOwn(languages, id) ? languages[id] : undefined) ?? {};

/** Source of a setting's value. */
export type SettingOrigin = 'default' | 'user' | 'folder' | 'user-language' | 'folder-language';

/** The level that determines a setting. @param language null: for text of any language */
export function originOf(levels: SettingLevels, key: SettingKey, language: string | null): SettingOrigin {
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
  /** Whether it is set at exactly this level and language. */
  readonly isOwn: boolean;
  readonly origin: SettingOrigin;
}

/** A setting at one level and language: its own value, or the inherited one. */
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

/** All languages with settings of their own. */
export const languagesSet = (levels: SettingLevels): string[] => [
  ...new Set(levelsOf(levels).flatMap(({ languages }) => Object.keys(languages))),
];
