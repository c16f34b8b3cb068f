import { expect, test } from '../fixtures.ts';
import { scriptOf } from '../support/hosts/script.ts';
import { expectAccessible } from '../support/views/accessible.ts';
import { panelOf } from '../support/views/panel.ts';
import { threadsOf } from '../support/views/threads.ts';

const script = `
zi.register_command("ready", { handler = function() end })
zi.register_tool({
  name = "delegate",
  description = "Gives a task to another model",
  parameters = { type = "object", properties = { task = { type = "string" } } },
  execute = function(params, ctx)
    local last = ""
    local its = zi.spawn {
      task = params.task,
      tools = "bash",
      on = { tool_execution_end = function(event) last = event.tool_name end },
    }
    return its.status .. " after " .. last .. ": " .. its.output
  end,
})
`;

const delegate = (title: string, ...steps: Parameters<typeof scriptOf>[1]) =>
  scriptOf(`Ask for “${title}”`, [
    { calls: [{ tool: 'delegate', input: { task: scriptOf(title, steps) } }] },
    { text: 'That was it.' },
  ]);

test('a script gives a task to a model: a thread of its own, which asks as any, leads back, and ends with its parent', async ({
  open,
}) => {
  const { page } = await open({ project: { '.outrigger/extensions/helper.lua': script }, isTrusted: true });
  const panel = panelOf(page);
  const threads = threadsOf(page);
  await panel.commandsAreThere();
  const card = panel.lastTurn.getByRole('list', { name: 'Tasks' }).getByRole('button');

  await test.step('once the person lets it', async () => {
    await panel.ask(delegate('Count', { calls: [{ tool: 'run-command', input: { line: 'wc' } }] }, { text: 'Seven.' }));
    const question = page.getByRole('alertdialog', { name: 'Let helper begin threads of its own?' });
    await expect(question).toContainText('Their services may charge you');
    await expectAccessible(page, '[role=alertdialog]');
    await question.getByRole('button', { name: 'Allow', exact: true }).click();
  });

  await test.step('what asks in it is told in its parent, whose card leads to it', async () => {
    await expect(card).toHaveAccessibleName(/^Count.*needs you$/);
    await expect(panel.root.getByText('Another thread needs you')).toBeVisible();
    await card.click();
    await expect(threads.title).toContainText('Count');
    await expect(panel.root.getByText('begun by helper')).toBeVisible();
    await expectAccessible(page, 'aside');
    const question = panel.root.getByRole('group', { name: /run this command/ });
    await question.getByRole('button', { name: 'Allow once' }).click();
    await panel.ended();
    await expect(panel.lastTurn).toContainText('Seven.');
  });

  await test.step('and it leads back', async () => {
    await panel.root.getByRole('button', { name: /^Ask for “Count”/ }).click();
    await panel.ended();
    await expect(panel.lastTurn).toContainText('That was it.');
    await panel.lastTurn.getByText('Ran delegate').click();
    await expect(panel.lastTurn).toContainText('completed after bash: Seven.');
    await threads.open();
    await expect(threads.row('Count').getByLabel('task, begun by helper')).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('the end of its parent’s answer is its own', async () => {
    await panel.ask(delegate('Go on', { text: 'and on '.repeat(10_000), growMs: 50 }));
    await expect(card).toHaveAccessibleName(/^Go on.*answering$/);
    await panel.stop.click();
    await panel.ended();
    await expect(card).not.toHaveAccessibleName(/answering$/);
    await card.click();
    await expect(threads.title).toContainText('Go on');
    await expect(panel.lastTurn).toContainText('You stopped');
    await expect(panel.lastTurn).toContainText('and on');
  });
});
