import { expect, test } from '../fixtures.ts';
import { openWithThreads, turnOf } from '../support/seeded-threads.ts';
import { expectAccessible } from '../support/views/accessible.ts';
import { askedOf } from '../support/views/asked.ts';
import { panelOf } from '../support/views/panel.ts';
import { settingsOf } from '../support/views/settings.ts';

const project = { 'a.txt': 'one\n' } as const;
const usage = { inputTokens: 1000, outputTokens: 500 };
const read = (from: number) => ({ calls: [{ tool: 'read-file', input: { path: 'a.txt', from } }], usage });

test('a thread pauses at its limit and asks; tokens and cost are told', async ({ open }) => {
  test.slow();
  const [prompt, started, ...rest] = turnOf('first', 'First', { kind: 'answer-usage', usage });
  if (!prompt || started?.kind !== 'answer-started') throw new Error('An answer begins after its prompt.');
  const prices = { currency: 'USD', input: 10, output: 40 };
  const { page } = await openWithThreads(open, [[prompt, { ...started, prices }, ...rest]], { project });
  const panel = panelOf(page);
  const asked = askedOf(page);
  const meter = panel.root.getByRole('button', { name: /^Context: / });
  const details = panel.root.getByRole('dialog', { name: 'Context and cost' });

  await test.step('what was used', async () => {
    await meter.click();
    await expect(details).toContainText('1,500 tokens · $0.03');
    await expectAccessible(page, '#agent-panel [role="dialog"]');
  });
  await test.step('a limit is set by keyboard', async () => {
    await details.getByRole('textbox', { name: 'Tokens' }).fill('lots');
    await page.keyboard.press('Enter');
    await expect(details).toContainText('Write a number of tokens');
    await details.getByRole('textbox', { name: 'Tokens' }).fill('4k');
    await page.keyboard.press('Enter');
    await expect(details.getByRole('textbox', { name: 'Tokens' })).toHaveValue('4,000');
    await expect(details).toContainText('Limit set.');
    await page.keyboard.press('Escape');
    await expect(meter).toBeFocused();
    await expect(details).toHaveCount(0);
  });
  await test.step('the answer waits there, and goes on with a new one', async () => {
    await asked.play('Second', read(1), read(2), read(3), { text: 'All read.', usage });
    const question = panel.lastTurn.getByRole('group', { name: /used 4,500 of 4,000 tokens/ });
    await expect(question).toBeVisible();
    const field = question.getByRole('textbox', { name: 'New limit in tokens' });
    await field.fill('4,200');
    await expect(question).toContainText('This much is already used.');
    await expect(question.getByRole('button', { name: 'Go on' })).toBeDisabled();
    await field.fill('50k');
    await field.press('Enter');
    await panel.ended();
    await expect(panel.lastTurn).toContainText('All read.');
  });
  await test.step('or stops', async () => {
    await meter.click();
    await expect(details.getByRole('textbox', { name: 'Tokens' })).toHaveValue('50,000');
    await details.getByRole('textbox', { name: 'Tokens' }).fill('');
    await details.getByRole('textbox', { name: /^Cost/ }).fill('0.02');
    await page.keyboard.press('Enter');
    await expect(details).toContainText('Limit set.');
    await page.keyboard.press('Escape');
    await asked.play('Third', { text: 'Never said.' });
    const question = panel.lastTurn.getByRole('group', { name: /has cost .* of \$0\.02/ });
    await question.getByRole('button', { name: 'Stop here' }).click();
    await panel.ended();
    await expect(panel.said('Never')).toHaveCount(0);
  });
});

test('a model that repeats itself is held, and new threads have the limit of the settings', async ({ open }) => {
  test.slow();
  const { page } = await open({ project });
  const panel = panelOf(page);
  const asked = askedOf(page);
  const question = panel.lastTurn.getByRole('group', { name: /called read-file with the same arguments 3 times/ });

  await test.step('the same call three times', async () => {
    await asked.play('First', { ...read(1), repeat: 5 }, { text: 'Done at last.' });
    await expect(question).toBeVisible();
    await expect(question).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(question).toBeVisible();
    await question.getByRole('button', { name: 'Go on' }).click();
    await panel.ended();
    await expect(panel.lastTurn).toContainText('Done at last.');
  });
  await test.step('the settings hold for threads to come', async () => {
    const view = settingsOf(page);
    await view.open('Threads');
    await view.page.getByRole('textbox', { name: 'Tokens' }).fill('1k');
    await page.keyboard.press('Enter');
    await expect(view.page).toContainText('Limit set.');
    await view.page.getByRole('textbox', { name: 'Answer' }).fill('1 KB');
    await page.keyboard.press('Enter');
    await expect(view.page).toContainText('Answer: Write a size from 10 KB to 16 MB, or nothing for 2 MB.');
    await view.page.getByRole('textbox', { name: 'Answer' }).fill('1');
    await page.keyboard.press('Enter');
    await expect(view.page).toContainText('Limits saved.');
    await expect(view.page.getByRole('textbox', { name: 'Answer' })).toHaveValue('1 MB');
    await view.close();
    await panel.composer.focus();
    await page.keyboard.press('ControlOrMeta+N');
    await expect(panel.turns).toHaveCount(0);
    await asked.play('Second', read(1), { text: 'More.', usage });
    await expect(panel.lastTurn.getByRole('group', { name: /of 1,000 tokens/ })).toBeVisible();
  });
});
