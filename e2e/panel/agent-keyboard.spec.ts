import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { gateIn, gateRules } from '../support/hosts/gate.ts';
import { type Step, scriptOf } from '../support/hosts/script.ts';
import { expectAccessible, inEachTheme, rulesOfTheme } from '../support/views/accessible.ts';
import { askedOf } from '../support/views/asked.ts';
import { editorOf } from '../support/views/editor.ts';
import { panelOf } from '../support/views/panel.ts';

const mayChange = [{ effect: 'change', pattern: '**', decision: 'allow', folder: '*' }];
const lines = Array.from({ length: 40 }, (_, at) => `const number${at + 1} = ${at + 1};`);
const project = { 'a.ts': `${lines.join('\n')}\n`, 'notes.txt': 'one\n' } as const;
const edit = (...pairs: readonly (readonly [old: string, to: string])[]) => ({
  tool: 'edit-file',
  input: { path: 'a.ts', edits: pairs.map(([old, to]) => ({ old, new: to })) },
});
const twoEdits = edit(['number2 = 2', 'number2 = "two"'], ['number30 = 30', 'number30 = "thirty"']);

/** Page object that uses the keyboard only. */
function keysOf(page: Page) {
  const press = page.keyboard.press.bind(page.keyboard);
  const isAt = (name: RegExp) =>
    page.evaluate(
      ([source, flags]) => {
        const { activeElement: at } = document;
        return new RegExp(source ?? '', flags).test(at?.getAttribute('aria-label') ?? at?.textContent ?? '');
      },
      [name.source, name.flags] as const,
    );
  return {
    press,
    isAt,
    /** Moves the focus to a control, within a reasonable number of keys. */
    async to(name: RegExp, key: 'Tab' | 'Shift+Tab' | 'ArrowLeft' = 'Tab') {
      for (let step = 0; step < 12 && !(await isAt(name)); step += 1) await press(key);
      expect(await isAt(name), `${key} leads to ${name}`).toBe(true);
    },
    /** Types a prompt of several lines and sends it. */
    async send(title: string, steps: readonly Step[]) {
      for (const line of scriptOf(title, steps).split('\n')) {
        await page.keyboard.insertText(line);
        await press('Shift+Enter');
      }
      await press('Enter');
    },
  };
}

