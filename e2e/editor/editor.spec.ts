import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { pressAtOnce } from '../support/keys/keys.ts';
import { editorOf } from '../support/views/editor.ts';
import { panelOf } from '../support/views/panel.ts';

const read = (...path: string[]): Promise<string> => readFile(join(...path), 'utf8');
const named = (page: Page) => page.getByRole('treeitem');
/** Inserts a text at once: a pause between two keys would split it into several steps of undo. */
async function insertAtStart(page: Page, words: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.insertText(words);
}

test('the tree of a folder leaves out what .gitignore names and follows the disk', async ({ open }) => {
  const { page, project } = await open({
    project: {
      '.gitignore': 'build/\n*.log\n!keep.log\n/only-here.txt\n',
      'build/output.js': '',
      'debug.log': '',
      'keep.log': '',
      'only-here.txt': '',
      'file10.txt': '',
      'file2.txt': '',
      '.git/HEAD': '',
      'sub/.gitignore': '!special.log\nsecret.txt\n',
      'sub/special.log': '',
      'sub/other.log': '',
      'sub/secret.txt': '',
      'sub/only-here.txt': '',
    },
  });
  const { tree, entry } = editorOf(page);
  await expect(tree).toHaveAccessibleName('Files of project');
  await entry('sub').click();
  await expect(entry('special.log')).toBeVisible();
  await expect(named(page)).toHaveText([
    'sub',
    '.gitignore',
    'only-here.txt',
    'special.log',
    '.gitignore',
    'file2.txt',
    'file10.txt',
    'keep.log',
  ]);

  await test.step('what appears, goes or is renamed on disk does so in the tree', async () => {
    await writeFile(join(project, 'sub', 'new.log'), '');
    await writeFile(join(project, 'sub', 'new.txt'), '');
    await mkdir(join(project, 'made'));
    await rm(join(project, 'keep.log'));
    await expect(named(page)).toHaveText([
      'made',
      'sub',
      '.gitignore',
      'new.txt',
      'only-here.txt',
      'special.log',
      '.gitignore',
      'file2.txt',
      'file10.txt',
    ]);
  });
  await test.step('a rule that is taken back shows what it hid', async () => {
    await writeFile(join(project, '.gitignore'), 'build/\n');
    await expect(entry('debug.log')).toBeVisible();
    await expect(entry('other.log')).toBeVisible();
    await expect(entry('secret.txt')).toHaveCount(0);
    await expect(entry('build')).toHaveCount(0);
  });
});

test('marks in a name that hide or turn letters round are written out wherever the name stands', async ({ open }) => {
  const { page } = await open({
    project: { 'odd\u202efo/lib\u200b/report\u202egnp.exe': 'one\n', 'odd\u202efo/a\u2066b\u0007.txt': 'two\n' },
    prepare: (page, _, project) =>
      page.evaluate(async (path) => void (await window.outrigger.workspace.open(path)), join(project, 'odd\u202efo')),
  });
  const { tree, entry, tab, text } = editorOf(page);
  const [workspace, folder] = ['odd⟨U+202E⟩fo', 'lib⟨U+200B⟩'];
  const [inFolder, beside] = ['report⟨U+202E⟩gnp.exe', 'a⟨U+2066⟩b⟨U+0007⟩.txt'];
  const marks = ['\u202e', '\u200b', '\u2066', '\u0007'];
  /** Checks the window's text, also that for screen readers and tooltips. */
  const nothingIsHidden = async () => {
    const said = await page.evaluate(() => [
      document.title,
      ...document.body.innerText.split('\n'),
      ...[...document.querySelectorAll('*')].flatMap((element) =>
        ['title', 'aria-label', 'aria-description'].map((name) => element.getAttribute(name) ?? ''),
      ),
    ]);
    expect(said.filter((words) => marks.some((mark) => words.includes(mark)))).toEqual([]);
  };

  await expect(tree).toHaveAccessibleName(`Files of ${workspace}`);
  await entry(folder).click();
  for (const name of [inFolder, beside]) {
    await expect(entry(name)).toHaveText(name);
    await entry(name).click();
    await expect(tab(name)).toHaveAttribute('aria-selected', 'true');
    await expect(tab(name)).toHaveText(name);
    await expect(text(name)).toBeFocused();
    await expect(page.getByRole('banner')).toContainText(workspace + (name === inFolder ? folder : '') + name);
    await expect(page).toHaveTitle(`${name} - ${workspace} - Outrigger`);
    await nothingIsHidden();
  }
  await test.step('in Go to File', async () => {
    await page.keyboard.press('ControlOrMeta+P');
    await page.keyboard.type('report');
    await expect(page.getByRole('option', { name: inFolder })).toHaveText(inFolder + folder);
    await nothingIsHidden();
    await page.keyboard.press('Escape');
  });
  await test.step('in the list of mentions, in a mention that is written and in one that was sent', async () => {
    const panel = panelOf(page);
    await panel.composer.pressSequentially('@report');
    await expect(panel.root.getByRole('option', { selected: true })).toContainText(inFolder + folder);
    await nothingIsHidden();
    await page.keyboard.press('Enter');
    await expect(panel.composer).toContainText(inFolder);
    await nothingIsHidden();
    await page.keyboard.press('Enter');
    await expect(panel.lastTurn.getByRole('link', { name: inFolder }).first()).toBeVisible();
    await panel.ended();
    await nothingIsHidden();
  });
});

