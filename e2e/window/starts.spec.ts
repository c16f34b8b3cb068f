import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeThreads } from '../../bench/long-thread.ts';
import type { ThreadEntry } from '../../src/shared/contract/thread.ts';
import { lengthOf } from '../../src/shared/testing/soak.ts';
import { expect, type LaunchOptions, type Outrigger, test } from '../fixtures.ts';
import { turnOf } from '../support/seeded-threads.ts';
import { panelOf } from '../support/views/panel.ts';

const settings = { model: 'test-provider:sample/sample' } as const;
const megabyte = 1024 * 1024;
/** Size of the last thread in bytes. */
const huge = lengthOf(110, 500) * megabyte;
const lastWords = 'The last words of a long thread.';

type Launch = (options?: LaunchOptions) => Promise<Outrigger>;

/** Starts the app with a last thread of that size. @param more returns a further entry by its number */
function launchWithHuge(
  launch: Launch,
  begin: readonly ThreadEntry[],
  more: (n: number) => readonly ThreadEntry[],
): Promise<Outrigger> {
  const text = (entries: readonly object[]) => entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
  return launch({
    settings,
    async prepare(userData, project) {
      const id = randomUUID();
      const folder = join(userData, 'threads');
      await mkdir(folder, { recursive: true });
      const file = await open(join(folder, `${id}.jsonl`), 'w');
      await file.write(text([{ v: 1, id, workspace: project }, ...begin]));
      await fill(file, (n) => text(more(n)));
      await file.write(text(turnOf('last', 'And at last?', { kind: 'answer-text', text: lastWords })));
      await file.close();
      await writeFile(join(folder, 'last-threads.jsonl'), text([{ v: 1 }, { workspace: project, threadId: id }]));
    },
  });
}

async function fill(file: FileHandle, more: (n: number) => string): Promise<void> {
  let some = '';
  for (let n = 0, size = 0; size < huge; n += 1) {
    some += more(n);
    if (some.length < megabyte) continue;
    size += some.length;
    await file.write(some);
    some = '';
  }
}

const paragraph = 'A paragraph that says something, with `code` and **weight**, and goes on to its end.\n\n'.repeat(10);

const answer = { kind: 'answer-text', text: paragraph } as const;
const sizes: readonly (readonly [string, readonly ThreadEntry[], (n: number) => readonly ThreadEntry[]])[] = [
  ['many turns', [], (n) => turnOf(`turn ${n}`, `Question ${n}?`, answer)],
  ['one answer', turnOf('first', 'For ever?').slice(0, 2), () => [{ ...answer, answerId: 'first-answer' }]],
];
for (const [what, begin, more] of sizes) {
  test(`a last thread of hundreds of megabytes of ${what} opens at its end, and says what is left out`, {
    tag: '@soak',
  }, async ({ launch }) => {
    test.slow();
    const { page } = await launchWithHuge(launch, begin, more);
    const panel = panelOf(page);
    await expect(panel.said('The last words')).toBeVisible({ timeout: 60_000 });
    await expect(page.getByText(/is long \(\d+\.?\d* MB\): only its end is shown/)).toBeVisible();
    // The thread exceeds its limit: prompts are refused, and the draft is kept.
    await panel.composer.fill('Hello again');
    await panel.composer.press('Enter');
    await expect(panel.root.getByText(/has reached its size limit of 100 MB.*Your text is kept/)).toBeVisible();
    await panel.expectDraft('Hello again');

    // The time to switch from another thread and back is only reported, as it depends on the machine.
    const took = await page.evaluate(async () => {
      const { id } = await window.outrigger.agent.thread();
      await window.outrigger.agent.newThread();
      const began = performance.now();
      const opened = await window.outrigger.threads.open(id);
      return { ok: opened.ok, ms: Math.round(performance.now() - began) };
    });
    expect(took.ok).toBe(true);
    test
      .info()
      .annotations.push({ type: 'figure', description: `${huge / megabyte} MB of ${what} opened in ${took.ms} ms` });
  });
}

test('a window that ends twice over the thread that it starts with comes up with an empty one and says why', {
  tag: '@soak',
}, async ({ launch }) => {
  // Three windows are opened, each of which takes its time on a busy machine.
  test.setTimeout(600_000);
  const entries = turnOf('one', 'Whose fault is it?', { kind: 'answer-text', text: 'Mine.' });
  const { app, page, userData } = await launch({
    settings,
    prepare: (folder, project) => writeThreads(folder, project, [{ id: randomUUID(), entries }]),
  });
  await expect(panelOf(page).lastTurn).toContainText('Mine.');
  // From now on each window crashes when it has asked for its thread, like one that cannot draw it.
  await app.evaluate(
    ({ BrowserWindow, dialog }, folder) => {
      const { watch, existsSync } = process.getBuiltinModule('node:fs');
      const window = BrowserWindow.getAllWindows()[0]?.webContents;
      // The window that the person has seen, and two that start with the thread.
      let left = 3;
      window?.on('render-process-gone', () => {
        left -= 1;
      });
      const end = () => left > 0 && !window?.isCrashed() && window?.forcefullyCrashRenderer();
      watch(folder, (_event, name) => {
        if (name === 'opening.json' && existsSync(`${folder}/opening.json`)) end();
      });
      dialog.showMessageBox = async () => ({ response: 0, checkboxChecked: false });
      end();
    },
    join(userData, 'threads'),
  );
  // The first page is gone; its successor is queried through main.
  const ofWindow = (script: string) =>
    app.evaluate(({ BrowserWindow }, text) => {
      const answer = BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(text);
      return Promise.race([answer, new Promise((resolve) => setTimeout(resolve, 3000))]).catch(String);
    }, script);
  await expect
    .poll(() => ofWindow('document.body.innerText'), { timeout: 150_000 })
    .toMatch(/stopped twice while opening the thread “Whose fault/);
  expect(await ofWindow('document.body.innerText')).not.toContain('Mine.');
  expect(await ofWindow('outrigger.threads.list()')).toMatchObject([{ title: 'Whose fault is it?' }]);
});
