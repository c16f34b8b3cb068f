import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Outrigger, test } from '../fixtures.ts';
import { chatCompletions } from '../servers/chat-completions-wire.ts';
import { startProviderServer } from '../servers/provider-server.ts';
import { sampleModel } from '../support/shared-app.ts';
import { panelOf } from '../support/views/panel.ts';

test('favourites stand on top, by keyboard as by mouse, and stay', async ({ open }) => {
  test.slow();
  const models = Array.from({ length: 4900 }, (_, index) => `model-${index}`);
  const server = await startProviderServer(chatCompletions, { models });
  const outrigger = await open({ settings: { extensions: { 'openai-compatible': { base_url: server.url } } } });
  const { page, userData } = outrigger;
  const panel = panelOf(page);
  const search = panel.root.getByRole('combobox', { name: 'Search models' });
  const favourites = panel.root.getByRole('group', { name: 'Favourites' }).getByRole('option');
  await panel.choose('OpenAI-compatible');
  await expect(panel.model).toHaveAccessibleName('Model: Default model');

  await test.step('by mouse, and the row stays under the pointer', async () => {
    await panel.model.click();
    // Once all models are listed, the row does not move any more.
    await expect(panel.root.getByRole('option', { name: /^model-1 / })).toBeVisible({ timeout: 60_000 });
    const row = panel.root
      .getByRole('group', { name: /^OpenAI-compatible/ })
      .getByRole('option')
      .first();
    await row.hover();
    const place = await row.boundingBox();
    await row.getByTitle('Favourite', { exact: true }).click();
    await expect(favourites).toHaveCount(1);
    expect(await row.boundingBox()).toEqual(place);
  });
  await test.step('by keyboard, among thousands of which few are drawn', async () => {
    expect(await panel.root.getByRole('option').count()).toBeLessThan(300);
    await search.fill('model-4899');
    await expect(panel.root.getByRole('option', { selected: true })).toHaveAccessibleName(/model-4899/);
    await search.press('ControlOrMeta+D');
    await expect(favourites).toHaveAccessibleName(/model-4899.*favourite/);
    await expect
      .poll(async () => JSON.parse(await readFile(join(userData, 'state.json'), 'utf8')).favouriteModels)
      .toEqual([expect.stringMatching(/^openai-compatible:/), 'openai-compatible:openai-compatible/model-4899']);
  });
  await test.step('after a new start, until the star is pressed again', async () => {
    const again = panelOf((await outrigger.relaunch()).page);
    await again.model.click();
    const kept = again.root.getByRole('group', { name: 'Favourites' }).getByRole('option');
    await expect(kept).toHaveCount(2);
    await kept.first().getByTitle('Remove from favourites').click();
    await expect(kept).toHaveCount(1);
    await expect(kept).toHaveAccessibleName(/^model-4899 /);
  });
  await server.close();
});

test('what a provider lists is asked for anew, and its page in Settings is one press away', async ({ open }) => {
  const models = ['tiny'];
  const server = await startProviderServer(chatCompletions, { models });
  const { page } = await open({
    settings: { extensions: { 'openai-compatible': { base_url: server.url } } },
  });
  const panel = panelOf(page);
  await panel.choose('OpenAI-compatible');
  await expect(panel.model).toHaveAccessibleName('Model: Default model');
  await panel.model.click();
  await expect(panel.root.getByRole('option', { name: 'newcomer' })).toHaveCount(0);
  models.push('newcomer');
  await panel.root.getByRole('button', { name: 'Refresh' }).click();
  await expect(panel.root.getByRole('option', { name: 'newcomer' })).toBeVisible();
  await panel.root.getByRole('button', { name: 'Set up Anthropic' }).click();
  await expect(
    page.getByRole('dialog', { name: 'Settings' }).getByRole('heading', { name: 'Anthropic' }),
  ).toBeVisible();
});

test('a second start knows the models, and loads no extension before one turns to the panel', { tag: '@soak' }, async ({
  launch,
}) => {
  const runningIn = ({ page }: Outrigger) =>
    page.evaluate(async () => (await window.outrigger.extensions.running()).map(({ extensionId }) => extensionId));
  const first = await launch({ settings: { model: sampleModel } });
  await expect.poll(() => runningIn(first)).toContain('test-provider');
  // The first start asks all providers; those without an answer by its end are asked again.
  const wanted = await first.page.evaluate(async () =>
    (await window.outrigger.agent.providers()).map(({ extensionId, providerId }) => `${extensionId}:${providerId}`),
  );
  const kept = async () =>
    Object.keys(JSON.parse(await readFile(join(first.userData, 'provider-answers.json'), 'utf8')));
  await expect.poll(() => kept().catch(() => []), { timeout: 60_000 }).toEqual(expect.arrayContaining(wanted));

  const second = await first.relaunch();
  const panel = panelOf(second.page);
  await expect(panel.model).toHaveAccessibleName(/Sample/);
  expect(await runningIn(second)).toEqual([]);
  await panel.composer.click();
  await expect.poll(() => runningIn(second)).toContain('test-provider');
  await panel.ask('Show me where the parser begins.');
  await panel.ended();
  await expect(panel.failure).toHaveCount(0);

  const third = await second.relaunch();
  expect(await runningIn(third)).toEqual([]);
  await panelOf(third.page).model.click();
  await expect.poll(() => runningIn(third)).toContain('test-provider');
});
