import { randomUUID } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '../fixtures.ts';
import { expectAccessible, inEachTheme, rulesOfTheme } from '../support/views/accessible.ts';
import { panelOf } from '../support/views/panel.ts';
import { threadsOf } from '../support/views/threads.ts';

const sample = { settings: { model: 'test-provider:sample/sample' } } as const;

test('of two thousand threads those in view are drawn, and each is found', { tag: '@soak' }, async ({ launch }) => {
  const first = await launch(sample);
  const panel = panelOf(first.page);
  await panel.ask('Greet me');
  await panel.ended();
  await copyThread(join(first.userData, 'threads'), 2000);
  const { page } = await first.relaunch();
  const threads = threadsOf(page);
  await expect(panelOf(page).lastTurn).toContainText('Hello, world!');
  await threads.open();
  await expect(threads.rows.first()).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('End');
  await expect(threads.rows.last()).toContainText('Thread 1 ');
  await expect(threads.rows.last().getByRole('button').first()).toBeFocused();
  expect(await threads.rows.count()).toBeLessThan(120);
  await threads.search.fill('thread 1234');
  await threads.expectRows(['Thread 1234']);
});

/** Copies the only thread, at intervals of an hour, with numbered titles. */
async function copyThread(folder: string, count: number): Promise<void> {
  const [name = ''] = (await readdir(folder)).filter((each) => /^[\da-f-]{36}\.jsonl$/.test(each));
  const lines = (await readFile(join(folder, name), 'utf8')).trimEnd().split('\n');
  for (let index = 1; index <= count; index++) {
    const at = Date.now() - (count + 1 - index) * 3_600_000;
    const copied = lines.map((line) => {
      const entry = JSON.parse(line);
      if (entry.kind === 'prompt') entry.text = `Thread ${index} `;
      return JSON.stringify('at' in entry ? { ...entry, at } : entry);
    });
    await writeFile(join(folder, `${randomUUID()}.jsonl`), `${copied.join('\n')}\n`);
  }
}

test('nobody is shut out of the list of threads', { tag: '@soak' }, async ({ open }) => {
  test.slow();
  const { app, page } = await open({ ...sample, extensions: ['toolbox'] });
  const panel = panelOf(page);
  const threads = threadsOf(page);
  const look = (name: string) =>
    inEachTheme(page, async (theme) => {
      await expectAccessible(page, '#agent-panel', rulesOfTheme[theme]);
      await page.screenshot({ path: test.info().outputPath(`${name}-${theme}.png`) });
    });
  await panel.commandsAreThere();
  await threads.open();
  await look('none');
  await page.keyboard.press('Escape');
  for (const prompt of ['Greet me', 'Where is the parser', 'Show me markdown, and make it a long title please']) {
    await panel.ask(prompt);
    await panel.ended();
    await panel.newThread();
  }
  await panel.ask('Use the tool word-count with {"text":"one two three"}');
  await expect(panel.lastTurn.getByRole('group', { name: /^May the tool/ })).toBeVisible();
  await panel.newThread();
  await panel.ask('Greet me slowly');
  for (const [width, height] of [
    [1280, 800],
    [640, 420],
  ] as const) {
    await app.evaluate(({ BrowserWindow }, size) => BrowserWindow.getAllWindows()[0]?.setContentSize(...size), [
      width,
      height,
    ] as [number, number]);
    await expect.poll(() => page.evaluate(() => innerWidth)).toBe(width);
    if (width === 640) {
      await expect(panel.root).toBeHidden();
      await page.keyboard.press('ControlOrMeta+L');
      await expect(panel.composer).toBeFocused();
    }
    await threads.open();
    await page.keyboard.press('ArrowDown');
    await look(`list-${width}`);
    await threads.rows.nth(1).hover();
    await threads.rows
      .nth(1)
      .getByRole('button', { name: /^Actions/ })
      .click();
    await expect(threads.root.getByRole('menuitem').first()).toBeFocused();
    await look(`menu-${width}`);
    await page.keyboard.press('Escape');
    await page.keyboard.press('F2');
    await look(`rename-${width}`);
    await page.keyboard.press('Escape');
    await threads.search.fill('the');
    await expect(threads.root.getByRole('heading')).toHaveText(['In titles', 'In messages']);
    await look(`search-${width}`);
    await page.keyboard.press('Escape');
  }
});
