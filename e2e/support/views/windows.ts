import type { ElectronApplication, Page } from '@playwright/test';

/** Windows that a person sees or could; Playwright counts the page of the extension host too. */
export const windowCount = (app: ElectronApplication): Promise<number> =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length);

/** Whether it is the window's own: extension hosts are pages as well. */
export const isAppPage = (page: Page): boolean => page.url().startsWith('outrigger-app:');
