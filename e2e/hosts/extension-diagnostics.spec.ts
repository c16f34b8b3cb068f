import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Outrigger, test } from '../fixtures.ts';
import { hostPid } from '../support/hosts/hosts.ts';
import { panelOf } from '../support/views/panel.ts';

/** Tools for an author whose extension misbehaves: trace, profile, inspector. */

const extensionLog = ({ userData }: Outrigger) => readFile(join(userData, 'logs', 'extensions.log'), 'utf8');
const sample = { settings: { model: 'test-provider:sample/sample' } };

test('by flags each message is traced with direction, kind, name, size and time, without what it holds, and hosts are inspected', async ({
  launch,
}) => {
  const canary = `canary ${randomUUID()}`;
  const args = ['--log-extension-host=trace', '--inspect-extensions'];
  const traced = await launch({ ...sample, extensions: ['steady'], args });
  const panel = panelOf(traced.page);
  await panel.ask(`Greet me, ${canary}`);
  await panel.ended();
  const line = (direction: string, kind: string, name: string) =>
    new RegExp(`^\\d{4}-\\S+Z debug trace: test-provider ${direction} ${kind} ${name} \\d+ bytes$`, 'm');
  for (const expected of [
    line('← main', 'request', 'activate'),
    line('→ main', 'reply', 'activate'),
    line('← main', 'open-stream', 'provider\\.completion'),
    line('→ main', 'chunk', 'provider\\.completion'),
    line('→ main', 'end', 'provider\\.completion'),
    /debug trace: shared:bundled ← main request ping \d+ bytes$/m,
  ]) {
    await expect.poll(() => extensionLog(traced)).toMatch(expected);
  }
  const log = await extensionLog(traced);
  expect(log).not.toContain(canary);
  expect(log).not.toContain('Hello, ');

  const { app, page } = traced;
  await hostPid(page, 'Steady extension');
  await test.step('the shared host shows its tools from the start', async () => {
    await hostPid(page, 'Test provider');
    const inspected = () =>
      app.evaluate(({ webContents }) =>
        webContents.getAllWebContents().flatMap((one) => (one.isDevToolsOpened() ? [one.getURL()] : [])),
      );
    await expect.poll(inspected).toEqual(['outrigger-host://host/page.html']);
  });
  await test.step('a process tells where it listens', async () => {
    await page.keyboard.press('Control+Shift+P');
    await page.getByRole('combobox').fill('>running extensions');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Inspect the host of Steady extension' }).click();
    const words = page
      .getByRole('dialog', { name: 'Extensions' })
      .getByText(/The inspector of Steady extension listens at ws:/);
    const address = /ws:\/\/127\.0\.0\.1:\d+\/[\w-]+/.exec((await words.textContent()) ?? '')?.[0] ?? '';
    expect(await evaluateAt(address, 'process.type + 6 * 7')).toBe('utility42');
  });
});

test('without the flag nothing is traced', async ({ open }) => {
  const plain = await open(sample);
  await hostPid(plain.page, 'Test provider');
  await panelOf(plain.page).ask('Greet me');
  await panelOf(plain.page).ended();
  expect(await extensionLog(plain).catch(() => '')).not.toContain('trace:');
});

test('a hang is profiled, its culprit named with the place, and the profile opens', { tag: '@soak' }, async ({
  launch,
}) => {
  test.slow();
  const { page, userData } = await launch({
    extensions: ['hanging'],
    settings: { model: 'hanging:hanging/hanging' },
    patience: 1,
  });
  const panel = panelOf(page);
  await panel.ask('Please hang');
  const notice = page.getByRole('main').locator('section').filter({ hasText: 'Hanging extension is not responding' });
  await expect(notice).toContainText(/it spends \d+ % of the time in streamCompletionNext, main\.js:\d+/, {
    timeout: 60_000,
  });
  for (const name of ['Restart', 'Disable', 'Show log']) {
    await expect(notice.getByRole('button', { name })).toBeVisible();
  }
  await notice.getByRole('button', { name: 'Show profile' }).click();
  await expect(page.getByRole('tab', { name: /\.cpuprofile/ })).toBeVisible();
  const [file = ''] = await readdir(join(userData, 'logs', 'profiles'));
  const profile = JSON.parse(await readFile(join(userData, 'logs', 'profiles', file), 'utf8'));
  expect(profile.nodes.some((node: { callFrame: { url: string } }) => node.callFrame.url.includes('/hanging/'))).toBe(
    true,
  );
  await notice.getByRole('button', { name: 'Disable' }).click();
  await expect(notice).toHaveCount(0);
  await expect(panel.failure).toContainText('was disabled');
});

/** Evaluates an expression through an inspector's address. */
function evaluateAt(address: string, expression: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(address);
    socket.onerror = () => reject(new Error(`nothing listens at ${address}`));
    socket.onopen = () => socket.send(JSON.stringify({ id: 1, method: 'Runtime.evaluate', params: { expression } }));
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(String(data));
      if (message.id !== 1) return;
      socket.close();
      resolve(message.result.result.value);
    };
  });
}
