import { expect, type Locator, type Page } from '@playwright/test';
import { panelOf } from './panel.ts';

/** Page object for Settings. */
export interface SettingsView {
  readonly root: Locator;
  /** The page that is shown. */
  readonly page: Locator;
  tab(name: string | RegExp): Locator;
  /** Opens Settings, if needed, at a page: "Appearance", "Extensions", "Keys" or a provider. */
  open(name: string | RegExp): Promise<void>;
  /** Opens a provider's page, after the app has chosen its first model: choosing one cancels a sign-in. */
  openProvider(name: RegExp): Promise<void>;
  close(): Promise<void>;
}

export function settingsOf(window: Page): SettingsView {
  const root = window.getByRole('dialog', { name: 'Settings', exact: true });
  const tab = (name: string | RegExp) => root.getByRole('tab', { name });
  const open = async (name: string | RegExp) => {
    if (!(await root.isVisible())) await window.keyboard.press('ControlOrMeta+,');
    await tab(name).click();
  };
  return {
    root,
    page: root.getByRole('tabpanel'),
    tab,
    open,
    async openProvider(name) {
      await expect(panelOf(window).model).toHaveAccessibleName('Model: Sample');
      await open(name);
    },
    async close() {
      await root.getByRole('button', { name: 'Close settings' }).click();
      // Until it is hidden it would be taken for open.
      await expect(root).toBeHidden();
    },
  };
}
