import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { expectAccessible } from '../support/views/accessible.ts';
import { askedOf } from '../support/views/asked.ts';
import { runCommand } from '../support/views/extensions-view.ts';
import { panelOf } from '../support/views/panel.ts';
import { writeFiles } from '../support/write-files.ts';

/** A folder with no extension and no script. */
const project = {
  '.agents/skills/notes/SKILL.md': '---\nname: notes\ndescription: Writes release notes\n---\nName the boat first.\n',
  '.agents/skills/notes/style.md': 'Short words.\n',
};
const reviewer =
  '---\nname: Careful reader\ndescription: Changes nothing\ntools: read-file\n---\nBegin with the worst.\n';

/** The request that the next prompt would send to the model, as the editor shows it. */
async function seen(page: Page) {
  await runCommand(page, 'Show What the Model Sees');
  const text = page.getByRole('textbox', { name: /^Text of .+\.md$/ });
  await expect(text).toContainText('What the model sees');
  return text;
}

test('skills are told to the model and read unasked; an agent of the folder answers where it is chosen', async ({
  open,
}) => {
  const { page, project: folder } = await open({ project, isTrusted: true });
  const panel = panelOf(page);
  const asked = askedOf(page);

  await test.step('the model knows of a skill, and reads it with its files', async () => {
    await expect(await seen(page)).toContainText('- notes: Writes release notes');
    await asked.play('Read it', {
      calls: [
        { tool: 'read-skill', input: { name: 'notes' } },
        { tool: 'read-skill', input: { name: 'notes', file: 'style.md' } },
      ],
    });
    await panel.ended();
    await expect(panel.lastTurn).toContainText('The files of this skill are in .agents/skills/notes');
    await expect(panel.lastTurn).toContainText('Name the boat first.');
    await expect(panel.lastTurn).toContainText('The tool answered: Short words.');
    await expect(asked.question(/^May /)).toHaveCount(0);
  });

  await test.step('a person calls it', async () => {
    await panel.composer.fill('/notes');
    const option = panel.root.getByRole('listbox', { name: 'Commands' }).getByRole('option').first();
    await expect(option).toContainText('/skill:notes');
    await expect(option).toContainText('Writes release notes');
    await panel.composer.press('Tab');
    await panel.composer.pressSequentially('for the sloop');
    await panel.composer.press('Enter');
    await expect(panel.lastTurn).toContainText('Follow the skill “notes”');
    await expect(panel.lastTurn).toContainText('for the sloop');
    await panel.ended();
  });

  const button = panel.root.getByRole('button', { name: /^Agent: / });
  const status = panel.root.locator('#composer-status');
  const isCut = (element: Element) =>
    element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight;
  await test.step('an agent that comes is offered when the list opens, and chosen by the keyboard', async () => {
    await expect(button).toHaveCount(0);
    await writeFiles(folder, { '.outrigger/agents/reviewer.agent.md': reviewer });
    await panel.composer.fill('/');
    await expect(button).toHaveAccessibleName('Agent: none');
    await panel.composer.fill('');
    await expect(status).toHaveText('Shift+Enter: new line');
    expect(await status.evaluate(isCut)).toBe(false);
    await runCommand(page, 'Choose an Agent…');
    const menu = page.getByRole('menu', { name: 'Choose an agent' });
    await expect(menu.getByRole('menuitemradio', { name: 'No agent' })).toBeFocused();
    await expectAccessible(page, '[role=menu]');
    await page.keyboard.press('ArrowDown');
    await expect(menu.getByRole('menuitemradio', { name: /Careful reader/ })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(button).toHaveAccessibleName('Agent: Careful reader');
    expect(await button.getByText('Careful reader').evaluate(isCut)).toBe(false);
    await expect(panel.composer).toBeFocused();
    await button.click();
    await expect(menu.getByRole('menuitemradio', { name: /Careful reader/ })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(button).toBeFocused();
  });

  await test.step('its instructions and tools reach the model, also after a reload', async () => {
    await page.reload();
    await expect(button).toHaveAccessibleName('Agent: Careful reader');
    const text = await seen(page);
    await expect(text).toContainText('Begin with the worst.');
    await expect(text).toContainText('- Tools: 1');
    await panel.ask('hello');
    await panel.ended();
  });

  await test.step('none again', async () => {
    await panel.composer.fill('/agent none');
    await panel.composer.press('Enter');
    await expect(button).toHaveAccessibleName('Agent: none');
    await expect(await seen(page)).not.toContainText('Begin with the worst.');
  });
});
