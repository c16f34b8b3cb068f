import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { expectAccessible, inEachTheme, rulesOfTheme } from '../support/views/accessible.ts';
import { editorOf } from '../support/views/editor.ts';
import '../support/views/page-api.ts';
import { settingsOf } from '../support/views/settings.ts';

const long = `${'word '.repeat(100)}\n`;
const project = {
  'a.txt': `one\n\ttwo  three \n    ${long}four\n`,
  'b.py': 'def one():\n    pass\n',
  'c.py': 'one\n',
};

/** A part of the editor, since the composer is an editor too. */
const partOf = (page: Page, selector: string): Locator => page.getByTestId('editor').locator(selector);
const rowOf = (page: Page, key: string): Locator => page.locator(`[data-setting="${key}"]`);
const css = (part: Locator, property: string) =>
  part.evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);
const set = (page: Page, key: string, value: unknown, language: string | null = null) =>
  page.evaluate(
    async ([key, value, language]) => {
      const result = await window.outrigger.settings.set('user', language, key, value);
      if (!result.ok) throw new Error(result.failure.message);
    },
    [key, value, language] as const,
  );

test('the editor obeys its settings at once', async ({ open }) => {
  const { page } = await open({ project, file: 'a.txt' });
  const editor = editorOf(page);
  const content = partOf(page, '.cm-content');
  const scroller = partOf(page, '.cm-scroller');
  const lines = partOf(page, '.cm-line');
  await expect(content).toBeVisible();

  await test.step('font, size, weight, ligatures, height of a line, spacing', async () => {
    await expect.poll(() => css(content, 'font-size')).toBe('13px');
    await expect.poll(() => css(content, 'line-height')).toBe('20px');
    await expect.poll(() => css(content, 'font-feature-settings')).toContain('"calt" 0');
    await set(page, 'editor.fontSize', 20);
    await set(page, 'editor.fontFamily', 'Outrigger Test, "Courier New"');
    await set(page, 'editor.fontWeight', 'bold');
    await set(page, 'editor.fontLigatures', true);
    await set(page, 'editor.letterSpacing', 1);
    await expect.poll(() => css(content, 'font-size')).toBe('20px');
    await expect.poll(() => css(content, 'line-height')).toBe('30px');
    await expect.poll(() => css(content, 'font-family')).toMatch(/^"?Outrigger Test"?, "Courier New"/);
    await expect.poll(() => css(content, 'font-weight')).toBe('700');
    await expect.poll(() => css(content, 'font-feature-settings')).toBe('normal');
    await expect.poll(() => css(content, 'letter-spacing')).toBe('1px');
    await expect(set(page, 'editor.fontFamily', 'x; color: red')).rejects.toThrow('takes font names');
    await set(page, 'editor.lineHeight', 2);
    await expect.poll(() => css(content, 'line-height')).toBe('40px');
    await expect.poll(async () => (await lines.first().boundingBox())?.height).toBe(40);
    for (const key of ['fontSize', 'fontFamily', 'fontWeight', 'fontLigatures', 'letterSpacing', 'lineHeight']) {
      await set(page, `editor.${key}`, undefined);
    }
    await expect.poll(async () => (await lines.first().boundingBox())?.height).toBe(20);
  });

  await test.step('line numbers, the line with the cursor, marks and rulers', async () => {
    const numbers = partOf(page, '.cm-lineNumbers .cm-gutterElement:visible');
    await editor.text('a.txt').press('ControlOrMeta+Home');
    await set(page, 'editor.lineNumbers', 'relative');
    await expect(numbers).toHaveText(['1', '1', '2', '3', '4']);
    await page.keyboard.press('ArrowDown');
    await expect(numbers).toHaveText(['1', '2', '1', '2', '3']);
    await set(page, 'editor.lineNumbers', 'off');
    await expect(partOf(page, '.cm-lineNumbers')).toHaveCount(0);
    await set(page, 'editor.lineNumbers', undefined);
    await expect(partOf(page, '.cm-activeLine')).toHaveCount(1);
    await set(page, 'editor.renderLineHighlight', 'none');
    await expect(partOf(page, '.cm-activeLine')).toHaveCount(0);
    await set(page, 'editor.renderWhitespace', 'boundary');
    await expect(lines.nth(1).locator('.cm-mark-tab')).toHaveCount(1);
    await expect(lines.nth(1).locator('.cm-mark-space')).toHaveCount(3);
    await set(page, 'editor.renderWhitespace', 'trailing');
    await expect(lines.nth(1).locator('.cm-mark-space')).toHaveCount(1);
    await set(page, 'editor.renderWhitespace', 'selection');
    await expect(lines.nth(1).locator('.cm-mark-space')).toHaveCount(0);
    await page.keyboard.press('ControlOrMeta+A');
    await expect(lines.nth(1).locator('.cm-mark-space')).toHaveCount(3);
    await page.keyboard.press('ControlOrMeta+Home');
    await set(page, 'editor.rulers', [10, { column: 20, color: '#ff0000' }]);
    await expect.poll(() => css(content, 'background-image')).toMatch(/^linear-gradient.*rgb\(255, 0, 0\)/);
    await set(page, 'editor.scrollBeyondLastLine', true);
    await expect.poll(() => css(content, 'padding-bottom').then(Number.parseFloat)).toBeGreaterThan(100);
  });

  await test.step('long lines wrap at the window, at a column, or at whichever comes first', async () => {
    const wide = () => scroller.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
    const rows = async () => Math.round(((await lines.nth(2).boundingBox())?.height ?? 0) / 20);
    expect(await wide()).toBe(true);
    expect(await rows()).toBe(1);
    await set(page, 'editor.wordWrap', 'on');
    await expect.poll(wide).toBe(false);
    await expect.poll(rows).toBeGreaterThan(1);
    await set(page, 'editor.wordWrap', 'wordWrapColumn');
    await set(page, 'editor.wordWrapColumn', 56);
    // Each row has four columns of indentation, and room for ten words of five letters.
    await expect.poll(rows).toBe(10);
    await set(page, 'editor.wordWrapColumn', 256);
    await expect.poll(rows).toBe(2);
    await expect.poll(wide).toBe(true);
    await set(page, 'editor.wordWrap', 'bounded');
    await expect.poll(wide).toBe(false);
    await set(page, 'editor.wordWrapColumn', 56);
    await expect.poll(rows).toBe(10);
    const left = () => css(lines.nth(2), 'text-indent').then(Number.parseFloat);
    await expect.poll(left).toBeLessThan(-20);
    await set(page, 'editor.wrappingIndent', 'none');
    await expect.poll(left).toBe(0);
  });
});

