import type { ElectronApplication } from '@playwright/test';

/**
 * Text of the editor or another part, read through main if Playwright has lost the page with its process. Gives up a
 * question that a vanishing or loading page does not answer.
 */
export const textIn = (app: ElectronApplication, part = 'main .cm-content'): Promise<string> =>
  app.evaluate(({ BrowserWindow }, selector) => {
    const script = `document.documentElement.dataset.editable && document.querySelector('${selector}')?.innerText`;
    const shown = BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(script);
    return Promise.race([shown, new Promise((resolve) => setTimeout(resolve, 3000))]).then(String, String);
  }, part);
