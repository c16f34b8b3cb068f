import { type Browser, chromium, type Page } from '@playwright/test';
import { evaluateWhenTrue } from './devtools.ts';
import { type ElectronRun, runElectron } from './electron-run.ts';

/** Starts an app, and attaches to its page of this scheme. */
export async function startPage(
  args: readonly string[],
  scheme: string,
): Promise<{ page: Page; run: ElectronRun; end(): Promise<void> }> {
  const run = runElectron([...args, '--remote-debugging-port=0']);
  const [, endpoint = ''] = await run.line(/DevTools listening on (ws:\S+)/);
  // Attached while it is still being made, a page may never answer.
  await evaluateWhenTrue(endpoint, `document.readyState === 'complete'`, 'true', scheme);
  const browser = await attach(endpoint);
  const page = browser
    .contexts()
    .flatMap((context) => context.pages())
    .find((candidate) => candidate.url().startsWith(scheme));
  if (!page) throw new Error(`no page of ${scheme} came`);
  return {
    page,
    run,
    async end() {
      await browser.close();
      await run.end();
    },
  };
}

/** A page of a worker host that is being made just then may never answer either. */
async function attach(endpoint: string, tries = 3): Promise<Browser> {
  try {
    return await chromium.connectOverCDP(endpoint, { timeout: 5_000 });
  } catch (error) {
    if (tries === 1) throw error;
    return attach(endpoint, tries - 1);
  }
}
