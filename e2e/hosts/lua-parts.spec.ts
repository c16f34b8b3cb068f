import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '../fixtures.ts';
import { extensionsViewOf, runCommand } from '../support/views/extensions-view.ts';
import { panelOf } from '../support/views/panel.ts';
import { runSlashCommand } from '../support/views/slash-command.ts';

/**
 * Parts of what docs/extensions/lua.md names that scripts of e2e/extensions/scripts have in roots of the command line,
 * which are asked about nothing. The other `lua` tests here have their own scripts; the forms that Lua has for each part
 * are tested beside `src/exthost/runtimes/lua`.
 */

const roots = ['scripts', 'hearing'].map((name) => join(import.meta.dirname, '..', 'extensions', name));
const toolRules = [{ effect: 'command', pattern: 'echo *', decision: 'allow', folder: '*' }];

test('scripts in roots of the command line look around, stop, hold, rewrite, register and end as they say', async ({
  launch,
}) => {
  const { page } = await launch({
    settings: { model: 'test-provider:sample/sample', toolRules },
    isTrusted: true,
    args: roots.map((root) => `--extension-root=${root}`),
    prepare: (userData) => writeFile(join(userData, 'AGENTS.md'), 'Be brief.\n'),
  });
  const panel = panelOf(page);
  const { composer, lastTurn } = panel;
  const bar = page.getByRole('contentinfo').filter({ hasText: 'Extensions:' });
  const commands = panel.root.getByRole('listbox', { name: 'Commands' }).getByRole('option');
  const alert = panel.root.getByRole('alert');
  const question = (name: string) => page.getByRole('alertdialog', { name });
  const notice = (text: string) => page.getByRole('main').locator('section').filter({ hasText: text });
  const run = (command: string) => runSlashCommand(page, command);
  const begin = async (command: string) => {
    await composer.fill(command);
    await composer.press('Enter');
  };
  const ask = async (prompt: string) => {
    await panel.ask(prompt);
    await panel.ended();
  };
  await panel.commandsAreThere('/look');

  await test.step('around.lua: before anything was sent', async () => {
    expect(await run('/look')).toContain('{"aborted":false,"folder":"project","idle":true,"rules":true,"ui":true}');
  });
  await test.step('updates.lua: what a tool says while it runs; a question that is closed is a “no”', async () => {
    await panel.ask('Use the tool dig');
    await expect(question('Dig deeper?')).toBeVisible();
    await expect(lastTurn).toContainText('a foot deep');
    await page.keyboard.press('Escape');
    await panel.ended();
    await expect(lastTurn).toContainText('dug, deeper: false');
  });
  await test.step('stopping.lua: a command of the palette stops an answer, and its tool knows', async () => {
    await panel.ask('Use the tool idle');
    await expect(bar).toContainText('Idle: waits');
    await runCommand(page, 'Stops the answer (/halt)');
    await expect(notice('halted, idle before: false')).toBeVisible();
    await expect(bar).toContainText('Idle: was stopped true');
    await panel.ended();
    await expect(lastTurn).toContainText('Did not finish idle of stopping');
  });
  await test.step('commanding.lua: commands after “!”', async () => {
    await begin('!greet');
    await expect(lastTurn).toContainText(/good day.*Changed by commanding.*You typed.*greet/s);
    await panel.ended();
    await begin('!!moon');
    await expect(lastTurn).toContainText(/Done by commanding.*It is full\..*Not sent/s);
    await panel.ended();
    await begin('!sink');
    await expect(lastTurn).toContainText('commanding stopped it: we want to go home');
    await panel.ended();
  });
  await test.step('guests.lua: what is registered and taken away while a script runs', async () => {
    await run('/arrive');
    await composer.fill('/speak');
    await expect(commands.filter({ hasText: '/speak' })).toBeVisible();
    await panel.choose('Visitor');
    await ask('hello');
    await expect(lastTurn).toContainText('a guest answers');
    await run('/depart');
    await composer.fill('/speak');
    await expect(commands.filter({ hasText: '/speak' })).toHaveCount(0);
    await composer.fill('hello');
    await composer.press('Enter');
    await expect(alert).toContainText('guests has no provider “guest” any more.');
  });
  await test.step('instructing.lua, rewriting.lua: what models are told, messages and requests', async () => {
    await panel.choose('Echoes');
    await ask('Come aboard with pass-7');
    await expect(lastTurn).toContainText(/Got at 0\.5: .*Be brief\..*a sailor\. .*aboard with a pass.*is calm\./s);
    await expect(lastTurn.getByRole('list', { name: 'Sent with this message' })).toContainText('instructing');
  });
  await test.step('holding.lua: a command that says nothing; another version of a message, another thread', async () => {
    expect(await run('/anchor')).toContain('Done.');
    const asked = panel.turns.filter({ hasText: 'Come aboard' });
    await asked.hover();
    await asked.getByRole('button', { name: 'Edit and send again' }).click();
    await panel.expectDraft('Come aboard with pass-7');
    await composer.press('Enter');
    await expect(panel.root.getByText('holding keeps this message as it is: it is in the log.')).toBeVisible();
    await page.keyboard.press('Escape');
    await panel.root.getByRole('button', { name: 'New thread', exact: true }).click();
    await expect(panel.root.getByText('holding keeps you in this thread: at anchor, no new one.')).toBeVisible();
    await panel.root.getByRole('button', { name: 'Switch anyway' }).click();
    await expect(panel.turns).toHaveCount(0);
  });
  await test.step('observing.lua: each event that is told', async () => {
    expect(await run('/heard')).toContain('12: agent_end agent_start message_end');
  });
  await test.step('ending.lua: what a script does when it ends', async () => {
    expect(await run('/ends')).toContain('ended 0 times');
    const view = extensionsViewOf(page);
    await view.open();
    await view.item('ending').getByRole('button', { name: 'Reload' }).click();
    await view.close();
    // Nothing in the view says when it is done.
    await expect(async () => expect(await run('/ends')).toContain('ended 1 times')).toPass();
  });
});
