import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readDocument } from '../../documents/read-document.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { createExtensionTexts } from './extension-texts.ts';
import { asker } from './test-support/askers.ts';

async function setUp() {
  const state = join(await temporaryFolder(), 'extension-state');
  const shown: string[] = [];
  let now = 0;
  let open: readonly string[] = [];
  const texts = createExtensionTexts({
    folderOf: (extensionId) => join(state, extensionId),
    openPaths: () => open,
    showFile: async (path) => void shown.push(path),
    now: () => now,
  });
  const show = (title: string, text = 'text', isMarkdown = false) => texts.show(asker, { title, text, isMarkdown });
  const folder = join(state, 'a', 'texts');
  const pass = (ms: number) => {
    now += ms;
  };
  const opened = (paths: readonly string[]) => {
    open = paths;
  };
  return { show, shown, folder, pass, opened };
}

test('a text is a file that cannot be edited, named by its title; shown again it takes its place', async () => {
  const { show, shown, folder } = await setUp();
  await show('Build: 3/4 done.', 'one');
  await show('Build: 3/4 done.', 'two');
  await show('\u202E../..', '# three', true);
  await show('con', 'four');
  const names = ['Build 3 4 done.txt', 'Build 3 4 done.txt', 'Text.md', 'Text.txt'];
  expect(shown).toEqual(names.map((name) => join(folder, name)));
  expect(await readDocument(join(folder, 'Build 3 4 done.txt'))).toMatchObject({
    value: { text: 'two', isReadOnly: true },
  });
});

test('five texts come in half a minute, and the next is refused', async () => {
  const { show, shown, pass } = await setUp();
  for (let n = 0; n < 5; n++) await show('Report');
  pass(29_999);
  await expect(show('Report')).rejects.toMatchObject({
    code: 'invalid-request',
    message: 'Extension A shows more than 5 texts in 30 seconds. Show the next one later.',
  });
  pass(1);
  await show('Report');
  expect(shown).toHaveLength(6);
});

test('twenty are kept: the oldest that no tab shows makes room', async () => {
  const { show, folder, opened } = await setUp();
  await mkdir(folder, { recursive: true });
  const paths = Array.from({ length: 20 }, (_, n) => join(folder, `${n}.txt`));
  for (const [n, path] of paths.entries()) {
    await writeFile(path, '');
    await utimes(path, n + 1, n + 1);
  }
  opened(paths.slice(0, 2));
  await show('2');
  expect(await readdir(folder)).toHaveLength(20);
  await show('new');
  const names = await readdir(folder);
  expect(names).toHaveLength(20);
  expect(names).not.toContain('3.txt');
  opened(names.map((name) => join(folder, name)));
  await expect(show('newer')).rejects.toThrow('Extension A has 20 texts open. Close one of them first.');
  await show('new', 'again');
  expect(await readFile(join(folder, 'new.txt'), 'utf8')).toBe('again');
});