test('a language has settings of its own, and a file’s own lines go before them', async ({ open }) => {
  const { page } = await open({ project, file: 'c.py' });
  const editor = editorOf(page);
  await expect(page.getByText('Spaces: 4', { exact: true })).toBeVisible();
  await set(page, 'editor.tabSize', 3, 'python');
  await expect(page.getByText('Spaces: 3', { exact: true })).toBeVisible();
  await editor.text('c.py').press('ControlOrMeta+Home');
  await page.keyboard.press('Tab');
  await expect(editor.text('c.py').locator('.cm-line').first()).toHaveText('   one');
  await set(page, 'editor.insertSpaces', false, 'python');
  await expect(page.getByText('Tabs: 3', { exact: true })).toBeVisible();
  await editor.open('b.py');
  await expect(page.getByText('Spaces: 4', { exact: true })).toBeVisible();
  await set(page, 'editor.detectIndentation', false);
  await expect(page.getByText('Tabs: 3', { exact: true })).toBeVisible();
  await editor.open('a.txt');
  await expect(page.getByText('Spaces: 4', { exact: true })).toBeVisible();
  const first = editor.text('a.txt').locator('.cm-line').first();
  await page.keyboard.type(' ');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.type('(');
  await expect(first).toHaveText('() one');
  await set(page, 'editor.autoClosingBrackets', 'never');
  // The previous change has no visible effect; that of a later one shows that it was applied.
  await set(page, 'editor.lineNumbers', 'off');
  await expect(page.locator('.cm-lineNumbers')).toHaveCount(0);
  await page.keyboard.type('[');
  await expect(first).toHaveText('([) one');
});

