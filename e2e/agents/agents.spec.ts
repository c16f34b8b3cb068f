import { readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ElectronApplication } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { expectAccessible } from '../support/views/accessible.ts';
import { panelOf } from '../support/views/panel.ts';

const agentFile = fileURLToPath(new URL('../../src/main/agent-servers/testing/agent/main.ts', import.meta.url));

test('an agent is asked in the panel, asks in turn, and what it changes is reviewed', async ({ open }) => {
  const { app, page, project } = await open({
    project: { 'a.txt': 'one\n' },
    isTrusted: true,
    settings: { agent_servers: { Bird: { command: process.execPath, args: [agentFile, '--signed-out'] } } },
  });
  const panel = panelOf(page);
  const { root, composer, lastTurn } = panel;
  const signIn = root
    .getByRole('region', { name: 'Bird wants you to sign in' })
    .getByRole('button', { name: 'In the browser' });

  await test.step('one that wants a sign-in before its session is signed in, and its options and commands are there before the first prompt', async () => {
    await panel.choose('Bird');
    await expect(panel.model).toHaveAccessibleName('Agent: Bird');
    await composer.click();
    await signIn.click();
    await root.getByRole('button', { name: 'Mode: Careful' }).click();
    await page.getByRole('menuitemradio', { name: 'Quick' }).click();
    await expect(root.getByRole('button', { name: 'Mode: Quick' })).toBeVisible();
    await composer.fill('/');
    await expect(root.getByRole('option').first()).toHaveText(/\/review.*Bird/);
    await composer.fill('');
  });

  const question = lastTurn.getByRole('group', { name: 'May Bird do this?' });
  await test.step('its question has the keyboard, and one that is out of sight is told, and leads there', async () => {
    await panel.ask('plan Read it | Change it\nrun seq 1 60\nedit a.txt two');
    await expect(question).toBeFocused();
    const size = await resize(app, 640, 420);
    await expect(root).toBeHidden();
    await page.keyboard.press('ControlOrMeta+L');
    await expect(question.getByRole('button', { name: 'Reject' })).toBeInViewport({ ratio: 1 });
    await resize(app, ...size);
    await lastTurn.getByText('seq 1 60', { exact: true }).click();
    await root.getByRole('region', { name: 'Messages' }).evaluate((messages) => messages.scrollTo(0, 0));
    await root.getByRole('button', { name: 'A question needs you' }).click();
    await expect(question).toBeInViewport();
    await expect(question).toBeFocused();
  });

  await test.step('it is answered with the agent’s own options, and what the agent changed is under review', async () => {
    const answers = ['Allow', 'Always in this folder', 'Always', 'Reject'];
    await expect(question.getByRole('button')).toHaveText([...answers, 'In this thread', 'In this folder']);
    const allow = question.getByRole('button', { name: 'Allow', exact: true });
    await expect(allow).toHaveAttribute('aria-disabled', 'false');
    await expectAccessible(page, '#agent-panel');
    await allow.press('Enter');
    await panel.ended();
    await expect(lastTurn.getByText('Edit a.txt', { exact: true })).toBeVisible();
    const plan = root.getByRole('region', { name: 'Plan of the agent' });
    await expect(plan).toContainText('Change it');
    await plan.getByRole('button').click();
    await plan.getByRole('group', { name: 'Steps' }).press('Shift+Tab');
    await expect(plan.getByRole('button')).toBeFocused();
    await page.keyboard.press('Enter');
    expect(await readFile(join(project, 'a.txt'), 'utf8')).toBe('two\n');
    await root.getByRole('button', { name: 'Reject all' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Reject all' }).click();
    await expect.poll(() => readFile(join(project, 'a.txt'), 'utf8')).toBe('one\n');
  });

  await test.step('what was allowed in the folder is not asked again, and is listed in Settings until it is removed', async () => {
    await panel.ask('permit npm test\npermit npm test\npermit npm run lint\nrestless npm run other');
    await question.getByRole('button', { name: 'In this folder', exact: true }).click();
    await expect(lastTurn.getByText('Allowed before')).toHaveCount(1);
    await expect(question).toContainText('npm run lint');
    await question.getByRole('button', { name: 'In this thread', exact: true }).click();
    await expect(question).toContainText('npm run other');
    await page.keyboard.press('Control+,');
    const settings = page.getByRole('dialog', { name: 'Settings' });
    await settings.getByRole('tab', { name: 'Approvals' }).click();
    const allowed = settings.getByRole('listitem').filter({ hasText: `Bird, in ${await realpath(project)}` });
    await allowed.getByRole('button', { name: /^Remove what Bird may do: Run/ }).click();
    await expect(allowed).toHaveCount(0);
    const inThread = settings.getByRole('listitem').filter({ hasText: 'Bird, in the thread “' });
    await inThread.getByRole('button', { name: /^Remove what Bird may do: Run/ }).click();
    await expect(inThread).toHaveCount(0);
    // What is asked meanwhile is told there, too.
    await settings.getByRole('status').getByRole('button', { name: 'Show' }).click();
    await expect(question).toBeInViewport();
  });

  await test.step('the question of another thread is answered above the message field, and leads out of a hidden panel', async () => {
    await panel.newThread();
    const elsewhere = root.getByRole('region', { name: 'Question of another thread' });
    await expect(elsewhere).toContainText('npm run other');
    await expect(composer).toBeFocused();
    // In the smallest window its answers are in sight, and it leaves the message field its room.
    const size = await resize(app, 640, 420);
    await expect.poll(() => page.evaluate(() => innerHeight)).toBe(420);
    await expect(elsewhere.getByRole('button', { name: 'Reject' })).toBeInViewport({ ratio: 1 });
    await expect(panel.send).toBeInViewport({ ratio: 1 });
    await resize(app, ...size);
    await expect.poll(() => page.evaluate(() => innerHeight)).toBe(size[1]);
    await page.getByRole('button', { name: 'Agent panel' }).click();
    await expect(page.getByRole('button', { name: 'Agent panel: a question needs you' })).toBeVisible();
    const notice = page.getByRole('status').filter({ hasText: '” has a question for you.' });
    await notice.getByRole('button', { name: 'Show' }).click();
    await panel.newThread();
    // The agent changes it all the time, so that only to refuse it is possible.
    await expect(elsewhere.getByRole('button', { name: 'Allow', exact: true })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    await elsewhere.getByRole('button', { name: 'Reject' }).click();
    await expect(elsewhere).toHaveCount(0);
    // Of several the second need not wait for the first.
    await composer.fill('alone First\nalone Second');
    await composer.press('Enter');
    await expect(root.getByText('2 of 2', { exact: true })).toBeVisible();
    await panel.ended();
    await panel.newThread();
    const asked = elsewhere.getByRole('group', { name: 'May Bird do this?' });
    await asked.filter({ hasText: 'Second' }).getByRole('button', { name: 'Reject' }).click();
    await expect(asked).toHaveCount(1);
    await asked.filter({ hasText: 'First' }).getByRole('button', { name: 'Reject' }).click();
    await expect(elsewhere).toHaveCount(0);
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

  await test.step('a prompt that wants a sign-in is answered after it', async () => {
    await panel.ask('sign-in\nsay Hello from the bird.');
    await signIn.click();
    await expect(panel.said('Hello from the bird.')).toBeVisible();
  });

  await test.step('its images stand among its words and in its calls, open larger, and what cannot be shown is told', async () => {
    await panel.ask('images');
    await panel.ended();
    const chart = lastTurn.getByRole('button', { name: 'chart.png' });
    await expect(chart.getByRole('img')).toHaveJSProperty('naturalWidth', 480);
    await expect(lastTurn.getByRole('button', { name: 'small.png' })).toBeVisible();
    await expect(lastTurn.getByText('which is not shown here: only PNG, JPEG, GIF and WebP are')).toBeVisible();
    await expect(lastTurn.getByText('Image: PNG, 320 × 90, 0 KB. It is damaged.')).toBeVisible();
    await lastTurn.getByText('Draw a chart', { exact: true }).click();
    await expect(lastTurn.getByRole('button', { name: 'Image from Bird' })).toHaveCount(1);
    await expectAccessible(page, '#agent-panel');
    await chart.press('Enter');
    const large = page.getByRole('dialog', { name: 'chart.png, 480 × 240' });
    await expect(large.getByRole('button', { name: 'Close' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(chart).toBeFocused();
  });

  await test.step('given to a model and back, it is given what it has not seen, which the thread shows', async () => {
    await panel.choose('Sample');
    await panel.ask('hello');
    await panel.ended();
    await panel.choose('Bird');
    await expect(root.getByText('Bird will be given what it missed: 1 turn.')).toBeVisible();
    await panel.ask('say Back again.');
    await panel.ended();
    await expect(root.getByText('Handed from Bird to Sample, which is given what was said')).toBeVisible();
    await root.getByText('Handed from Sample to Bird, which was given what was said').click();
    await expect(root.getByText('Below is what was said in this thread')).toBeVisible();
    await expectAccessible(page, '#agent-panel');
  });

  await test.step('its silence is told with what it did last, until it is stopped', async () => {
    await page.clock.install();
    await panel.ask('run sleep 60');
    await expect(lastTurn.getByText('sleep 60', { exact: true })).toBeVisible();
    const silence = lastTurn.getByRole('group', { name: 'The answer is silent' });
    // Stands still while it is looked at, however long that takes.
    await page.clock.pauseAt(Date.now() + 10_000);
    await expect(silence).toHaveCount(0);
    await page.clock.resume();
    await page.clock.fastForward(32_000);
    await expect(silence).toContainText(/Bird has said nothing for \d\d s\. Last: sleep 60/);
    await silence.getByRole('button', { name: 'Stop' }).click();
    await panel.ended();
    await expect(silence).toHaveCount(0);
  });
});

/** @returns the size before */
const resize = (app: ElectronApplication, ...to: readonly [width: number, height: number]) =>
  app.evaluate(({ BrowserWindow }, [width, height]) => {
    const [window] = BrowserWindow.getAllWindows();
    const [widthBefore = 0, heightBefore = 0] = window?.getContentSize() ?? [];
    window?.setContentSize(width, height);
    return [widthBefore, heightBefore] as const;
  }, to);