test('a person goes the whole way by the keyboard alone', async ({ open }) => {
  test.slow();
  const { page, project: folder } = await open({
    isTrusted: true,
    settings: { toolRules: gateRules },
    project,
    file: 'notes.txt',
  });
  const gate = await gateIn(folder);
  const panel = panelOf(page);
  const asked = askedOf(page);
  const keys = keysOf(page);
  const queue = panel.root.getByRole('region', { name: 'Queued messages' });
  const review = panel.root.getByRole('region', { name: 'Changes to review' });
  const onDisk = () => readFile(join(folder, 'a.ts'), 'utf8');

  await test.step('the key that goes to the panel holds before the panel is there', async () => {
    await keys.press('ControlOrMeta+L');
    await expect(panel.composer).toBeFocused();
  });
  await test.step('a mention, a prompt, a question', async () => {
    await page.keyboard.type('Look at @note');
    await expect(panel.root.getByRole('option', { selected: true })).toContainText('notes.txt');
    await keys.press('Enter');
    const held = { text: 'It is done, and there is time for all of the queue.', calls: [gate.call] };
    await keys.send('and change it', [{ calls: [twoEdits] }, held, { text: 'Now on.' }]);
    await expect(asked.question(/edit this file/)).toBeFocused();
    await keys.to(/^Allow once/);
    await expect(asked.question(/edit this file/).getByRole('button', { name: 'Allow once' })).toBeEnabled();
    await keys.press('Enter');
    await expect(panel.said('It is')).toBeVisible();
    await expect(panel.composer).toBeFocused();
    await expect.poll(onDisk).toContain('"thirty"');
  });
  await test.step('the queue: moved, removed, and the keyboard is not lost when a message goes', async () => {
    for (const text of ['Greet me', 'Greet her', 'Greet him']) {
      await page.keyboard.type(text);
      await keys.press('Enter');
      await panel.expectDraft('');
    }
    await expect(queue.getByRole('listitem')).toHaveCount(3);
    await keys.to(/^Move message 3/, 'Shift+Tab');
    await keys.press('Alt+ArrowUp');
    await expect(queue.getByRole('listitem')).toHaveText(['Greet me', 'Greet him', 'Greet her']);
    await keys.to(/^Remove message 2/);
    await keys.press('Enter');
    await expect(queue.getByRole('listitem')).toHaveText(['Greet me', 'Greet her']);
    await keys.to(/^Remove message 2/);
    await keys.press('Enter');
    await expect(queue.getByRole('listitem')).toHaveText(['Greet me']);
    await keys.to(/^Edit message 1/, 'Shift+Tab');
    await gate.open();
    await expect(panel.turns).toHaveCount(2, { timeout: 60_000 });
    await expect(panel.composer).toBeFocused();
    await panel.ended();
  });
  await test.step('changes part by part; the next one is at hand, and then the message', async () => {
    await keys.to(/changed/, 'Shift+Tab');
    await keys.press('Enter');
    await keys.to(/^Review a.ts/);
    await keys.press('Enter');
    const rejects = review.getByRole('button', { name: 'Reject this change' });
    await expect(rejects).toHaveCount(2);
    await keys.to(/^Reject this change/);
    await keys.press('Enter');
    await expect(rejects).toHaveCount(1);
    await expect(review.getByRole('group', { name: 'Changes of a.ts' })).toBeFocused();
    await keys.to(/^Accept this change/);
    await keys.press('Enter');
    await expect(review).toHaveCount(0);
    await expect(panel.composer).toBeFocused();
    await expect.poll(onDisk).toBe(project['a.ts'].replace('= 30;', '= "thirty";'));
  });
  await test.step('an earlier message again, and the files back to before it', async () => {
    const actions = panel.turns.first().getByRole('toolbar', { name: 'Actions for your message' });
    for (let step = 0; step < 12 && !(await actions.locator(':focus').count()); step += 1)
      await keys.press('Shift+Tab');
    await keys.to(/^Restore files/, 'ArrowLeft');
    await keys.press('Enter');
    await expect(editorOf(page).question).toContainText('Restore 1 file?');
    await keys.to(/^Restore$/);
    await keys.press('Enter');
    await expect.poll(onDisk).toBe(project['a.ts']);
    await expect(editorOf(page).question).toBeHidden();
    await expect(actions.locator(':focus')).toHaveCount(1);
    await keys.to(/^Edit and send again/, 'ArrowLeft');
    await keys.press('Enter');
    await expect(panel.composer).toBeFocused();
    await expect.poll(panel.draft).toContain('and change it');
    await keys.press('ControlOrMeta+A');
    await page.keyboard.type('Greet us all');
    await keys.press('Enter');
    await expect(panel.turns).toHaveCount(1);
    await panel.ended();
    await expect(panel.root.getByRole('button', { name: /^Jump to latest/ })).toHaveCount(0);
  });
  await test.step('and its other version', async () => {
    await keys.to(/^Earlier version/, 'Shift+Tab');
    await keys.press('Enter');
    await expect(panel.turns).toHaveCount(2);
    await expect(panel.turns.first()).toContainText('It is done');
  });
});