test('what is typed is marked, saved by the keyboard and taken back by undo, tab by tab', async ({ open }) => {
  const { page, project } = await open({ project: { 'one.txt': 'one\n', 'two.txt': 'two\n' } });
  const editor = editorOf(page);
  await editor.open('one.txt');
  await insertAtStart(page, 'first ');
  await expect(editor.dirtyTab('one.txt')).toBeVisible();
  await expect(page.getByText('1 unsaved')).toBeVisible();
  expect(await read(project, 'one.txt')).toBe('one\n');

  await editor.save('one.txt');
  await expect(page.getByText('1 unsaved')).toBeHidden();
  await expect.poll(() => read(project, 'one.txt')).toBe('first one\n');

  await editor.open('two.txt');
  await insertAtStart(page, 'second ');
  await expect(editor.dirtyTab('two.txt')).toBeVisible();
  await page.keyboard.press('Control+Tab');
  await expect(editor.text('one.txt')).toBeFocused();

  await test.step('undo goes back behind the save, after other tabs were in front', async () => {
    await page.keyboard.press('ControlOrMeta+Z');
    await expect(editor.text('one.txt')).toHaveText('one');
    await expect(editor.dirtyTab('one.txt')).toBeVisible();
    await page.keyboard.press('ControlOrMeta+Shift+Z');
    await expect(editor.text('one.txt')).toHaveText('first one');
    await expect(editor.tab('one.txt')).toBeVisible();
  });
  await test.step('the other tab has its own history', async () => {
    await page.keyboard.press('Control+Tab');
    await expect(editor.text('two.txt')).toBeFocused();
    await expect(editor.text('two.txt')).toHaveText('second two');
    await page.keyboard.press('ControlOrMeta+Z');
    await expect(editor.text('two.txt')).toHaveText('two');
    await expect(editor.tab('two.txt')).toBeVisible();
  });
});

test('the caret blinks by itself, for which no frame is drawn in between, and a key shows it', async ({ open }) => {
  const { page } = await open({ project: { 'a.txt': 'some text\n' } });
  await editorOf(page).open('a.txt');
  const caret = page.locator('.cm-editor.cm-focused .cm-cursorLayer');
  await page.keyboard.press('ArrowRight');
  // Observed within the page, as the caret changes before a test can query it. The key comes when it is hidden again.
  const seen = await caret.evaluate(
    (layer) =>
      new Promise((resolve) => {
        const seen: string[] = [];
        const note = () => seen.push(getComputedStyle(layer).visibility);
        const press = { key: 'ArrowRight', keyCode: 39, bubbles: true, cancelable: true };
        const observer = new MutationObserver(() => {
          note();
          if (seen.at(-1) !== 'hidden' || seen.filter((one) => one === 'hidden').length < 2) return;
          observer.disconnect();
          document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', press));
          note();
          resolve(seen.slice(seen.indexOf('hidden')));
        });
        observer.observe(layer, { attributeFilter: ['style'] });
      }),
  );
  expect(seen).toEqual(['hidden', 'visible', 'hidden', 'visible']);
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
});

test('common languages are coloured', async ({ open }) => {
  const files: Record<string, string> = {
    'a.ts': 'export const answer: number = 42; // why\n',
    'b.tsx': 'const Hello = () => <p className="x">{1}</p>;\n',
    'c.js': 'function greet() { return "hello"; }\n',
    'd.py': 'def greet(name):\n    return "hello"  # why\n',
    'e.rs': 'fn main() { let answer: u32 = 42; }\n',
    'f.go': 'package main\nfunc main() { var a = "x" }\n',
    'g.json': '{ "answer": 42, "is": true }\n',
    'h.css': 'a { color: red; margin: 4px }\n',
    'i.html': '<!doctype html>\n<p class="x">text</p>\n',
    'j.md': '# Title\n\nSome `code` and **words** and [a link](x).\n',
    'k.c': '#include <stdio.h>\nint main(void) { return 0; }\n',
    'l.java': 'class Main { int answer = 42; }\n',
    'm.sh': 'if true; then echo "hello"; fi # why\n',
    'n.yaml': 'answer: 42\nwords: "x" # why\n',
    'o.toml': 'answer = 42 # why\n',
    'p.sql': 'SELECT name FROM people WHERE id = 42 -- why\n',
  };
  const { page } = await open({ project: files });
  const editor = editorOf(page);
  const colours = () =>
    page.evaluate(() => {
      const colour = (element: Element) => getComputedStyle(element).color;
      const lines = [...document.querySelectorAll('main .cm-line')];
      const plain = lines[0] && colour(lines[0]);
      const found = lines.flatMap((line) => [...line.querySelectorAll('span')].map(colour));
      return new Set(found.filter((one) => one !== plain)).size;
    });
  for (const name of Object.keys(files)) {
    await editor.open(name);
    await expect.poll(colours, { message: `${name} has several colours` }).toBeGreaterThanOrEqual(2);
  }
  await expect(page.getByText('SQL', { exact: true })).toBeVisible();
});