test('settings are found by words, changed on the page, and reset', async ({ open }) => {
  const { page } = await open({ project, file: 'a.txt' });
  const settings = settingsOf(page);
  await settings.open('Editor');
  const search = settings.root.getByRole('searchbox', { name: 'Search settings' });

  await search.fill('font size');
  const size = rowOf(page, 'editor.fontSize');
  await expect(size).toContainText('Default');
  await size.getByRole('textbox', { name: 'Font size' }).fill('200');
  await page.keyboard.press('Enter');
  await expect(size.getByRole('alert')).toHaveText(
    'Not saved. “editor.fontSize” takes a number from 6 to 100. Nothing was changed. Correct it, then try again.',
  );
  await size.getByRole('textbox', { name: 'Font size' }).fill('19');
  await page.keyboard.press('Enter');
  await expect.poll(() => css(partOf(page, '.cm-content'), 'font-size')).toBe('19px');
  await expect(size).toContainText('Set by you');
  await expect(size.getByRole('alert')).toHaveCount(0);
  await size.getByRole('button', { name: 'Reset Font size' }).click();
  await expect.poll(() => css(partOf(page, '.cm-content'), 'font-size')).toBe('13px');
  await expect(size.getByRole('textbox', { name: 'Font size' })).toHaveValue('13');

  await search.fill('allow');
  await rowOf(page, 'toolRules').getByRole('button', { name: 'Show its page' }).click();
  await expect(settings.tab('Approvals')).toHaveAttribute('aria-selected', 'true');
  await expect(search).toHaveValue('');

  await search.fill('nothing is called so');
  await expect(settings.page.getByRole('status')).toContainText('No setting or command matches');
  await page.keyboard.press('Escape');
  await expect(search).toHaveValue('');
  await expect(settings.root).toBeVisible();

  await settings.open('Editor');
  await settings.page.getByRole('combobox', { name: 'For which language' }).selectOption('python');
  const tabs = rowOf(page, 'editor.tabSize');
  await tabs.getByRole('textbox', { name: 'Tab size' }).fill('7');
  await page.keyboard.press('Enter');
  await expect(tabs).toContainText('Set by you for this language');
  await settings.page.getByRole('combobox', { name: 'For which language' }).selectOption('');
  await expect(tabs.getByRole('textbox', { name: 'Tab size' })).toHaveValue('4');
  await inEachTheme(page, async (theme) => {
    await page.screenshot({ path: test.info().outputPath(`settings-editor-${theme}.png`) });
    await expectAccessible(page, 'dialog[open]', rulesOfTheme[theme]);
  });
});

test('a folder that is trusted has settings of its own, and none that harm', async ({ open }) => {
  const own = { 'editor.tabSize': 7, asksBeforeQuit: true, toolRules: [] };
  const files = { ...project, '.outrigger/settings.json': JSON.stringify(own) };
  const { page, project: root } = await open({ project: files, file: 'c.py' });
  const settings = settingsOf(page);
  const path = join(root, '.outrigger', 'settings.json');
  await expect(page.getByText('Spaces: 4', { exact: true })).toBeVisible();
  await settings.open('Editor');
  await expect(settings.page.getByRole('radio', { name: 'In project only' })).toBeDisabled();
  await settings.close();

  await page.evaluate(() => window.outrigger.workspace.setTrust(true));
  await expect(page.getByText('Spaces: 7', { exact: true })).toBeVisible();
  const held = await page.evaluate(async () => (await window.outrigger.app.boot()).settings.asksBeforeQuit);
  expect(held).toBe(false);
  await expect(
    page.getByText(
      'The settings of this folder: settings.json, line 1: “asksBeforeQuit” holds in your own settings only.',
    ),
  ).toBeVisible();

  await settings.open('Editor');
  const tabs = rowOf(page, 'editor.tabSize');
  await expect(tabs).toContainText('The open folder overrides this value');
  await expect(tabs.getByRole('textbox', { name: 'Tab size' })).toHaveValue('4');
  await settings.page.getByRole('radio', { name: 'In project only' }).check();
  await expect(tabs).toContainText('Set in this folder');
  await tabs.getByRole('textbox', { name: 'Tab size' }).fill('5');
  await page.keyboard.press('Enter');
  await expect.poll(async () => JSON.parse(await readFile(path, 'utf8'))).toEqual({ ...own, 'editor.tabSize': 5 });
  await settings.close();
  await expect(page.getByText('Spaces: 5', { exact: true })).toBeVisible();

  await writeFile(path, '{ "editor.tabSize": 9 }');
  await expect(page.getByText('Spaces: 9', { exact: true })).toBeVisible();
  await page.evaluate(() => window.outrigger.workspace.setTrust(false));
  await expect(page.getByText('Spaces: 4', { exact: true })).toBeVisible();
});

