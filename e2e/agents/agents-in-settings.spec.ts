import { expect, test } from '../fixtures.ts';
import { expectAccessible } from '../support/views/accessible.ts';
import { panelOf } from '../support/views/panel.ts';
import { settingsOf } from '../support/views/settings.ts';

test('an agent is added in Settings, keeps a key, is chosen where models are, and goes again', async ({ open }) => {
  const { page } = await open();
  const settings = settingsOf(page);
  const panel = panelOf(page);
  await panel.model.click();
  await panel.root.getByRole('option', { name: 'More agents…' }).click();
  await expect(settings.tab('External agents')).toHaveAttribute('aria-selected', 'true');
  const more = settings.page.getByRole('list', { name: 'More agents' }).getByRole('listitem');
  await expect(more.first()).toContainText('npm package');

  await expect(settings.page.getByRole('listitem', { name: 'Node.js of the app' })).toContainText(
    'The one in your PATH, ',
  );

  const form = settings.page.getByRole('form', { name: 'Add an agent' });
  await form.getByRole('textbox', { name: 'Name' }).fill('My agent');
  await form.getByRole('textbox', { name: 'Command' }).fill('node "/no such/agent.mjs" --acp');
  await form.getByRole('button', { name: 'Add' }).click();
  const row = settings.page.getByRole('list', { name: 'Your agents' }).getByRole('listitem', { name: 'My agent' });
  await expect(row).toContainText('Your settings · command node /no such/agent.mjs --acp');

  await expect(form.getByRole('status')).toHaveText('My agent is added. You choose it where you choose a model.');

  await row.getByRole('button', { name: 'Keys of My agent' }).click();
  await row.getByRole('button', { name: 'Another variable…' }).click();
  await row.getByRole('textbox', { name: 'Variable' }).fill('MY_KEY');
  await row.getByRole('textbox', { name: 'Secret' }).fill('sk-very-secret');
  await expectAccessible(page, '[role=dialog]');
  await row.getByRole('button', { name: 'Keep' }).click();
  await expect(row.getByRole('listitem')).toContainText('MY_KEY set');
  await settings.close();

  await panel.choose('my agent');
  const button = panel.root.getByRole('button', { name: 'Agent: My agent' });
  await expect(button).toBeVisible();

  await settings.open('External agents');
  await row.getByRole('button', { name: 'Keys of My agent' }).click();
  await row.getByRole('button', { name: 'Remove MY_KEY' }).click();
  await expect(row.getByRole('listitem')).toHaveCount(0);
  await row.getByRole('button', { name: 'Remove My agent' }).click();
  await expect(row).toHaveCount(0);
});
