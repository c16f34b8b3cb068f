import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '../fixtures.ts';
import { type ExtensionText, testFolder, writeExtension } from '../support/hosts/extension-folder.ts';
import { gateIn, gateRules } from '../support/hosts/gate.ts';
import { hostPid } from '../support/hosts/hosts.ts';
import { scriptOf } from '../support/hosts/script.ts';
import { panelOf } from '../support/views/panel.ts';

const steady = { extensions: ['steady'], settings: { model: 'steady:steady/steady' } } as const;

test('a model is chosen by keyboard alone, and stays chosen', async ({ open }) => {
  const { page, userData } = await open({ extensions: ['steady'] });
  const panel = panelOf(page);
  const picker = panel.root.getByRole('dialog', { name: 'Choose a model' });
  const search = panel.root.getByRole('combobox', { name: 'Search models' });
  const active = panel.root.getByRole('option', { selected: true });
  await panel.model.focus();
  await page.keyboard.press('Enter');
  await expect(search).toBeFocused();
  await expect(panel.root.getByRole('option', { name: 'Steady' })).toBeVisible();
  await expect(active).toHaveAccessibleName(/Sample/);
  await page.keyboard.press('ArrowDown');
  await expect(active).not.toHaveAccessibleName(/Sample/);
  await page.keyboard.press('ArrowUp');
  await expect(active).toHaveAccessibleName(/Sample/);
  await page.keyboard.type('zzz');
  await expect(picker).toContainText('No model matches “zzz”.');
  await page.keyboard.press('Escape');
  await expect(picker).toBeHidden();
  await expect(panel.model).toBeFocused();
  await expect(panel.model).toHaveAccessibleName('Model: Sample');

  await page.keyboard.press('Enter');
  await expect(search).toBeFocused();
  await page.keyboard.type('stead');
  await expect(panel.root.getByRole('option')).toHaveText([/^Steady/]);
  await page.keyboard.press('Enter');
  await expect(panel.model).toHaveAccessibleName('Model: Steady');
  await expect(panel.model).toBeFocused();
  await expect
    .poll(async () => JSON.parse(await readFile(join(userData, 'state.json'), 'utf8')).model)
    .toBe('steady:steady/steady');
});

test('a prompt that is sent while the models are still starting waits for them and is answered', async ({ launch }) => {
  const started = test.info().outputPath('started');
  const { page } = await launch({
    args: [`--extension-path=${writeExtension(testFolder(), 'late', lateModel(started))}`],
    // The test provider is disabled, as its model would be available at once.
    prepare: (userData) => writeFile(join(userData, 'extensions.json'), '{"disabled":["test-provider"]}'),
  });
  const panel = panelOf(page);
  await panel.composer.fill('Greet me');
  await hostPid(page, 'The late');
  await expect(panel.model).toHaveAccessibleName('Model: Choose a model');
  await panel.composer.press('Enter');
  await expect(panel.root.getByText('It is sent once you choose a model.')).toBeVisible();
  await panel.expectDraft('');
  await panel.composer.fill('Greet me too');
  await panel.composer.press('Enter');
  await expect(panel.root.getByText('Sending…')).toHaveCount(2);
  await test.step('Stop brings both back, and they can be sent again', async () => {
    await panel.stop.click();
    await panel.expectDraft('Greet me\nGreet me too');
    await panel.composer.fill('Greet me');
    await panel.composer.press('Enter');
    await panel.expectDraft('');
  });
  await writeFile(started, '');
  await expect(panel.lastTurn).toContainText('Here I am.');
  await expect(panel.model).toHaveAccessibleName('Model: Late');
  await panel.expectDraft('');
  await expect(panel.turns).toHaveCount(1);
});

