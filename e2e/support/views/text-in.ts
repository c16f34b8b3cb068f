import type { ElectronApplication } from '@playwright/test';

/** What the editor, or another part, shows, when Playwright has lost the page with its process. A question that the old page or one that still loads has swallowed is given up. */
export const textIn = (app: ElectronApplication, part = 'main .cm-content'): Promise<string> =>
  app.evaluate(({ BrowserWindow }, selector) => {
    const script = `document.documentElement.dataset.editable && document.querySelector('${selector}')?.innerText`;
    const shown = BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(script);
    return Promise.race([shown, new Promise((resolve) => setTimeout(resolve, 3000))]).then(String, String);
  }, part);
