import { readFile, realpath, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '../fixtures.ts';
import { editorOf } from '../support/views/editor.ts';
import { panelOf } from '../support/views/panel.ts';

const agentFile = fileURLToPath(new URL('../../src/main/agent-servers/testing/agent/main.ts', import.meta.url));

test('an agent asks by forms and pages, files are saved for it or compared with what it wrote, and its sessions are there', async ({
  open,
  folder,
}) => {
  const args = [agentFile, '--sessions', folder];
  const { page, project, opened } = await open({
    project: { 'a.txt': 'one\n' },
    file: 'a.txt',
    settings: { agent_servers: { Bird: { command: process.execPath, args } } },
  });
  const panel = panelOf(page);
  const { composer } = panel;
  const editor = editorOf(page);
  const text = editor.text('a.txt');
  const onDisk = () => readFile(join(project, 'a.txt'), 'utf8');
  await panel.choose('Bird');

  await test.step('a form is filled in, and what does not fit is said', async () => {
    await panel.ask('form');
    const form = page.getByRole('dialog', { name: 'About the change' });
    const name = form.getByRole('textbox', { name: 'Name' });
    await expect(name).toBeFocused();
    await expect(form).toContainText('Asked by the agent');
    const send = form.getByRole('button', { name: 'Send' });
    await expect(send).toHaveAttribute('aria-disabled', 'false');
    await name.press('Enter');
    await expect(name).toHaveAccessibleDescription('This has to be filled in.');
    await name.fill('main');
    await form.getByRole('checkbox', { name: 'small' }).check();
    await name.press('Enter');
    await expect(panel.said('Form: ')).toContainText('"name":"main","count":3,"careful":true,"sizes":["small"]');
  });

  await test.step('a page is opened once the person was asked', async () => {
    await panel.ask('url https://a.example/sign-in');
    const question = page.getByRole('alertdialog', { name: 'Open this address in your browser?' });
    await expect(question).toContainText('Please look.');
    await question.getByRole('button', { name: 'Open' }).click();
    await expect(panel.said('Page: ')).toContainText('accept');
    await expect.poll(opened).toEqual(['https://a.example/sign-in']);
  });

  await test.step('its work is a line that opens, and what a turn changed is undone in one step, in the editor and on disk', async () => {
    const goOn = join(folder, 'go on');
    await panel.ask(`call read Read it\nuntil ${goOn}\nthink I look.\ndisk a.txt first\nask Go on?\ndisk a.txt second`);
    const work = panel.lastTurn.locator('summary').filter({ hasText: '1 thought, 1 call' });
    const call = panel.lastTurn.getByText('Read it', { exact: true });
    // What was open alone is so in the line that it becomes part of.
    await call.click();
    await writeFile(goOn, '');
    await expect(text).toContainText('first');
    await expect(work).toBeVisible();
    await expect(call).toBeVisible();
    await work.press('Enter');
    await expect(call).toHaveCount(0);
    await page.keyboard.press('ControlOrMeta+F');
    await page.keyboard.type('I look.');
    await expect(panel.root.getByRole('search').getByRole('status')).toHaveText('1 of 2');
    await page.keyboard.press('Enter');
    await expect(panel.lastTurn.locator('details').getByText('I look.', { exact: true })).toBeVisible();
    await page.keyboard.press('Escape');
    const allow = panel.lastTurn.getByRole('button', { name: 'Allow', exact: true });
    await expect(allow).toHaveAttribute('aria-disabled', 'false');
    await allow.click();
    await expect(text).toContainText('second');
    await panel.ended();
    await text.press('Control+z');
    await expect(text).toHaveText('one');
    // The disk has it still.
    const review = panel.root.getByRole('region', { name: 'Changes to review' });
    await expect(review).toContainText('Put back in the editor, not saved: a.txt');
    await text.press('Control+Shift+z');
    await expect(text).toContainText('second');
    await expect(review).toContainText('1 file changed');
    await text.press('Control+z');
    await review.getByRole('button', { name: 'Save' }).click();
    await expect.poll(onDisk).toBe('one\n');
    await expect(review).toHaveCount(0);
    await text.press('Control+Shift+z');
    await text.press('Control+s');
    await expect.poll(onDisk).toBe('second\n');
    await panel.lastTurn.getByRole('button', { name: 'Undo what this turn changed' }).press('Enter');
    await expect.poll(onDisk).toBe('one\n');
    const redo = panel.lastTurn.getByRole('button', { name: 'Redo what was undone' });
    await expect(redo).toBeFocused();
    await redo.press('Enter');
    await expect.poll(onDisk).toBe('second\n');
    await text.press('Control+z');
    await expect(text).toHaveText('one');
    await panel.lastTurn.getByRole('button', { name: 'Undo what this turn changed' }).press('Enter');
    const told = page.getByRole('status').filter({ hasText: 'a.txt is as before this message in the editor alone.' });
    await told.getByRole('button', { name: 'Save' }).click();
    await expect.poll(onDisk).toBe('one\n');
  });

  await test.step('what is unsaved is offered to be saved before', async () => {
    await text.click();
    await editor.typeAtStart('mine ');
    await composer.fill('say done');
    await composer.press('Enter');
    const offer = page.getByRole('alertdialog', { name: 'Save a.txt first?' });
    await offer.getByRole('button', { name: 'Save and send' }).click();
    await expect(panel.said('done')).toBeVisible();
    expect(await onDisk()).toBe('mine one\n');
  });

  await test.step('what it writes under unsaved text is compared with it, and the keyboard stays', async () => {
    await text.click();
    await editor.typeAtStart('unsaved');
    await page.keyboard.press('Enter');
    await composer.fill('disk a.txt theirs');
    await composer.press('Enter');
    await page.getByRole('button', { name: 'Send as it is on disk' }).click();
    await expect(page.getByRole('group', { name: 'Differences of a.txt' })).toBeVisible();
    await expect(composer).toBeFocused();
    await expect(text).toContainText('unsaved');
    await expect(text).toContainText('theirs');
    await page.getByRole('button', { name: 'All theirs' }).click();
    await expect(text).not.toContainText('unsaved');
    // Until then the review was of the unsaved text, which had lost no line.
    await expect(panel.root.getByText('1 line removed', { exact: true })).toHaveCount(1);
  });

  await test.step('one that does not stop is over at once; it is ended, which its answer says, and the next prompt starts it again', async () => {
    await panel.ask('say Working.\ndeaf 3600000');
    await expect(panel.said('Working.')).toBeVisible();
    await panel.stop.click();
    await panel.ended();
    await expect(panel.lastTurn).toContainText('Bird did not stop, and was ended');
    await panel.ask('say Here again.');
    await expect(panel.said('Here again.')).toBeVisible();
  });

  await test.step('a session that it has kept goes on in a new thread', async () => {
    const said = [{ by: 'person', id: 'p', text: 'say Kept for later' }];
    const session = { id: 'kept', cwd: await realpath(project), said };
    await writeFile(join(folder, 'kept.json'), JSON.stringify(session));
    await page.keyboard.press('Control+Shift+P');
    await page.keyboard.type('Open a Session of an Agent');
    await page.keyboard.press('Enter');
    const sessions = page.getByRole('dialog', { name: 'Sessions of Bird' });
    await expect(sessions.getByRole('option')).toHaveCount(2);
    await sessions.getByRole('option', { name: /^say Kept/ }).click();
    await expect(panel.turns).toHaveCount(1);
    await expect(panel.turns).toContainText('say Kept for later');
  });
});
