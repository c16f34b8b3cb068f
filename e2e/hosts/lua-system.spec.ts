import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '../fixtures.ts';
import { expectAccessible } from '../support/views/accessible.ts';
import { panelOf } from '../support/views/panel.ts';
import { runSlashCommand } from '../support/views/slash-command.ts';
import { writeFiles } from '../support/write-files.ts';

const script = `
zi.register_command("where", { handler = function(args)
  local ran = zi.system({ "printf", "%s", "it's " .. args }, { cwd = "src" })
  return "\`" .. ran.code .. " " .. ran.stdout .. "\`"
end })
zi.register_tool({ name = "touch", description = "Touches a file", execute = function()
  zi.system({ "touch", "made" }, { check = true })
  return "made it"
end })
`;

test('a script runs a program once a person allows exactly that, in a dialog or in the thread of its tool', async ({
  launch,
}) => {
  const { page, project } = await launch({
    settings: { model: 'test-provider:sample/sample' },
    prepare: (userData) => writeFiles(userData, { 'extensions/runner.lua': script }),
  });
  const panel = panelOf(page);
  await panel.commandsAreThere();
  const dialog = page.getByRole('alertdialog', { name: 'May runner run this command?' });
  const button = (name: string) => dialog.getByRole('button', { name, exact: true });

  await test.step('what is not allowed is told, and the text is kept', async () => {
    await panel.composer.fill('/where here');
    await panel.composer.press('Enter');
    await expect(dialog.locator('pre')).toHaveText("printf %s 'it'\\''s here'");
    await expect(dialog).toContainText('In src');
    await expectAccessible(page, '[role=alertdialog]');
    await button('Don’t allow').click();
    await expect(panel.root.getByRole('alert')).toContainText(
      'extensions/runner.lua:3: You did not allow runner to run this command.',
    );
    await expect(panel.composer).toHaveText('/where here');
  });

  await test.step('what is allowed once runs, and is asked about again', async () => {
    await panel.composer.press('Enter');
    await button('Allow once').click();
    await expect(panel.root.getByText("0 it's here")).toBeVisible();
  });

  await test.step('what is always allowed is not, in a folder that is trusted', async () => {
    await panel.composer.fill('/where here');
    await panel.composer.press('Enter');
    await button('More').click();
    await expect(button('Never allow')).toBeEnabled();
    await expect(button('Always allow')).toHaveCount(0);
    await button('Trust this folder').click();
    await button('Always allow').click();
    await expect(dialog).toBeHidden();
    expect(await runSlashCommand(page, '/where here')).toContain("0 it's here");
  });

  await test.step('a tool asks in its thread', async () => {
    await panel.ask('Use the tool touch');
    const question = panel.root.getByRole('group', { name: 'May runner run this command?' });
    await expect(question.locator('pre')).toHaveText('touch made');
    await question.getByRole('button', { name: 'Allow once' }).click();
    await panel.ended();
    await expect(panel.lastTurn).toContainText('made it');
    expect(await readFile(join(project, 'made'), 'utf8')).toBe('');
  });
});
