import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '../fixtures.ts';
import { expectAccessible } from '../support/views/accessible.ts';
import { panelOf } from '../support/views/panel.ts';

const agentFile = fileURLToPath(new URL('../../src/main/agent-servers/testing/agent/main.ts', import.meta.url));
const agent = (...args: string[]) => ({ command: process.execPath, args: [agentFile, ...args] });

test('an agent is asked in the panel, asks in turn, and what it changes is reviewed', async ({ open }) => {
  const { page, project } = await open({
    project: { 'a.txt': 'one\n' },
    settings: { agent_servers: { Bird: agent(), Owl: agent('--signed-out') } },
  });
  const panel = panelOf(page);
  const { root, composer, lastTurn } = panel;

  await test.step('its options and commands are there before the first prompt', async () => {
    await panel.choose('Bird');
    await expect(panel.model).toHaveAccessibleName('Agent: Bird');
    await composer.click();
    await root.getByRole('button', { name: 'Mode: Careful' }).click();
    await page.getByRole('menuitemradio', { name: 'Quick' }).click();
    await expect(root.getByRole('button', { name: 'Mode: Quick' })).toBeVisible();
    await root.getByRole('button', { name: 'Brave', pressed: false }).click();
    await expect(root.getByRole('button', { name: 'Brave', pressed: true })).toBeVisible();
    await composer.fill('/');
    await expect(root.getByRole('option').first()).toHaveText(/\/review.*Bird/);
    await composer.fill('');
  });

  await test.step('a question is answered by the keyboard, with the agent’s own options', async () => {
    await panel.ask('plan Read it | Change it\ncall read Read `a.txt`\nedit a.txt two');
    const question = lastTurn.getByRole('group', { name: 'May Bird do this?' });
    await expect(question).toBeFocused();
    await expect(question.getByRole('button')).toHaveText(['Allow', 'Always in this folder', 'Always', 'Reject']);
    const allow = question.getByRole('button', { name: 'Allow', exact: true });
    await expect(allow).toHaveAttribute('aria-disabled', 'false');
    await expectAccessible(page, '#agent-panel');
    await allow.press('Enter');
    await panel.ended();
    await expect(lastTurn.getByText('Edit a.txt', { exact: true })).toBeVisible();
    await expect(root.getByRole('region', { name: 'Plan of the agent' })).toContainText('Change it');
  });

  await test.step('what it changed is under review', async () => {
    expect(await readFile(join(project, 'a.txt'), 'utf8')).toBe('two\n');
    await root.getByRole('button', { name: 'Reject all' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Reject all' }).click();
    await expect.poll(() => readFile(join(project, 'a.txt'), 'utf8')).toBe('one\n');
  });

  await test.step('a question that is out of sight is told, and leads there', async () => {
    await panel.ask('run seq 1 60\nask Delete it');
    const question = lastTurn.getByRole('group', { name: 'May Bird do this?' });
    await expect(question).toBeInViewport();
    await lastTurn.getByText('seq 1 60', { exact: true }).click();
    await root.getByRole('region', { name: 'Messages' }).evaluate((messages) => messages.scrollTo(0, 0));
    await root.getByRole('button', { name: 'A question needs you' }).click();
    await expect(question).toBeInViewport();
    await expect(question).toBeFocused();
    await composer.press('Escape');
    await panel.ended();
  });

  await test.step('what it says unprompted comes without the focus', async () => {
    // The note may come before the turn that it follows has been looked at.
    await composer.fill('later 300 A note from afar.');
    await composer.press('Enter');
    await panel.expectDraft('');
    await composer.fill('I type');
    const note = root.getByRole('article').filter({ hasText: 'Bird, unprompted' });
    await expect(note).toContainText('A note from afar.');
    await expect(composer).toBeFocused();
    await panel.expectDraft('I type');
  });

  await test.step('one that wants a sign-in is signed in, and answers then', async () => {
    await panel.newThread();
    await panel.choose('Owl');
    await panel.ask('say Hello from the owl.');
    await root.getByRole('button', { name: 'In the browser' }).click();
    await expect(panel.said('Hello from the owl.')).toBeVisible();
    await panel.ended();
    await panel.ask('sign-in');
    await expect(root.getByRole('region', { name: 'Owl wants you to sign in' })).toBeVisible();
  });
});
