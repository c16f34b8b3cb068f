import { create } from 'zustand';
import type { SettingKey } from '../../../shared/contract/settings/setting-table.ts';
import { settingRow } from '../../../shared/contract/settings/setting-table.ts';
import type { SettingLevel } from '../../../shared/contract/settings/settings.ts';

/** The scope that the page sets. */
export interface SettingScope {
  readonly level: SettingLevel;
  /** null: all. */
  readonly language: string | null;
}

export const useSettingScope = create<SettingScope>(() => ({ level: 'user', language: null }));

/** The part of a scope that a setting takes: some are the person's alone, or the same for all languages. */
export function scopeOf(key: SettingKey, { level, language }: SettingScope, hasFolder: boolean): SettingScope {
  const { isOfFolders, isOfLanguages } = settingRow(key);
  return { level: isOfFolders && hasFolder ? level : 'user', language: isOfLanguages ? language : null };
}
