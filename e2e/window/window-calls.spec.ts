import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '../fixtures.ts';
import { hostPid } from '../support/hosts/hosts.ts';
import { expectLogged } from '../support/processes/logs.ts';
import '../support/views/page-api.ts';
import { panelOf } from '../support/views/panel.ts';

const ownPage = 'outrigger-app://app/index.html';

test('the app answers its own window’s main frame and nobody else', async ({ open }) => {
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
});

test('calls with arguments that the contract does not know are refused and do nothing', async ({ open }) => {
  const { page, project, userData } = await open({ project: { 'kept.txt': 'kept\n' } });
  const path = join(project, 'kept.txt');
  const request = { path, text: 'lost\n', encoding: 'utf8', hasBom: false, baseRevision: null };

  const calls: [string, ...unknown[]][] = [
    ['documents.save', { ...request, mode: 0o777 }],
    ['documents.save', { ...request, text: 42 }],
    ['documents.save', { ...request, hasBom: 'no' }],
    ['documents.save', request, 'more'],
    ['documents.save'],
    ['documents.save', null],
    ['documents.open', { path }],
    ['documents.open', ''],
    ['workspace.open', ['/']],
    ['workspace.saveLayout', { treeVisible: true, panelVisible: true, treeWidth: -1, panelWidth: Number.NaN }],
    ['app.setUnsavedCount', 1.5],
    ['settings.change', { theme: 'pink' }],
    ['credentials.remove', 'one-only'],
    ['app.boot', 'unasked'],
  ];
  const answers = await page.evaluate(
    (wanted) =>
      Promise.all(
        wanted.map(async ([channel, ...args]) => {
          const [group, method] = channel.split('.') as [string, string];
          const groups = window.outrigger as unknown as Record<string, Record<string, (...args: unknown[]) => unknown>>;
          try {
            await groups[group]?.[method]?.(...args);
            return `${channel} was answered`;
          } catch (error) {
            return (error as Error).message;
          }
        }),
      ),
    calls,
  );
  expect(answers).toEqual(
    calls.map(([channel]) => expect.stringContaining(`${channel} was called with arguments that it does not take`)),
  );
  expect(await readFile(path, 'utf8')).toBe('kept\n');

  const outside = join(userData, 'settings.json');
  const refusals = await page.evaluate(async (target) => {
    const { documents, workspace, addresses } = window.outrigger;
    const results = [
      await documents.open(target),
      await documents.open('../user-data/settings.json'),
      await documents.save({ path: target, text: '{}', encoding: 'utf8', hasBom: false, baseRevision: null }),
      await workspace.list('/'),
      await addresses.open('file:///etc/passwd', { type: 'thread', label: '' }),
      await addresses.open('javascript:alert(1)', { type: 'thread', label: '' }),
    ];
    return results.map((result) => (result.ok ? 'allowed' : result.failure.code));
  }, outside);
  expect(refusals).toEqual([...Array(4).fill('file-outside-project'), 'address-refused', 'address-refused']);
});
