import { expect, test } from '../fixtures.ts';
import { expectAccessible } from '../support/views/accessible.ts';
import { extensionsViewOf } from '../support/views/extensions-view.ts';
import { panelOf } from '../support/views/panel.ts';
import { runSlashCommand } from '../support/views/slash-command.ts';

const script = `
zi.register_command("memo", { handler = function(_, ctx)
  local messages = ctx.session.messages()
  ctx.session.set_name("Named by a script")
  ctx.session.add_note("Noted by a script", messages[1].id)
  local answer = ctx.ai.complete("Say one word")
  return #messages .. " messages, " .. (#answer.text > 0 and "an answer" or "none") .. ", idle: " .. tostring(ctx.is_idle())
end })
`;

test('a script reads and names a thread, notes something in it and asks a model, each once a person lets it', async ({
  open,
}) => {
  const { page } = await open({ project: { '.outrigger/extensions/memo.lua': script }, isTrusted: true });
  const panel = panelOf(page);
  await panel.ask('hello');
  await panel.ended();

  await test.step('a refusal is told, and the text is kept', async () => {
    await panel.composer.fill('/memo');
    await panel.composer.press('Enter');
    const question = page.getByRole('alertdialog', { name: 'Let memo read your threads?' });
    await expect(question).toContainText('your prompts, the answers');
    await expectAccessible(page, '[role=alertdialog]');
    await question.getByRole('button', { name: 'Not now' }).click();
    await expect(panel.root.getByRole('alert')).toContainText('You have not let memo read your threads.');
    await expect(panel.composer).toHaveText('/memo');
  });

  await test.step('each is asked for when it is needed', async () => {
    await panel.composer.press('Enter');
    const answer = async (name: string, button: string) =>
      page.getByRole('alertdialog', { name }).getByRole('button', { name: button, exact: true }).click();
    await answer('Let memo read your threads?', 'Allow');
    await answer('Let memo change your threads?', 'Always allow');
    await answer('Let memo ask your models?', 'Allow');
    await expect(panel.root.getByText('2 messages, an answer, idle: true')).toBeVisible();
    await expect(panel.root.getByText('Noted by a script')).toBeVisible();
    await expect(panel.root.getByText('Named by a script').first()).toBeVisible();
    expect(await runSlashCommand(page, '/memo')).toContain('2 messages, an answer');
  });

  await test.step('what was always allowed can be taken back', async () => {
    const view = extensionsViewOf(page);
    await view.open();
    await expect(view.item('memo')).toContainText('You let it change your threads.');
    await view.item('memo').getByRole('button', { name: 'Let memo ask again' }).click();
    await expect(view.item('memo')).not.toContainText('You let it');
  });
});
