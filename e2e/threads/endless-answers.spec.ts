import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Outrigger, test } from '../fixtures.ts';
import '../support/views/page-api.ts';
import { panelOf } from '../support/views/panel.ts';

const settings = { model: 'endless:endless/endless' } as const;
/** Kinds of content that can be endless. */
const kinds = ['text', 'calls', 'line', 'thoughts', 'call', 'signatures'] as const;
const project = { 'a.txt': 'one\n' } as const;
const megabyte = 1024 * 1024;

/** Size of the largest thread on disk in bytes. */
async function largestThread({ userData }: Outrigger): Promise<number> {
  const folder = join(userData, 'threads');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.jsonl'));
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).size));
  return Math.max(...sizes);
}

/** Peak memory of main and the window in megabytes, until it is stopped. */
function watchMemory({ app }: Outrigger) {
  const peak = { main: 0, window: 0 };
  const look = async () => {
    const metrics = await app.evaluate(({ app: electron, BrowserWindow }) => {
      const window = BrowserWindow.getAllWindows()[0]?.webContents.getOSProcessId();
      const of = (pid: number | undefined) =>
        (electron.getAppMetrics().find((each) => each.pid === pid)?.memory.workingSetSize ?? 0) / 1024;
      return { main: of(process.pid), window: of(window) };
    });
    peak.main = Math.max(peak.main, metrics.main);
    peak.window = Math.max(peak.window, metrics.window);
  };
  return { peak, look };
}

for (const kind of kinds) {
  // The default run has only one kind, without a measurement of memory.
  const isMeasured = kind !== 'text';
  test(`an answer of ${kind} without end is ended with what came so far, and costs neither the window nor a later start`, {
    tag: isMeasured ? '@soak' : [],
  }, async ({ launch }) => {
    test.setTimeout(600_000);
    const run = await launch({ settings, project, extensions: ['endless'] });
    const panel = panelOf(run.page);
    const memory = watchMemory(run);
    await memory.look();
    const before = { ...memory.peak };
    await panel.ask(`endless ${kind}`);
    await expect(async () => {
      await memory.look();
      await expect(panel.failure).toContainText(/longest|more than 1024 calls/, { timeout: 50 });
    }).toPass({ timeout: 60_000, intervals: [isMeasured ? 50 : 500] });
    await panel.ended();
    // A growing call is rewritten as it grows, in steps that add up to a few times its size.
    expect(await largestThread(run)).toBeLessThan(16 * megabyte);
    if (isMeasured) {
      expect(memory.peak.main - before.main).toBeLessThan(200);
      expect(memory.peak.window - before.window).toBeLessThan(300);
    }
    await test.step('it goes on like any other thread, and is shown by a window that is loaded anew and the next start', async () => {
      await panel.ask('Go on.');
      await expect(panel.lastTurn).toContainText('A short answer.');
      await run.page.reload();
      await expect(panel.lastTurn).toContainText('A short answer.');
      if (!isMeasured) return;
      const { page } = await run.relaunch();
      await expect(panelOf(page).lastTurn).toContainText('A short answer.');
    });
  });
}
