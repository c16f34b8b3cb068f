import { expect, type Locator, type Page } from '@playwright/test';
import type { FixedPage, pageTitles } from '../../../src/shared/contract/settings/page-titles.ts';
import { panelOf } from './panel.ts';

/** One that is always there by its title, that of a provider by a pattern. */
type PageName = (typeof pageTitles)[FixedPage] | RegExp;

/** Page object for Settings. */
export interface SettingsView {
  readonly root: Locator;
  /** The page that is shown. */
  readonly page: Locator;
  tab(name: PageName): Locator;
  /** Opens Settings, if needed, at a page. */
  open(name: PageName): Promise<void>;
  /** Opens a provider's page, after the app has chosen its first model: choosing one cancels a sign-in. */
  openProvider(name: RegExp): Promise<void>;
  close(): Promise<void>;
}

export function settingsOf(window: Page): SettingsView {
  const root = window.getByRole('dialog', { name: 'Settings', exact: true });
  const tab = (name: PageName) => root.getByRole('tab', { name });
  const open = async (name: PageName) => {
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
