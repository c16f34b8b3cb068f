import type { ElectronApplication } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { gateIn, gateRules } from '../support/hosts/gate.ts';
import { scriptOf } from '../support/hosts/script.ts';
import { panelOf } from '../support/views/panel.ts';

const steady = { extensions: ['steady'], settings: { model: 'steady:steady/steady' } } as const;
/** Takes five minutes to complete, which no test waits for. */
const manyWords = 'Say 3000 words';

test('what is sent while an answer is written waits, can be changed, and goes in its turn', async ({ open }) => {
  test.slow();
  const { app, page } = await open(steady);
  const panel = panelOf(page);
  const queue = panel.root.getByRole('region', { name: 'Queued messages' });
  const items = queue.getByRole('listitem');
  const button = (name: RegExp) => queue.getByRole('button', { name });
  const send = async (text: string) => {
    await panel.composer.fill(text);
    await panel.composer.press('Enter');
    await panel.expectDraft('');
  };
  await panel.ask(manyWords);
  await expect(panel.lastTurn).toContainText('word-1');

  await test.step('three wait, the button says so', async () => {
    await panel.composer.fill('Say 2 words');
    await panel.root.getByRole('button', { name: 'Queue' }).click();
    await send('Say 3 words');
    await send('Say 4 words');
    await expect(items).toContainText(['Say 2 words', 'Say 3 words', 'Say 4 words']);
    await expect(queue).toContainText('3 queued');
    await expect(panel.stop).toBeVisible();
  });
  await test.step('a long message leaves every button in the window, however little room there is', async () => {
    await panel.composer.fill(Array.from({ length: 12 }, (_, index) => `line ${index}`).join('\n'));
    for (const [width, height, zoom] of [
      [700, 500, 1],
      [640, 420, 1],
      [1280, 800, 2],
      [1280, 800, 1],
    ] as const) {
      await resize(app, width, height, zoom);
      await expect.poll(() => page.evaluate(() => [innerWidth, innerHeight])).toEqual([width / zoom, height / zoom]);
      // In a narrow window the panel is hidden, and has to be opened.
      if (width === 700) {
        await expect(panel.root).toBeHidden();
        await page.getByRole('button', { name: 'Agent panel' }).click();
      }
      await expect(panel.stop).toBeInViewport({ ratio: 1 });
      await expect(panel.root.getByRole('button', { name: 'Queue' })).toBeInViewport({ ratio: 1 });
      await expect(queue.getByRole('heading')).toBeInViewport({ ratio: 1 });
      const room = async () => (await panel.composer.locator('..').boundingBox())?.height;
      await expect.poll(room).toBeGreaterThan(30);
    }
    await panel.composer.fill('');
  });
  await test.step('moved by keys and by the pointer', async () => {
    await button(/^Move message 3/).focus();
    await page.keyboard.press('Alt+ArrowUp');
    await expect(items).toContainText(['Say 2 words', 'Say 4 words', 'Say 3 words']);
    await expect(panel.root.getByText('Moved to place 2 of 3.')).toBeAttached();
    await items.nth(2).dragTo(items.nth(0));
    await expect(items).toContainText(['Say 3 words', 'Say 2 words', 'Say 4 words']);
  });
  await test.step('edited in place, or left as it is by Esc, which stops nothing', async () => {
    await button(/^Edit message 2/).click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('Say 20 words');
    await page.keyboard.press('Escape');
    await expect(items.nth(1)).toContainText('Say 2 words');
    await expect(panel.stop).toBeVisible();
    await button(/^Edit message 2/).click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('Say 6 words');
    await page.keyboard.press('Enter');
    await expect(items.nth(1)).toContainText('Say 6 words');
  });
  await test.step('what is typed before main has heard of the change is for the composer, and stays', async () => {
    await button(/^Edit message 2/).click();
    const field = queue.getByRole('textbox');
    await expect(field).toBeFocused();
    await field.fill('Say 5 words');
    await field.evaluate((element) => {
      element.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
      document.execCommand('insertText', false, 'typed on');
    });
    await expect(field).toHaveCount(0);
    await expect(items.nth(1)).toContainText('Say 5 words');
    await panel.expectDraft('typed on');
    await panel.composer.fill('');
  });
  await test.step('removed', async () => {
    await button(/^Remove message 3/).click();
    await expect(items).toContainText(['Say 3 words', 'Say 5 words']);
    await expect(items).toHaveCount(2);
  });
  await test.step('sent now: the answer ends, the other stays and goes in its turn', async () => {
    await button(/^Send message 2/).click();
    await expect(panel.turns).toHaveCount(3, { timeout: 60_000 });
    await panel.ended();
    await expect(panel.turns.nth(1)).toContainText(/Say 5 words[\s\S]*word-5/);
    await expect(panel.turns.nth(2)).toContainText(/Say 3 words[\s\S]*word-3/);
    await expect(queue).toHaveCount(0);
  });
});

const resize = (app: ElectronApplication, ...to: readonly [width: number, height: number, zoom: number]) =>
  app.evaluate(({ BrowserWindow }, [width, height, zoom]) => {
    const [window] = BrowserWindow.getAllWindows();
    window?.setContentSize(width, height);
    window?.webContents.setZoomFactor(zoom);
  }, to);

test('after Stop the queue waits for the person, also in a window that is loaded anew', async ({ open }) => {
  const { page } = await open(steady);
  const panel = panelOf(page);
  const queue = panel.root.getByRole('region', { name: 'Queued messages' });
  await panel.ask(manyWords);
  await expect(panel.lastTurn).toContainText('word-1');
  await panel.composer.fill('Say 2 words');
  await panel.composer.press('Enter');
  await panel.expectDraft('');
  await panel.stop.click();
  await expect(queue).toContainText('You stopped the answer. 1 queued.');
  await page.reload();
  await queue.getByRole('button', { name: 'Send queued' }).click();
  await expect(panel.turns).toHaveCount(2);
  await panel.ended();
  await expect(panel.lastTurn).toContainText('word-2');
  await expect(queue).toHaveCount(0);
});

test('a message that goes while it is edited takes no word with it', async ({ open }) => {
  const { page, project } = await open({ isTrusted: true, settings: { toolRules: gateRules } });
  const gate = await gateIn(project);
  const panel = panelOf(page);
  await panel.ask(scriptOf('Wait for me', [{ calls: [gate.call] }, { text: 'It went on.' }]));
  await panel.composer.fill('Greet me');
  await panel.composer.press('Enter');
  await panel.root.getByRole('button', { name: 'Edit message 1 of 1' }).click();
  const field = panel.root.getByRole('textbox', { name: 'Text of message 1 of 1' });
  await expect(field).toBeFocused();
  await page.keyboard.type(' and mine');
  await expect(field).toHaveValue('Greet me and mine');
  await gate.open();
  await expect(panel.turns).toHaveCount(2, { timeout: 60_000 });
  await panel.expectDraft('Greet me and mine');
  await expect(panel.root.getByRole('region', { name: 'Sent without your change' })).toBeVisible();
});
