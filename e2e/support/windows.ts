import { type Browser, type ElectronApplication, expect, type Page } from '@playwright/test';

/** Windows that a person sees or could; Playwright counts the page of the extension host too. */
export const windowCount = (app: ElectronApplication): Promise<number> =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length);

/** Whether it is the window's own: extension hosts are pages as well. */
export const isAppPage = (page: Page): boolean => page.url().startsWith('outrigger-app:');

/** The page of the only window of an app that is reached by its debugging port. */
export async function appPageOf(browser: Browser): Promise<Page> {
  const find = () =>
    browser
      .contexts()
      .flatMap((context) => context.pages())
      .find(isAppPage);
  await expect.poll(find).toBeDefined();
  const page = find();
  if (!page) throw new Error('The window closed again.');
  return page;
}