test('a change over unsaved text is a step of undo, after which nothing is left to review', async ({ open }) => {
  const { page, project: folder } = await open({
    isTrusted: true,
    settings: { toolRules: mayChange },
    project,
    file: 'a.ts',
  });
  const panel = panelOf(page);
  const editor = editorOf(page);
  const review = panel.root.getByRole('region', { name: 'Changes to review' });
  await expect(editor.text('a.ts')).toBeFocused();
  await editor.typeAtStart('// mine\n');
  await askedOf(page).play('Change it', { calls: [edit(['number2 = 2', 'number2 = "two"'])] });
  await panel.ended();
  await expect(review).toContainText('1 file changed');
  await expect(editor.dirtyTab('a.ts')).toBeVisible();
  expect(await readFile(join(folder, 'a.ts'), 'utf8')).toBe(project['a.ts']);
  await editor.text('a.ts').focus();
  await page.keyboard.press('ControlOrMeta+Z');
  await expect(review).toHaveCount(0);
  await expect(editor.text('a.ts')).toContainText('// mine');
  await page.keyboard.press('ControlOrMeta+Shift+Z');
  await editor.save('a.ts');
  await expect(review).toContainText('1 file changed');
  expect(await readFile(join(folder, 'a.ts'), 'utf8')).toBe(
    `// mine\n${project['a.ts'].replace('number2 = 2', 'number2 = "two"')}`,
  );
});

test('a change that is undone before it is marked in the editor leaves nothing to review', async ({ open }) => {
  const { page } = await open({ isTrusted: true, settings: { toolRules: mayChange }, project, file: 'a.ts' });
  const editor = editorOf(page);
  await expect(editor.text('a.ts')).toBeFocused();
  await editor.typeAtStart('// mine\n');
  const review = panelOf(page).root.getByRole('region', { name: 'Changes to review' });
  const undone = page.evaluate(async () => {
    const panel = document.querySelector('#agent-panel');
    const text = document.querySelector('.cm-content');
    if (!panel || !text) throw new Error('There is no panel, or no editor.');
    await new Promise<void>((resolve) => {
      const look = () => panel.textContent?.includes('1 file changed') && resolve();
      new MutationObserver(look).observe(panel, { subtree: true, childList: true, characterData: true });
    });
    // In the same task: the editor's marks wait for main's reply about the file.
    text.dispatchEvent(new KeyboardEvent('keydown', { key: 'z', code: 'KeyZ', ctrlKey: true, bubbles: true }));
    return text.textContent;
  });
  await askedOf(page).play('Change it', { calls: [edit(['number2 = 2', 'number2 = "two"'])] });
  expect(await undone).toContain('number2 = 2;');
  await expect(review).toHaveCount(0);
  await expect(editor.text('a.ts')).toContainText('// mine');
});

test('a question stays in sight of everybody, whatever else is open', async ({ open }) => {
  test.slow();
  const { app, page } = await open({ isTrusted: true, settings: { toolRules: mayChange }, project });
  const panel = panelOf(page);
  const asked = askedOf(page);
  await asked.play('Change and run', { calls: [twoEdits, { tool: 'run-command', input: { line: 'npm test' } }] });
  const question = asked.question(/run this command/);
  await expect(question).toBeVisible();
  for (const text of ['one', 'two', 'three']) {
    await panel.composer.fill(text);
    await panel.composer.press('Enter');
    await panel.expectDraft('');
  }
  await panel.root.getByRole('button', { name: /changed/ }).click();
  await panel.root.getByRole('button', { name: 'Review a.ts' }).click();
  await expect(panel.root.getByRole('button', { name: 'Accept this change' })).toHaveCount(2);
  await expect(question.getByRole('button', { name: 'Don’t allow' })).toBeInViewport();
  await panel.composer.press('ControlOrMeta+F');
  await page.keyboard.type('change');
  await inEachTheme(page, (theme) => expectAccessible(page, '#agent-panel', rulesOfTheme[theme]));
  await page.keyboard.press('Escape');

  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setContentSize(640, 420));
  await expect(panel.root).toBeHidden();
  await page.keyboard.press('ControlOrMeta+L');
  await expect(panel.stop).toBeInViewport({ ratio: 1 });
  // Shrinking elements may move the composer by a fraction of a pixel.
  await expect(panel.composer).toBeInViewport({ ratio: 0.99 });
  const thread = panel.root.getByRole('region', { name: 'Messages', exact: true });
  await expect.poll(async () => (await thread.boundingBox())?.height).toBeGreaterThan(60);
});
