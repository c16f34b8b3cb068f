import { expect, test } from '../fixtures.ts';
import { expectAccessible } from '../support/views/accessible.ts';
import { runCommand } from '../support/views/extensions-view.ts';
import { panelOf } from '../support/views/panel.ts';

test('a command after “!” runs in the folder, is stopped, and is told to the model unless there are two', async ({
  open,
}) => {
  const { app, page } = await open({ project: { 'a.txt': 'one' }, isTrusted: true });
  const panel = panelOf(page);
  const type = async (text: string) => {
    await panel.composer.click();
    await page.keyboard.type(text);
  };
  const run = async (command: string) => {
    await type(command);
    await page.keyboard.press('Enter');
    await panel.expectDraft('');
  };

  await test.step('while it is typed the composer says so; Esc makes a message of it, and alone it sends nothing', async () => {
    await type('!ls');
    await expect(panel.root.getByText('A command in “project”. Models are told of it.')).toBeVisible();
    await page.keyboard.press('Escape');
    await panel.expectDraft('ls');
    await page.keyboard.press('Home');
    await page.keyboard.type('!!');
    await expect(panel.root.getByText('A command in “project”. No model is told of it.')).toBeVisible();
    await panel.composer.fill('!');
    await page.keyboard.press('Enter');
    await expect(panel.root.getByText('Type a command after “!”.')).toBeVisible();
    await panel.composer.fill('');
  });
  await test.step('what is pasted is a message', async () => {
    await app.evaluate(({ clipboard }) => clipboard.writeText('!rm a.txt'));
    await page.keyboard.press('ControlOrMeta+v');
    await panel.expectDraft('\\!rm a.txt');
    await panel.composer.fill('');
  });
  await test.step('its output and its exit code are in the thread', async () => {
    await run('!cat a.txt; echo "it is $((20 + 3))"; exit 4');
    await expect(panel.lastTurn).toContainText(/cat a\.txt[\s\S]*Exit code 4\.[\s\S]*oneit is 23/);
    await expectAccessible(page, '#agent-panel');
    await run('!!echo hushed');
    await expect(panel.lastTurn).toContainText(/Done\.[\s\S]*hushed[\s\S]*Not sent to a model/);
  });
  await test.step('a long one streams, and is stopped in its place', async () => {
    await run('!echo begun; sleep 600');
    await expect(panel.lastTurn.getByRole('log')).toHaveText('begun\n');
    await panel.lastTurn.getByRole('button', { name: 'Stop command' }).click();
    await expect(panel.lastTurn).toContainText('You stopped it.');
    await expect(panel.send).toBeVisible();
  });
  await test.step('a model is told of them with the next message', async () => {
    await type('Why?');
    await runCommand(page, 'Show What the Model Sees');
    const request = page.getByRole('textbox', { name: /^Text of .+\.md$/ });
    await expect(request).toContainText('it is 23');
    await expect(request).toContainText('<command ended="by the person">');
    await expect(request).not.toContainText('hushed');
  });
});
