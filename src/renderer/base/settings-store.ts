import { create } from 'zustand';
import { defaultSettings, type Settings } from '../../shared/contract/settings/setting-table.ts';
import type { SettingLevels } from '../../shared/contract/settings/settings.ts';

interface SettingsState {
  /** What holds in the open folder. */
  readonly settings: Settings;
  /** From what it comes. null: main has not told yet. */
  readonly levels: SettingLevels | null;
}

/** The settings as main last told them. */
export const useSettings = create<SettingsState>(() => ({ settings: defaultSettings, levels: null }));
