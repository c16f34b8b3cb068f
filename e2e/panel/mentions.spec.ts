import { expect, test } from '../fixtures.ts';
import { expectAccessible } from '../support/views/accessible.ts';
import { editorOf } from '../support/views/editor.ts';
import { runCommand } from '../support/views/extensions-view.ts';
import { panelOf } from '../support/views/panel.ts';

const settings = { theme: 'dark' } as const;
const project = {
  'src/parser.ts': 'export class Parser {\n  readNumber(): number {\n    return 42;\n  }\n}\n',
  'src/lexer.ts': 'export function cutTokens() {\n  return [];\n}\n',
  'docs/guide.md': '# Guide\n',
  'notes.txt': 'one\ntwo\nthree\n',
};

test('"@" offers what can be mentioned, by keyboard alone', async ({ open }) => {
  const { page } = await open({ settings, project, file: 'notes.txt' });
  const panel = panelOf(page);
  const list = panel.root.getByRole('listbox', { name: 'Mentions' });
  const options = list.getByRole('option');
  const active = list.getByRole('option', { selected: true });
  const ask = async (text: string) => {
    await panel.composer.fill('');
    await page.keyboard.type(text);
  };
  await expect(editorOf(page).text('notes.txt')).toBeFocused();

  await test.step('what is open now first, then the project', async () => {
    await page.keyboard.press('ControlOrMeta+A');
    await panel.composer.focus();
    await ask('@');
    await expect(options.first()).toContainText('Selection');
    await expect(active).toHaveCount(1);
    for (const name of ['Open tabs', 'Diagnostics', 'notes.txt', 'parser.ts', 'src/', 'docs/']) {
      await expect(options.filter({ hasText: name }).first()).toBeVisible();
    }
    const pointsAtActive = async () =>
      (await panel.composer.getAttribute('aria-activedescendant')) === (await active.getAttribute('id'));
    await expect.poll(pointsAtActive).toBe(true);
    await expectAccessible(page, '#agent-panel');
    await page.keyboard.press('ArrowDown');
    await expect(active).toContainText('Open tabs');
    await page.keyboard.press('Escape');
    await expect(list).toBeHidden();
    await panel.expectDraft('@');
  });
  await test.step('a file by some of its letters, which are marked; Tab takes it', async () => {
    await ask('@prs');
    await expect(active).toContainText('parser.ts');
    await expect(active.locator('b')).toHaveText(['p', 'rs']);
    await page.keyboard.press('Tab');
    await expect(panel.composer.locator('[data-mention]')).toHaveText('parser.ts');
    await expect(panel.composer).toBeFocused();
  });
  await test.step('symbols of the open files and of the project', async () => {
    await ask('@cutT');
    await expect(options.filter({ hasText: 'cutTokens' })).toContainText('lexer.ts:1');
    await ask('@symbol readN');
    await expect(active).toContainText('readNumber');
    await page.keyboard.press('Enter');
    await expect(panel.composer.locator('[data-mention]')).toHaveText('readNumber');
  });
  await test.step('another thread by its title', async () => {
    await panel.ask('Greet the reviewer');
    await panel.ended();
    await page.keyboard.press('ControlOrMeta+N');
    await expect(panel.turns).toHaveCount(0);
    await ask('@reviewer');
    await expect(active).toContainText('Greet the reviewer');
    await page.keyboard.press('Enter');
    await expect.poll(panel.draft).toMatch(/^\[@Greet the reviewer\]\(outrigger:\/\/\/agent\/thread\//);
  });
  await test.step('what names nothing is sent as it is', async () => {
    await ask('@nobody-has-this-name');
    await expect(list).toBeHidden();
    await page.keyboard.press('Enter');
    await expect(panel.lastTurn).toContainText('@nobody-has-this-name');
    await panel.ended();
  });
});

test('the model is told what a mention names, with unsaved text, and the person can see it', async ({ open }) => {
  const { page } = await open({ settings, project, file: 'notes.txt:2:1' });
  const panel = panelOf(page);
  const editor = editorOf(page);
  await expect(editor.text('notes.txt')).toBeFocused();
  await page.keyboard.type('typed and not saved ');
  await panel.composer.focus();
  for (const [typed, label] of [
    ['Explain @notes.txt', 'notes.txt'],
    ['@symbol readNumber', 'readNumber'],
    ['@docs', 'docs/'],
  ] as const) {
    await page.keyboard.type(typed);
    await expect(panel.root.getByRole('option', { selected: true })).toContainText(label);
    await page.keyboard.press('Enter');
    await expect(panel.composer.locator('[data-mention]').last()).toHaveText(label);
  }
  await expect(panel.composer.locator('[data-mention]')).toHaveText(['notes.txt', 'readNumber', 'docs/']);

  await runCommand(page, 'Show What the Model Sees');
  const shown = page.getByRole('textbox', { name: /^Text of .+\.md$/ });
  await expect(shown).toContainText('typed and not saved two');
  await expect(shown).toContainText('return 42;');
  await expect(shown).toContainText('guide.md');
  await expect(panel.turns).toHaveCount(0);
});

test('a project of very many files is searched without a key waiting for it', { tag: '@soak' }, async ({ open }) => {
  test.slow();
  const many = Object.fromEntries(
    Array.from({ length: 8000 }, (_, index) => [`packages/part-${index % 40}/module-${index}.ts`, '']),
  );
  const { page } = await open({ settings, project: many });
  const panel = panelOf(page);
  const active = panel.root.getByRole('option', { selected: true });
  await panel.composer.pressSequentially('@module');
  await expect(active).toContainText('module-', { timeout: 60_000 });
  await page.keyboard.type('-7999');
  await expect(active).toContainText('module-7999.ts');
  await page.keyboard.press('Enter');
  await expect(panel.composer.locator('[data-mention]')).toHaveText('module-7999.ts');

  await test.step('Enter that comes before the files are found takes the first of them', async () => {
    await panel.composer.fill('@module-799');
    await expect(active).toContainText('module-799');
    await panel.composer.evaluate(async (field) => {
      document.execCommand('insertText', false, '8');
      // Typing is drawn before the next key, long before 8,000 files are ranked.
      await new Promise((resolve) => queueMicrotask(() => queueMicrotask(() => resolve(null))));
      field.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Enter', code: 'Enter', bubbles: true, cancelable: true }),
      );
    });
    await expect(panel.composer.locator('[data-mention]')).toHaveText('module-7998.ts');
    await expect(panel.turns).toHaveCount(0);
  });
});