test('a tab with unsaved text asks before it closes', async ({ open }) => {
  const { page, project } = await open({ project: { 'a.txt': 'a\n', 'b.txt': 'b\n', 'c.txt': 'c\n' } });
  const editor = editorOf(page);
  for (const name of ['a.txt', 'b.txt', 'c.txt']) await editor.open(name);
  await expect(editor.tabs).toHaveText(['a.txt', 'b.txt', 'c.txt']);
  await page.keyboard.press('Control+Shift+Tab');
  await expect(editor.text('b.txt')).toBeFocused();
  await editor.typeAtStart('new ');
  await expect(editor.dirtyTab('b.txt')).toBeVisible();

  await page.keyboard.press('ControlOrMeta+W');
  await expect(editor.question).toHaveAccessibleName('Save b.txt?');
  await editor.answer('Cancel');
  await expect(editor.text('b.txt')).toHaveText('new b');

  await page.keyboard.press('ControlOrMeta+W');
  await editor.answer('Don’t save');
  await expect(editor.tabs).toHaveText(['a.txt', 'c.txt']);
  expect(await read(project, 'b.txt')).toBe('b\n');

  await expect(editor.text('c.txt')).toBeFocused();
  await editor.typeAtStart('new ');
  await page.keyboard.press('ControlOrMeta+W');
  await editor.answer('Save');
  await expect(editor.tabs).toHaveText(['a.txt']);
  await expect.poll(() => read(project, 'c.txt')).toBe('new c\n');

  await page.keyboard.press('ControlOrMeta+W');
  await expect(editor.tabs).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'No file is open' })).toBeVisible();
});