test('a window that is loaded anew shows the answer once, and all that is still open', async ({ launch }) => {
  test.slow();
  const { page } = await launch({ ...steady, extensions: ['steady', 'asking'] });
  const panel = panelOf(page);

  await test.step('an answer on its way, and hosts', async () => {
    await panel.ask('Say 15 words');
    await expect(panel.lastTurn).toContainText('word-3');
    await page.reload();
    await expect(panel.lastTurn).toContainText('word-15');
    await panel.ended();
    await expect(panel.turns).toHaveCount(1);
    const words = (await panel.lastTurn.textContent())?.match(/word-\d+/g);
    expect(words).toEqual(Array.from({ length: 15 }, (_, index) => `word-${index + 1}`));
    await expect(page.getByRole('button', { name: 'Extensions: running' })).toBeVisible();
    await hostPid(page, 'Steady extension');
  });
  await test.step('a question for a key', async () => {
    const dialog = page.getByRole('dialog', { name: 'Asking model needs a key' });
    await panel.choose('asking');
    await expect(panel.model).toHaveAccessibleName('Model: Asking');
    await panel.ask('Ask me');
    await expect(dialog).toBeVisible();
    await page.reload();
    await expect(dialog).toBeVisible();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toBeHidden();
    await expect(panel.lastTurn.getByText('false', { exact: true })).toBeVisible();
    await page.reload();
    await expect(panel.lastTurn.getByText('false', { exact: true })).toBeVisible();
    await expect(dialog).toHaveCount(0);
  });
});

test('who has scrolled up stays there while the answer grows, and gets back with one button', async ({ open }) => {
  const { page, project } = await open({ isTrusted: true, settings: { toolRules: gateRules } });
  const panel = panelOf(page);
  const gate = await gateIn(project);
  const thread = panel.root.getByRole('region', { name: 'Messages', exact: true });
  const jump = panel.root.getByRole('button', { name: 'Jump to latest' });
  const distanceToEnd = () =>
    thread.evaluate((element) => element.scrollHeight - element.scrollTop - element.clientHeight);
  await panel.ask('Show me markdown');
  await panel.ended();
  await expect.poll(distanceToEnd).toBeLessThan(2);
  await expect(jump).toHaveCount(0);

  const text = Array.from({ length: 30 }, (_, at) => `${at + 1}. line`).join('\n');
  await panel.ask(
    scriptOf('Grow', [
      { text: 'It begins.', calls: [gate.call] },
      { text, growMs: 20 },
    ]),
  );
  await expect(panel.lastTurn).toContainText('Runs sh gate.sh');
  await expect.poll(distanceToEnd).toBeLessThan(2);
  await thread.hover();
  await page.mouse.wheel(0, -400);
  await expect(jump).toBeVisible();
  // Scrolling is smooth.
  await expect.poll(distanceToEnd).toBeGreaterThan(399);
  const heading = panel.turns.first().getByRole('heading', { name: 'A table' });
  const place = await heading.boundingBox();
  await gate.open();
  await expect(panel.lastTurn.getByRole('listitem')).toHaveCount(30);
  expect(await heading.boundingBox()).toEqual(place);
  await expect(jump).toBeVisible();

  await jump.click();
  await expect(jump).toHaveCount(0);
  await expect.poll(distanceToEnd).toBeLessThan(2);
  await panel.ended();
  await expect.poll(distanceToEnd).toBeLessThan(2);
});

/** A provider whose model is available once a file of this path exists. */
const lateModel = (started: string): ExtensionText => ({
  kind: 'js',
  top: 'activation_events = ["onProvider:late"]',
  tables: '[language_model_providers.late]\nname = "Late"\n',
  code: `const capabilities = { supportsImages: false, supportsTools: false, supportsToolChoiceAuto: false,
    supportsToolChoiceAny: false, supportsToolChoiceNone: false, supportsThinking: false, toolInputFormat: 'json-schema' };
  const model = { id: 'late', name: 'Late', maxTokenCount: 8192, capabilities, isDefault: true, isDefaultFast: true };
  const { existsSync } = process.getBuiltinModule('node:fs');
  const isStarted = () => existsSync(${JSON.stringify(started)});
  context.languageModels.registerProvider({ id: 'late', name: 'Late' }, {
    models: () => (isStarted() ? [model] : []),
    isAuthenticated: () => true,
    authenticate() {},
    resetCredentials() {},
    async *stream() {
      yield { type: 'text', value: 'Here I am.' };
      yield { type: 'stop', value: 'end-turn' };
    },
  });
  const looking = setInterval(() => {
    if (!isStarted()) return;
    clearInterval(looking);
    context.languageModels.modelsChanged('late');
  }, 50);`,
});
