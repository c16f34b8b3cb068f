import type { ElectronApplication } from '@playwright/test';

/** Windows that a person sees or could; Playwright counts the page of the extension host too. */
export const windowCount = (app: ElectronApplication): Promise<number> =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length);