test('everything of an edit goes by the keyboard alone', async ({ open }) => {
  const { page, project } = await open({
    project: { 'src/deep/parser.ts': 'let a = 1;\nlet b = 2;\nlet c = 3;\n', 'readme.md': '# Read\n' },
  });
  const editor = editorOf(page);

  await test.step('from the tree', async () => {
    while (!(await editor.tree.evaluate((tree) => tree === document.activeElement))) await page.keyboard.press('Tab');
    for (const key of ['Home', 'ArrowRight']) await page.keyboard.press(key);
    await expect(editor.entry('deep')).toBeVisible();
    for (const key of ['ArrowRight', 'ArrowRight']) await page.keyboard.press(key);
    await expect(editor.entry('parser.ts')).toBeVisible();
    // In one task: letters with a pause between them would start a new search.
    await editor.tree.evaluate((tree) => {
      for (const key of 'pars')
        tree.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    });
    await page.keyboard.press('Enter');
    await expect(editor.text('parser.ts')).toBeFocused();
    await editor.typeAtStart('// typed\n');
    await expect(editor.dirtyTab('parser.ts')).toBeVisible();
    await editor.save('parser.ts');
    await expect.poll(() => read(project, 'src/deep/parser.ts')).toBe('// typed\nlet a = 1;\nlet b = 2;\nlet c = 3;\n');
  });
  await test.step('by name', async () => {
    await page.keyboard.press('ControlOrMeta+P');
    await page.keyboard.type('rdme');
    await expect(page.getByRole('option', { name: 'readme.md' })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(editor.text('readme.md')).toBeFocused();
  });
  await test.step('by name and place', async () => {
    await page.keyboard.press('ControlOrMeta+P');
    await page.keyboard.type('parser:3:5');
    await expect(page.getByRole('option', { name: /^parser\.ts/ })).toBeVisible();
    await page.keyboard.press('Enter');
    await editor.expectCursor('Ln 3, Col 5');
    await page.keyboard.press('ControlOrMeta+P');
    await page.keyboard.type(':2');
    await expect(page.getByRole('option', { name: /Go to line 2/ })).toBeVisible();
    await page.keyboard.press('Enter');
    await editor.expectCursor('Ln 2, Col 1');
    await expect(editor.text('parser.ts')).toBeFocused();
  });
  await test.step('by symbol', async () => {
    await page.keyboard.press('ControlOrMeta+R');
    await expect(page.getByRole('option')).toHaveText([/^a\s*line 2$/, /^b\s*line 3$/, /^c\s*line 4$/]);
    await page.keyboard.type('c');
    await expect(page.getByRole('option')).toHaveText([/^c\s*line 4$/]);
    await page.keyboard.press('Enter');
    await editor.expectCursor('Ln 4, Col 1');
    await expect(editor.text('parser.ts')).toBeFocused();
  });
  await test.step('the picker again before the window has drawn that it closed', async () => {
    await page.keyboard.press('ControlOrMeta+P');
    await page.keyboard.type(':3');
    await expect(page.getByRole('option', { name: /Go to line 3/ })).toBeVisible();
    await pressAtOnce(page, { key: 'Enter' }, { key: 'p', mod: true });
    await page.keyboard.type(':1');
    await page.getByRole('option', { name: /Go to line 1/ }).click();
    await editor.expectCursor('Ln 1, Col 1');
    await expect(editor.text('parser.ts')).toBeFocused();
    await expect(editor.text('parser.ts')).not.toContainText(':1');
  });
  await test.step('another picker and its second line, all before the first one is there', async () => {
    await pressAtOnce(page, { key: 'p', mod: true }, { key: 'r', mod: true }, { key: 'ArrowDown' }, { key: 'Enter' });
    await editor.expectCursor('Ln 3, Col 1');
    await expect(editor.text('parser.ts')).toBeFocused();
  });
  await test.step('by the palette', async () => {
    await page.keyboard.press('ControlOrMeta+Shift+P');
    await page.keyboard.type('next tab');
    await expect(page.getByRole('option').first()).toContainText('Next Tab');
    await page.keyboard.press('Enter');
    await expect(editor.text('readme.md')).toBeFocused();
    await page.keyboard.press('ControlOrMeta+Shift+P');
    await page.keyboard.press('Escape');
    await expect(editor.text('readme.md')).toBeFocused();
  });
  await test.step('which shows a key where it works, and no command that has nothing to be done to', async () => {
    const keyOf = (title: string) => page.getByRole('option', { name: title }).locator('kbd');
    await page.keyboard.press('ControlOrMeta+Shift+P');
    await page.keyboard.type('new');
    await expect(keyOf('New File').first()).toHaveText('Ctrl+N');
    await expect(page.getByRole('option', { name: 'New Thread' })).toBeVisible();
    await expect(keyOf('New Thread')).toHaveCount(0);
    await page.keyboard.press('Escape');
    await page.keyboard.press('ControlOrMeta+L');
    await expect(page.locator('#agent-panel [data-composer]')).toBeFocused();
    await page.keyboard.press('ControlOrMeta+Shift+P');
    await page.keyboard.type('new');
    await expect(keyOf('New Thread')).toHaveText('Ctrl+N');
    await page.keyboard.press('Escape');
    for (const _tab of await editor.tabs.all()) await page.keyboard.press('ControlOrMeta+W');
    await expect(editor.tabs).toHaveCount(0);
    await page.keyboard.press('ControlOrMeta+Shift+P');
    await page.keyboard.type('save');
    await expect(page.getByText('No such command.')).toBeVisible();
    await page.keyboard.press('Escape');
  });
  await test.step('by what was open last, also when it is closed', async () => {
    await page.keyboard.press('ControlOrMeta+P');
    await expect(page.getByRole('option')).toHaveText([/^parser\.ts/, /^readme\.md/]);
    await page.keyboard.press('Enter');
    await expect(editor.text('parser.ts')).toBeFocused();
  });
});

test('tabs that have no room are in a list, and the one in front shows its cross', async ({ open }) => {
  const names = Array.from({ length: 8 }, (_, index) => `file-${index}.txt`);
  const { page } = await open({ project: Object.fromEntries(names.map((name) => [name, 'x\n'])) });
  const editor = editorOf(page);
  const strip = page.getByRole('tablist', { name: 'Open files' });
  const list = page.getByRole('button', { name: 'All open files' });
  const expectCross = async (name: string) => {
    const cross = strip
      .locator('div')
      .filter({ has: editor.tab(name) })
      .getByTestId('close-tab');
    await expect(cross).toBeInViewport({ ratio: 1 });
  };
  for (const name of names.slice(0, 2)) await editor.open(name);
  await expect(list).toHaveCount(0);
  for (const name of names.slice(2)) await editor.open(name);
  await expectCross('file-7.txt');
  await list.click();
  await page.getByRole('menuitem', { name: 'file-0.txt' }).click();
  await expect(editor.text('file-0.txt')).toBeFocused();
  await expectCross('file-0.txt');
  await page.keyboard.press('ControlOrMeta+PageUp');
  await expectCross('file-7.txt');
});
