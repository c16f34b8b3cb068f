import { expect, test } from '../fixtures.ts';
import { hostPid } from '../support/hosts/hosts.ts';
import { expectLogged } from '../support/processes/logs.ts';
import '../support/views/page-api.ts';
import { panelOf } from '../support/views/panel.ts';

const ownPage = 'outrigger-app://app/index.html';

test('the app answers its own window’s main frame and nobody else, and no call that the contract does not know', async ({
  open,
}) => {
  const { app, page: ownWindow, userData } = await open();
  // The page of the extension host comes with the first call, and must not be the one awaited below.
  await panelOf(ownWindow).ask('Greet me');
  await hostPid(ownWindow, 'Test provider');

  /** Calls from another window with the app's own preload, or from its frame. @returns the outcome */
  async function callFrom(url: string, place: 'main frame' | 'inner frame'): Promise<string> {
    const opened = app.waitForEvent('window');
    await app.evaluate(({ BrowserWindow, app: electron }, wanted) => {
      const preload = `${electron.getAppPath()}/out/preload/index.cjs`;
      const webPreferences = { preload, sandbox: true, nodeIntegrationInSubFrames: true };
      void new BrowserWindow({ show: false, webPreferences }).loadURL(wanted);
    }, url);
    const page = await opened;
    await page.waitForURL(url);
    await page.waitForLoadState('load');
    const frame = page.frames()[place === 'main frame' ? 0 : 1];
    const answer = await frame?.evaluate(() =>
      window.outrigger.app.boot().then(
        () => 'answered',
        (error: Error) => error.message,
      ),
    );
    await page.close();
    return String(answer);
  }

  const refusal = expect.stringContaining('This page may not call the app.');
  expect(await callFrom('data:text/html,<p>another page', 'main frame')).toEqual(refusal);
  expect(await callFrom('about:blank', 'main frame')).toEqual(refusal);
  expect(await callFrom(ownPage, 'main frame')).toEqual(refusal);
  await expectLogged(userData, 'refused app.boot from contents that are no window of the app');
  expect(await callFrom('data:text/html,<iframe srcdoc="<p>a frame"></iframe>', 'inner frame')).toEqual(refusal);
  await expectLogged(userData, 'refused app.boot from a frame that is not the main one');

  const unknown = await ownWindow.evaluate(() => {
    const boot = window.outrigger.app.boot as (...args: unknown[]) => Promise<unknown>;
    return boot('unasked').catch((error: Error) => error.message);
  });
  expect(unknown).toContain('app.boot was called with arguments that it does not take');
});
