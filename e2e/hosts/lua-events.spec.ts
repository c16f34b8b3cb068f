import { expect, test } from '../fixtures.ts';
import { expectAccessible } from '../support/views/accessible.ts';
import { panelOf } from '../support/views/panel.ts';

/** Changes what is written, adds something for the model, and asks before a tool runs. */
const gate = `
zi.on("input", function(event)
  if event.text == "ping" then return { action = "handled", reply = "pong" } end
  if event.text:find("^shout ") then return { action = "transform", text = event.text:sub(7):upper() } end
end)
zi.on("before_agent_start", function(event)
  return { message = { content = "The gate has " .. #event.prompt .. " letters." } }
end)
zi.on("tool_call", function(event, ctx)
  if not ctx.ui.confirm("Let it run?", event.input.text) then return { block = true, reason = "you said no" } end
  event.input.text = event.input.text .. " c"
end)
`;
/** Comes after the gate in the order of names, and fails at first. */
const later = `
zi.register_command("later", { handler = function() end })
zi.register_tool({ name = "words", description = "Counts words", parameters = { type = "object" }, execute = function(params)
  local _, count = params.text:gsub("%S+", "")
  return count .. " words"
end })
local told = 0
zi.on("tool_result", function(event)
  told = told + 1
  if told == 1 then error("not ready yet") end
  return { content = event.content[1].text .. ", " .. told .. " times" }
end)
local ends = 0
zi.on("agent_end", function(event, ctx)
  ends = ends + 1
  ctx.ui.status("ends", "answers: " .. ends)
end)
`;

test('scripts have a say in what is sent and run, once a person lets them, and follow it', async ({ open }) => {
  const project = { '.outrigger/extensions/gate.lua': gate, '.outrigger/extensions/later.lua': later };
  const { page } = await open({ project, isTrusted: true });
  const panel = panelOf(page);
  await panel.commandsAreThere();
  const ask = (name: string) => page.getByRole('alertdialog', { name });
  const prompt = 'Use the tool later__words with {"text":"a b"}';

  await test.step('what a person wrote is changed, and both are shown', async () => {
    await panel.composer.fill('shout hello you');
    await panel.composer.press('Enter');
    const may = ask('Let gate change what models are sent and what they do?');
    await expect(may).toContainText('which tools they call');
    await expectAccessible(page, '[role=alertdialog]');
    await may.getByRole('button', { name: 'Always allow' }).click();
    await ask('Let later read your threads?').getByRole('button', { name: 'Always allow' }).click();
    await expect(panel.lastTurn).toContainText('HELLO YOU');
    await panel.lastTurn.getByText('Changed by gate').click();
    await expect(panel.lastTurn).toContainText('shout hello you');
    await expect(panel.lastTurn.getByRole('list', { name: 'Sent with this message' })).toContainText('gate');
    await panel.ended();
    await expect(page.getByRole('contentinfo')).toContainText('answers: 1');
  });

  await test.step('what a script has done itself is no prompt', async () => {
    await panel.composer.fill('ping');
    await panel.composer.press('Enter');
    await expect(panel.root.getByText('pong')).toBeVisible();
    await expect(panel.root.getByRole('heading', { name: 'You asked' })).toHaveCount(1);
  });

  await test.step('a call waits for what the script asks, runs as it left it, and one that fails is passed over', async () => {
    await panel.ask(prompt);
    await expect(ask('Let it run?')).toContainText('a b');
    await ask('Let it run?').getByRole('button', { name: 'Yes' }).click();
    await ask('Let later change what models are sent and what they do?')
      .getByRole('button', { name: 'Always allow' })
      .click();
    await panel.ended();
    await expect(panel.lastTurn).toContainText(/Ran words.*a b c.*3 words/s);
    await expect(panel.lastTurn.getByText('Changed by gate', { exact: true })).toBeVisible();
    await expect(page.getByRole('main').locator('section').filter({ hasText: 'later had no say' })).toContainText(
      'extensions/later.lua:10: not ready yet',
    );
    await panel.ask(prompt);
    await ask('Let it run?').getByRole('button', { name: 'Yes' }).click();
    await expect(panel.lastTurn).toContainText('3 words, 2 times');
    await panel.ended();
  });

  await test.step('a call that the script stops never runs', async () => {
    await panel.ask(prompt);
    await ask('Let it run?').getByRole('button', { name: 'No' }).click();
    await expect(panel.lastTurn).toContainText('gate stopped it: you said no');
    await panel.ended();
  });
});
