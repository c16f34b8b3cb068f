import type { ElectronApplication, Page } from '@playwright/test';

/** Number of windows, visible or not; Playwright also counts the page of the extension host. */
export const windowCount = (app: ElectronApplication): Promise<number> =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length);

/** Whether it is the app's own page: extension hosts have pages as well. */
export const isAppPage = (page: Page): boolean => page.url().startsWith('outrigger-app:');
