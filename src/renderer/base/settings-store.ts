import { create } from 'zustand';
import { defaultSettings, type Settings } from '../../shared/contract/settings/setting-table.ts';
import type { SettingLevels } from '../../shared/contract/settings/settings.ts';

interface SettingsState {
  /** The settings in force for the open folder. */
  readonly settings: Settings;
  /** The levels from which they are put together. null: main has not told yet. */
  readonly levels: SettingLevels | null;
}

export const useSettings = create<SettingsState>(() => ({ settings: defaultSettings, levels: null }));
