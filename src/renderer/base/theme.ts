import type { Settings } from '../../shared/contract/settings/setting-table.ts';
import { useSettings } from './settings-store.ts';

const prefersDark = matchMedia('(prefers-color-scheme: dark)');

function applyTheme(theme: Settings['theme']): void {
  const isDark = theme === 'system' ? prefersDark.matches : theme === 'dark';
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
}

/** Sets the theme now and keeps it in step with the settings and with the system. */
export function followTheme(): void {
  const apply = () => applyTheme(useSettings.getState().settings.theme);
  apply();
  useSettings.subscribe(apply);
  prefersDark.addEventListener('change', apply);
}
