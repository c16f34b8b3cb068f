import { expect, test } from '../fixtures.ts';
import { editorOf } from '../support/views/editor.ts';
import { runCommand } from '../support/views/extensions-view.ts';
import '../support/views/page-api.ts';
import { panelOf } from '../support/views/panel.ts';
import { runSlashCommand } from '../support/views/slash-command.ts';

/** What a script asks and shows, before a person. */

const script = `
  zi.register_command("note", { description = "Writes a note", handler = function(args, ctx)
    local text = ctx.ui.editor("What to note?", "first\\n")
    if not text then return "nothing noted" end
    local p <close> = ctx.ui.progress("Noting", { cancellable = true })
    local at = 0
    while not p.cancelled() do
      at = at + 1
      p.report("line " .. at)
      ctx.sleep(20)
    end
    ctx.ui.report { title = "Notes", text = "# Noted\\n\\n" .. text, markdown = true }
    return "noted"
  end })
  zi.register_command("log", { description = "Shows the log", handler = function(args, ctx)
    ctx.ui.report("Log", "all is well " .. args)
  end })
  zi.register_command("line", { description = "Asks for a line", handler = function(args, ctx)
    return "got " .. tostring(ctx.ui.input("Which line?", { timeout = 20000 }))
  end })
  zi.register_command("patience", { description = "Asks, but not for long", handler = function(args, ctx)
    return "answered " .. tostring(ctx.ui.confirm("Still there?", "It can wait.", { timeout = 2500 }))
  end })
`;

test('a script asks for several lines, shows progress that is cancelled and texts to read, and does not wait for ever', async ({
  open,
}) => {
  const { page } = await open({
    project: { 'a.txt': '', '.outrigger/extensions/words.lua': script },
    file: 'a.txt',
    isTrusted: true,
  });
  const panel = panelOf(page);
  const editor = editorOf(page);
  const bar = page.getByRole('contentinfo').filter({ hasText: 'Extensions:' });

  await test.step('several lines are typed, and accepted by keyboard', async () => {
    await panel.commandsAreThere();
    await panel.composer.fill('/note');
    await panel.composer.press('Enter');
    const field = page.getByRole('dialog', { name: 'What to note?' }).getByRole('textbox');
    await expect(field).toBeFocused();
    await expect(field).toHaveValue('first\n');
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.type('second');
    await page.keyboard.press('Enter');
    await page.keyboard.type('third');
    await page.keyboard.press('ControlOrMeta+Enter');
  });
  await test.step('progress goes on until the person cancels it', async () => {
    await expect(bar).toContainText(/Noting: line [2-9]/);
    await bar.getByRole('button', { name: 'Cancel: Noting' }).click();
    await expect(panel.lastTurn).toContainText('noted');
    await expect(bar).not.toContainText('Noting');
  });
  await test.step('what it reports is a text of the app, as it reads', async () => {
    const preview = page.getByRole('region', { name: 'Preview of Notes.md' });
    await expect(preview.getByRole('heading', { name: 'Noted' })).toBeVisible();
    await expect(preview).toContainText('first second third');
    await expect(page.getByRole('banner')).toContainText(/words.*Notes/);
  });
  await test.step('a text leaves the keyboard where it is, and cannot be edited', async () => {
    await runSlashCommand(page, '/log 1');
    const log = editor.text('Log.txt');
    await expect(log).toHaveText('all is well 1');
    await expect(panel.composer).toBeFocused();
    await log.click();
    await page.keyboard.type('x');
    await runSlashCommand(page, '/log 2');
    await expect(log).toHaveText('all is well 2');
    await expect(editor.tab('Log.txt')).toHaveCount(1);
  });
  await test.step('chosen in the palette it comes to the front; beside somebody who types, to a tab behind theirs', async () => {
    await editor.tab('a.txt').click();
    await editor.text('a.txt').click();
    await runCommand(page, 'Shows the log (/log)');
    await expect(editor.text('Log.txt')).toBeFocused();
    await editor.tab('a.txt').click();
    await editor.text('a.txt').click();
    await page.keyboard.type('typed ');
    await page.evaluate(() => window.outrigger.extensions.runCommand('words', 'log'));
    const notice = page.getByRole('main').locator('section').filter({ hasText: 'words shows “Log” in a tab behind' });
    await expect(notice).toBeVisible();
    await page.keyboard.type('on');
    await expect(editor.text('a.txt')).toHaveText('typed on');
    await notice.getByRole('button', { name: 'Show' }).click();
    await expect(editor.text('Log.txt')).toBeFocused();
  });
  await test.step('one into which somebody types stays', async () => {
    await panel.composer.fill('/line');
    await panel.composer.press('Enter');
    const question = page.getByRole('dialog', { name: 'Which line?' });
    await question.getByRole('textbox').fill('half a');
    await expect(question).toContainText('Waits for your answer');
    await page.keyboard.press('Enter');
    await expect(panel.lastTurn).toContainText('got half a');
  });
  await test.step('a question that nobody answers goes away', async () => {
    await panel.composer.fill('/patience');
    await panel.composer.press('Enter');
    const question = page.getByRole('alertdialog', { name: 'Still there?' });
    await expect(question).toContainText(/words.*Goes away in [123] s.*It can wait\./);
    await expect(question.getByRole('button', { name: 'No' })).toBeFocused();
    await expect(question).toHaveCount(0);
    await expect(panel.lastTurn).toContainText('answered false');
  });
});
