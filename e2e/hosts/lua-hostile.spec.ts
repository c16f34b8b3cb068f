import { expect, test } from '../fixtures.ts';
import { enduranceOf } from '../support/processes/endurance.ts';
import { editorOf } from '../support/views/editor.ts';
import type {} from '../support/views/page-api.ts';
import { panelOf } from '../support/views/panel.ts';
import { writeFiles } from '../support/write-files.ts';

/** What a script may try to keep a person from their keys. */
const script = `
local function command(name, run) zi.register_command(name, { handler = run }) end
command("statuses", function(_, ctx)
  for n = 1, 10000 do
    ctx.ui.status("status " .. n % 200, "this is status " .. n)
    if n % 50 == 0 then ctx.sleep(0) end
  end
  return "told"
end)
command("messages", function(_, ctx)
  for n = 1, 10000 do pcall(ctx.ui.message, "message " .. n) end
end)
command("asks", function(_, ctx)
  for n = 1, 1000 do ctx.ui.confirm("Question " .. n .. "?") end
  return "asked"
end)
command("bomb", function() return #(("x"):rep(2 ^ 31)) end)
command("grows", function() local all = {} while true do all[#all + 1] = ("x"):rep(10000) end end)
command("loops", function() while true do pcall(function() while true do end end) end end)
command("escapes", function()
  pcall(function() getmetatable("").__index = function() error("mine") end end)
  local ok = pcall(function() return io.open("/etc/passwd") end)
  return ("still"):upper() .. " " .. tostring(ok)
end)
zi.on("message_update", function() while true do end end)
zi.on("agent_start", function(_, ctx) while true do ctx.ui.status("follows", tostring(os.time())) ctx.sleep(0) end end)
`;

test('no key waits for a hostile script, and it is named', { tag: '@soak' }, async ({ launch }) => {
  test.setTimeout(600_000);
  const { app, page } = await launch({
    project: { 'notes.txt': '' },
    file: 'notes.txt',
    settings: { model: 'test-provider:sample/sample' },
    prepare: (userData) => writeFiles(userData, { 'extensions/hostile.lua': script }),
  });
  const panel = panelOf(page);
  await panel.commandsAreThere();
  const editor = editorOf(page).text('notes.txt');
  const endure = await enduranceOf(app, page, editor);
  /** @returns the reply, or why there is none */
  const run = (id: string) =>
    page.evaluate(async (commandId) => {
      const { id: threadId } = await window.outrigger.agent.thread();
      const ran = await window.outrigger.agent.runSlashCommand(threadId, 'hostile', commandId, '');
      return ran.ok ? '' : ran.failure.message;
    }, id);

  for (const id of ['statuses', 'messages', 'bomb', 'grows', 'loops', 'escapes']) {
    await test.step(id, () => endure(id, () => run(id)));
  }
  await expect(panel.root.getByText('STILL false').first()).toBeVisible();
  expect(await run('grows')).toContain('hostile failed: not enough memory');
  expect(await run('loops')).toMatch(/hostile\.lua:\d+: .*2 s/);

  await test.step('one that loops when it is told of an answer', async () => {
    await panel.ask('Think about it first, then greet me');
    await page
      .getByRole('alertdialog', { name: 'Let hostile read your threads?' })
      .getByRole('button', { name: 'Allow', exact: true })
      .click();
    await endure('an answer', () =>
      page.evaluate(async () => {
        const { id } = await window.outrigger.agent.thread();
        await window.outrigger.agent.send(id, { id: crypto.randomUUID(), text: 'Show me some Markdown' });
      }),
    );
    await panel.ended();
    const log = () => page.evaluate(() => window.outrigger.hosts.logTail('hostile'));
    // The one before it has its ten seconds.
    await expect.poll(log, { timeout: 60_000 }).toContain('the event "message_update" failed');
  });

  await test.step('a question in a loop', async () => {
    const asked = run('asks');
    for (const count of [1, 2]) {
      const question = page.getByRole('alertdialog', { name: `Question ${count}?` });
      await expect(question).toContainText('hostile');
      await page.keyboard.press('Escape');
      await expect(question).toHaveCount(0);
    }
    await editor.click();
    await page.keyboard.type('nobody asks any more');
    await expect(editor).toContainText('nobody asks any more');
    await page.evaluate(async () => window.outrigger.agent.stop((await window.outrigger.agent.thread()).id));
    await asked;
  });
});
