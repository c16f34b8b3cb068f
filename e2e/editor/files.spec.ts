import { readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { expectAccessible } from '../support/views/accessible.ts';
import { editorOf, untilKept } from '../support/views/editor.ts';

const files = {
  'a.txt': 'one\n',
  'b.txt': 'bee\n',
  'lib/inner/deep.ts': 'export {};\n',
  'lib/util.ts': 'export const x = 1;\n',
  'notes.md': '# Notes\n',
};
/** One white point. */
const gif = 'R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=';
const read = (...path: string[]): Promise<string> => readFile(join(...path), 'utf8');

/** Trashed entries of a folder, by the files that file managers read. */
async function inTrash(project: string): Promise<readonly string[]> {
  const trash = join(process.env.XDG_DATA_HOME ?? '', 'Trash');
  const names = await readdir(join(trash, 'files'));
  const infos = await Promise.all(names.map((name) => read(trash, 'info', `${name}.trashinfo`)));
  const path = `Path=${encodeURI(project)}/`;
  return infos
    .flatMap((info) => info.split('\n').filter((line) => line.startsWith(path)))
    .map((line) => line.slice(path.length))
    .sort();
}

/** Page object for the tree. */
function treeOf(page: Page) {
  const editor = editorOf(page);
  const { tree, entry } = editor;
  const menu = page.getByRole('menu', { name: 'Files' });
  const field = tree.getByRole('textbox');
  return {
    ...editor,
    menu,
    field,
    fault: tree.getByRole('alert'),
    names: () => tree.getByRole('treeitem').allTextContents(),
    selected: tree.getByRole('treeitem', { selected: true }),
    async choose(name: string, item: string) {
      await entry(name).click({ button: 'right' });
      await menu.getByRole('menuitem', { name: item, exact: true }).click();
      await expect(menu).toHaveCount(0);
    },
    /** Moves the focus by typing letters, which opens nothing. */
    async goTo(name: string) {
      await tree.focus();
      await page.keyboard.press('Home');
      for (let steps = 0; steps < 50; steps += 1) {
        const id = (await tree.getAttribute('aria-activedescendant')) ?? '';
        if ((await page.locator(`[id="${id}"]`).getAttribute('aria-label')) === name) return;
        await page.keyboard.press('ArrowDown');
      }
      throw new Error(`${name} is not in the tree.`);
    },
    async name(typed: string) {
      await expect(field).toBeFocused();
      await field.fill(typed);
      await page.keyboard.press('Enter');
    },
  };
}

test('files and folders are made in their place in the tree, under names that every system can have', async ({
  open,
}) => {
  const { page, project } = await open({ project: files });
  const tree = treeOf(page);
  await tree.choose('lib', 'New File…');
  await expect(tree.field).toHaveAccessibleName('Name of the new file');
  await tree.name('new.ts');
  await expect(tree.text('new.ts')).toBeFocused();
  await page.keyboard.insertText('typed at once\n');
  await page.keyboard.press('ControlOrMeta+S');
  await expect.poll(() => read(project, 'lib', 'new.ts')).toBe('typed at once\n');
  await expect.poll(() => tree.names()).toEqual(['lib', 'inner', 'new.ts', 'util.ts', 'a.txt', 'b.txt', 'notes.md']);
  await expect(tree.selected).toHaveText(['new.ts']);

  await test.step('with the folders on the way, from the button and in the root', async () => {
    await tree.goTo('a.txt');
    await page.getByRole('button', { name: 'New file in the folder' }).click();
    await tree.name('docs/more/page.md');
    await expect(tree.text('page.md')).toBeFocused();
    expect(await read(project, 'docs', 'more', 'page.md')).toBe('');
    await expect(tree.entry('page.md')).toHaveAttribute('aria-level', '3');
    await tree.goTo('b.txt');
    await page.getByRole('button', { name: 'New folder' }).click();
    await tree.name('empty');
    await expect(tree.selected).toHaveText(['empty']);
    await expect(tree.tree).toBeFocused();
    expect((await stat(join(project, 'empty'))).isDirectory()).toBe(true);
  });

  await test.step('a name that is taken, or that some system cannot have, is refused with the reason', async () => {
    await tree.choose('notes.md', 'New File…');
    await tree.field.fill('a.txt');
    await expect(tree.fault).toHaveText('“a.txt” already exists.');
    await tree.field.fill('what?.txt');
    await expect(tree.fault).toHaveText('The name “what?.txt” has a “?”, which not every system permits.');
    await page.keyboard.press('Enter');
    await expect(tree.field).toBeVisible();
    await tree.field.fill('aux.txt');
    await expect(tree.fault).toHaveText('The name “aux.txt” is reserved on Windows.');
    await expectAccessible(page, '#file-tree');
    await page.keyboard.press('Escape');
    await expect(tree.field).toHaveCount(0);
    await expect(tree.tree).toBeFocused();
    expect((await readdir(project)).sort()).toEqual(['a.txt', 'b.txt', 'docs', 'empty', 'lib', 'notes.md']);
  });

  await test.step('a name stays as it is, blanks and all, when the field is left as it was', async () => {
    await writeFile(join(project, ' lead.txt'), '');
    await expect.poll(() => tree.names()).toContain(' lead.txt');
    for (const key of ['Enter', 'Tab']) {
      await tree.goTo(' lead.txt');
      await page.keyboard.press('F2');
      await expect(tree.field).toHaveValue(' lead.txt');
      await page.keyboard.press(key);
      await expect(tree.field).toHaveCount(0);
      expect(await readdir(project)).toContain(' lead.txt');
    }
    await rm(join(project, ' lead.txt'));
    await expect.poll(() => tree.names()).not.toContain(' lead.txt');
    await tree.goTo('empty');
  });

  await test.step('what was made is taken back by a key, the last first', async () => {
    await page.keyboard.press('ControlOrMeta+Z');
    await expect(tree.entry('empty')).toHaveCount(0);
    await tree.tree.focus();
    await page.keyboard.press('ControlOrMeta+Z');
    await expect(tree.entry('page.md')).toHaveCount(0);
    await expect(tree.tab('page.md')).toHaveCount(0);
    expect(await read(project, 'lib', 'new.ts')).toBe('typed at once\n');
  });
});

test('a file that is open is renamed with its unsaved text, its undo and its place, and so is a folder above it', async ({
  open,
}) => {
  const { page, project } = await open({ project: files, file: 'lib/util.ts' });
  const tree = treeOf(page);
  await expect(tree.text('util.ts')).toBeFocused();
  await tree.typeAtStart('// mine\n');
  await expect(tree.dirtyTab('util.ts')).toBeVisible();
  await tree.goTo('util.ts, unsaved');
  await page.keyboard.press('F2');
  await expect(tree.field).toHaveValue('util.ts');
  // The name without its extension is selected.
  await page.keyboard.type('helper');
  await page.keyboard.press('Enter');
  await expect(tree.dirtyTab('helper.ts')).toBeVisible();
  await expect(page).toHaveTitle(/helper\.ts/);
  expect((await readdir(join(project, 'lib'))).sort()).toEqual(['helper.ts', 'inner']);
  expect(await read(project, 'lib', 'helper.ts')).toBe(files['lib/util.ts']);
  // There is no question about a deleted file.
  await expect(page.getByText(/deleted|not on disk/)).toHaveCount(0);

  await tree.choose('lib', 'Rename…');
  await tree.name('source');
  await expect(tree.entry('source')).toBeVisible();
  await expect(tree.entry('inner')).toBeVisible();
  await tree.text('helper.ts').click();
  await page.keyboard.press('ControlOrMeta+S');
  await expect(tree.tab('helper.ts')).toBeVisible();
  expect(await read(project, 'source', 'helper.ts')).toBe(`// mine\n${files['lib/util.ts']}`);
  await page.keyboard.press('ControlOrMeta+Z');
  await expect(tree.dirtyTab('helper.ts')).toBeVisible();

  await test.step('what another program writes there is seen', async () => {
    await page.keyboard.press('ControlOrMeta+Shift+Z');
    await expect(tree.tab('helper.ts')).toBeVisible();
    await writeFile(join(project, 'source', 'helper.ts'), 'of another\n');
    await expect(tree.text('helper.ts')).toContainText('of another');
  });
  await test.step('an image goes along too', async () => {
    await writeFile(join(project, 'dot.gif'), Buffer.from(gif, 'base64'));
    await tree.entry('dot.gif').dblclick();
    await expect(page.getByRole('img', { name: 'dot.gif' })).toBeVisible();
    await tree.choose('dot.gif', 'Rename…');
    await tree.name('point.gif');
    await expect(page.getByRole('img', { name: 'point.gif' })).toBeVisible();
    await expect(tree.tabs).toHaveText(['helper.ts', 'point.gif']);
  });
});

test('after a kill, what is not saved in a renamed file is back by its new name', { tag: '@soak' }, async ({
  launch,
}) => {
  const { page, project, relaunch } = await launch({ project: files, file: 'lib/util.ts' });
  const tree = treeOf(page);
  await expect(tree.text('util.ts')).toBeFocused();
  await tree.typeAtStart('// mine\n');
  await tree.choose('lib', 'Rename…');
  await tree.name('source');
  await expect(tree.entry('source')).toBeVisible();
  await untilKept(page);
  const again = treeOf((await relaunch({ isKilled: true })).page);
  await expect(again.dirtyTab('util.ts')).toBeVisible();
  await expect(again.text('util.ts')).toContainText('// mine');
  await again.text('util.ts').click();
  await again.save('util.ts');
  expect(await read(project, 'source', 'util.ts')).toBe(`// mine\n${files['lib/util.ts']}`);
});

test('files are moved by dragging and by cutting, copied by name and duplicated; nothing is replaced', async ({
  open,
}) => {
  const { page, project } = await open({ project: files });
  const tree = treeOf(page);
  await tree.entry('lib').click();
  await tree.entry('a.txt').click({ modifiers: ['ControlOrMeta'] });
  await tree.entry('b.txt').click({ modifiers: ['ControlOrMeta'] });
  await expect(tree.tabs).toHaveCount(0);
  await tree.entry('lib').click({ modifiers: ['ControlOrMeta'] });
  await expect(tree.selected).toHaveText(['a.txt', 'b.txt']);
  await tree.entry('a.txt').dragTo(tree.entry('inner'));
  await expect.poll(() => readdir(join(project, 'lib', 'inner'))).toEqual(['a.txt', 'b.txt', 'deep.ts']);
  await expect(tree.selected).toHaveText(['a.txt', 'b.txt']);
  await expect.poll(() => tree.names()).toEqual(['lib', 'inner', 'a.txt', 'b.txt', 'deep.ts', 'util.ts', 'notes.md']);

  await tree.tree.focus();
  await page.keyboard.press('ControlOrMeta+Z');
  await expect.poll(() => tree.names()).toEqual(['lib', 'inner', 'deep.ts', 'util.ts', 'a.txt', 'b.txt', 'notes.md']);

  await test.step('cut and pasted', async () => {
    await tree.goTo('a.txt');
    await page.keyboard.press('ControlOrMeta+X');
    await tree.goTo('inner');
    await page.keyboard.press('ControlOrMeta+V');
    await expect.poll(() => readdir(join(project, 'lib', 'inner'))).toEqual(['a.txt', 'deep.ts']);
  });
  await test.step('copied beside itself, and duplicated', async () => {
    await tree.goTo('b.txt');
    await page.keyboard.press('ControlOrMeta+C');
    await page.keyboard.press('ControlOrMeta+V');
    await expect(tree.entry('b copy.txt')).toBeVisible();
    await tree.choose('b.txt', 'Duplicate');
    await expect(tree.entry('b copy 2.txt')).toBeVisible();
    expect(await read(project, 'b copy 2.txt')).toBe('bee\n');
  });
  await test.step('where the name is taken it stays, and that is said', async () => {
    await writeFile(join(project, 'lib', 'b.txt'), 'another\n');
    await expect(tree.entry('b.txt')).toHaveCount(2);
    await tree.entry('b.txt').last().dragTo(tree.entry('util.ts'));
    await expect(page.getByText('“b.txt” could not be moved: something with that name already exists.')).toBeVisible();
    expect(await read(project, 'lib', 'b.txt')).toBe('another\n');
    expect(await read(project, 'b.txt')).toBe('bee\n');
  });
});

test('what is deleted goes into the trash and comes back, and unsaved text stays', async ({ open }) => {
  const { page, project } = await open({ project: files, file: 'b.txt' });
  const tree = treeOf(page);
  await expect(tree.text('b.txt')).toBeFocused();
  await tree.open('a.txt');
  await tree.typeAtStart('unsaved ');
  await tree.entry('b.txt').click({ modifiers: ['ControlOrMeta'] });
  await expect(tree.selected).toHaveCount(2);
  await page.keyboard.press('Delete');
  await expect(page.getByText('2 entries are in the trash.')).toBeVisible();
  expect((await readdir(project)).sort()).toEqual(['lib', 'notes.md']);
  expect(await inTrash(project)).toEqual(['a.txt', 'b.txt']);
  await expect(tree.tab('b.txt')).toHaveCount(0);
  await expect(tree.dirtyTab('a.txt')).toBeVisible();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(tree.entry('b.txt')).toBeVisible();
  expect(await read(project, 'a.txt')).toBe('one\n');
  await expect(tree.text('a.txt')).toContainText('unsaved one');
  await expect(page.getByText('2 entries are in the trash.')).toHaveCount(0);
  expect(await inTrash(project)).toEqual([]);

  await test.step('a folder by its menu, and back by a key', async () => {
    await tree.choose('lib', 'Delete');
    await expect(page.getByText('“lib” is in the trash.')).toBeVisible();
    await tree.tree.focus();
    await page.keyboard.press('ControlOrMeta+Z');
    await expect.poll(() => read(project, 'lib', 'inner', 'deep.ts').catch(() => null)).toBe('export {};\n');
    await expect(page.getByText('“lib” is in the trash.')).toHaveCount(0);
  });
  await test.step('the next one has its place, and is deleted by the same key', async () => {
    await tree.goTo('b.txt');
    await page.keyboard.press('Delete');
    await expect(page.getByText('“b.txt” is in the trash.')).toBeVisible();
    await expect(tree.selected).toHaveText(['notes.md']);
    await page.keyboard.press('Delete');
    await expect(page.getByText('“notes.md” is in the trash.')).toBeVisible();
    await page.keyboard.press('ControlOrMeta+Z');
    await expect(tree.entry('notes.md')).toBeVisible();
    await page.keyboard.press('ControlOrMeta+Z');
    await expect(tree.entry('b.txt')).toBeVisible();
  });
  await test.step('a link itself, and not what it leads to', async () => {
    await symlink(join(project, 'lib'), join(project, 'zlink'));
    await expect(tree.entry('zlink')).toBeVisible();
    await tree.choose('zlink', 'Delete');
    await expect(tree.entry('zlink')).toHaveCount(0);
    expect(await read(project, 'lib', 'util.ts')).toBe(files['lib/util.ts']);
  });
});

test('where nothing can be put into the trash it is said, and deleted for good after a question', async ({
  launch,
}) => {
  // The folder of the trash cannot be created there.
  const { page, project } = await launch({ project: files, env: { XDG_DATA_HOME: '/dev/null/none' } });
  const tree = treeOf(page);
  await tree.choose('b.txt', 'Delete');
  await expect(page.getByText(/“b.txt” could not be deleted/)).toBeVisible();
  expect(await read(project, 'b.txt')).toBe('bee\n');
  await page.getByRole('button', { name: 'Delete permanently…' }).click();
  await tree.answer('Delete permanently');
  await expect(tree.entry('b.txt')).toHaveCount(0);
  await expect(stat(join(project, 'b.txt'))).rejects.toThrow();
});

test('the tree goes along with the file in front, its menu has what can be done, and paths are copied', async ({
  open,
}) => {
  const { app, page, project } = await open({ project: files, file: 'lib/inner/deep.ts' });
  const tree = treeOf(page);
  await expect(tree.entry('deep.ts')).toBeVisible();
  await expect(tree.selected).toHaveText(['deep.ts']);
  const copied = () => app.evaluate(({ clipboard }) => clipboard.readText());
  await tree.choose('util.ts', 'Copy Relative Path');
  await expect.poll(copied).toBe('lib/util.ts');
  await tree.choose('util.ts', 'Copy Path');
  await expect.poll(copied).toBe(join(project, 'lib', 'util.ts'));
  await page.getByRole('button', { name: 'Collapse folders' }).click();
  await expect(tree.entry('deep.ts')).toHaveCount(0);
  await tree.entry('lib').click({ button: 'right' });
  await expect(tree.menu.getByRole('menuitem')).toHaveText([
    /^New File…/,
    /^New Folder…/,
    /^Cut/,
    /^Copy/,
    /^Paste/,
    /^Duplicate/,
    /^Rename…/,
    /^Delete/,
    /^Reveal in File Manager/,
    /^Copy Path/,
    /^Copy Relative Path/,
  ]);
  await expect(tree.menu.getByRole('menuitem', { name: 'Paste' })).toHaveAttribute('aria-disabled', 'true');
  await expectAccessible(page, '[role="menu"]');
  await page.keyboard.press('Escape');
  await expect(tree.tree).toBeFocused();

  await test.step('by keyboard alone', async () => {
    await tree.goTo('a.txt');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    await expect(tree.selected).toHaveText(['a.txt', 'b.txt', 'notes.md']);
    await page.keyboard.press('Shift+ArrowUp');
    await expect(tree.selected).toHaveText(['a.txt', 'b.txt']);
    await page.keyboard.press('Shift+F10');
    await expect(tree.menu.getByRole('menuitem', { name: 'Rename…' })).toHaveAttribute('aria-disabled', 'true');
    await page.keyboard.press('Escape');
  });
});