test('as JSON the settings complete, mark what is wrong, and hold when they are saved', async ({ launch }) => {
  const before = '{\n  // mine\n  "editor.tabSize": "two",\n  "files.eol": "\\n"\n}\n';
  const { page, userData } = await launch({
    project: { ...project, '.outrigger/settings.json': '{}' },
    file: 'c.py',
    prepare: (folder) => writeFile(join(folder, 'settings.json'), before),
  });
  const editor = editorOf(page);
  const settings = settingsOf(page);
  const read = () => readFile(join(userData, 'settings.json'), 'utf8');
  const told = page.getByText(/^The settings: settings.json, line 3: “editor.tabSize” takes a whole number/);

  await test.step('what is wrong is told, on the page too, and stays as it is', async () => {
    await expect(told).toBeVisible();
    await settings.open('Editor');
    await expect(rowOf(page, 'editor.tabSize')).toContainText(
      'Line 3 of the file: “editor.tabSize” takes a whole number',
    );
    await settings.open('Appearance');
    await settings.page.getByRole('combobox', { name: 'Theme' }).selectOption('dark');
    await expect.poll(read).toContain('"theme": "dark"');
    expect(await read()).toContain('// mine\n  "editor.tabSize": "two",\n  "files.eol": "\\n"');
    await settings.root.getByRole('button', { name: 'Open as JSON' }).click();
    await expect(settings.root).toBeHidden();
  });

  const text = editor.text('settings.json');
  await test.step('it is marked in the text', async () => {
    await expect(text).toBeFocused();
    await expect(text.locator('.cm-lintRange-error')).toHaveText('"two"');
    await expect(text.locator('.cm-lintRange-info')).toHaveText('"files.eol"');
    await page.screenshot({ path: test.info().outputPath('settings-json.png') });
  });

  await test.step('keys and values are completed', async () => {
    await page.keyboard.press('ControlOrMeta+Home');
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.keyboard.type('"wordWr');
    await expect(page.getByRole('option', { name: /editor\.wordWrap/ }).first()).toBeVisible();
    await page.screenshot({ path: test.info().outputPath('settings-completion.png') });
    await page.keyboard.press('Enter');
    await expect(text).toContainText('"editor.wordWrap": "off"');
  });

  await test.step('a file that is no JSON changes nothing and is told, with its line', async () => {
    await editor.save('settings.json').catch(() => undefined);
    await expect(page.getByText(/^The settings could not be read \(line 4: comma expected\)/)).toBeVisible();
    await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark');
  });

  await test.step('what would change it on the page is refused, with what to do', async () => {
    const broken = await read();
    await settings.open('Appearance');
    await settings.page.getByRole('combobox', { name: 'Theme' }).selectOption('light');
    await expect(rowOf(page, 'theme').getByRole('alert')).toHaveText(
      'Not saved. settings.json cannot be read (line 4: comma expected). Nothing was changed. Open it as JSON and mend it first, then try again.',
    );
    await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark');
    await settings.root.getByRole('button', { name: 'Open as JSON' }).click();
    await expect(text).toBeFocused();
    expect(await read()).toBe(broken);
  });

  await test.step('what is saved holds at once', async () => {
    const mended = '{ "editor.tabSize": 2, "theme": "light", "editor.wordWrap": "on" }';
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.insertText(mended);
    await editor.save('settings.json');
    await expect(page.locator('html')).toHaveCSS('color-scheme', 'light');
    await expect(told).toBeHidden();
    await expect(page.getByText(/^The settings could not be read/)).toBeHidden();
    await editor.open('c.py');
    await expect(page.getByText('Spaces: 2', { exact: true })).toBeVisible();
  });
});
