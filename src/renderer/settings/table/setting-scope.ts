import { create } from 'zustand';
import type { SettingKey } from '../../../shared/contract/settings/setting-table.ts';
import { settingRow } from '../../../shared/contract/settings/setting-table.ts';
import type { SettingLevel } from '../../../shared/contract/settings/settings.ts';

/** For whom the page sets. */
export interface SettingScope {
  readonly level: SettingLevel;
  /** null: for all. */
  readonly language: string | null;
}

export const useSettingScope = create<SettingScope>(() => ({ level: 'user', language: null }));

/** What of a scope a setting has: some are the person's alone, and the same for all languages. */
export function scopeOf(key: SettingKey, { level, language }: SettingScope, hasFolder: boolean): SettingScope {
  const { isOfFolders, isOfLanguages } = settingRow(key);
  return { level: isOfFolders && hasFolder ? level : 'user', language: isOfLanguages ? language : null };
}
