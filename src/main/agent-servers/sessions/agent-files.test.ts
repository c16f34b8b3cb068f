import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { createWorld } from '../../changes/changes-world.fixture.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { createAgentFiles } from './agent-files.ts';

async function setting() {
  const world = await createWorld({ 'notes.txt': 'one\ntwo\nthree' });
  const outside = await temporaryFolder({ 'secret.txt': 'secret' });
  const place = () => ({ threadId: 't', promptId: 'p' });
  const files = createAgentFiles({ changes: world.service, folder: world.root, place });
  return { ...files, root: world.root, outside, within: (path: string) => join(world.root, path) };
}

test('what leads out of the folder is neither read nor written, however it is named', async () => {
  const { readText, writeText, root, outside, within } = await setting();
  await symlink(outside, within('folder'));
  await symlink(join(outside, 'secret.txt'), within('file'));
  await symlink(join(outside, 'new.txt'), within('dangling'));
  await mkdir(`${root}-beside`);
  const paths = [
    ...[join(outside, 'secret.txt'), `${root}/../x.txt`, `${root}-beside/x.txt`, '/proc/self/environ'],
    ...[within('folder/secret.txt'), within('folder/below/new.txt'), within('file'), within('dangling')],
    ...['notes.txt', './notes.txt', '', '~/notes.txt', 'file:///etc/passwd'],
  ];
  for (const path of paths) {
    await expect(readText({ path }), path).rejects.toMatchObject({ code: 'file-denied' });
    await expect(writeText({ path, text: 'evil' }), path).rejects.toMatchObject({ code: 'file-denied' });
  }
  expect(await readFile(join(outside, 'secret.txt'), 'utf8')).toBe('secret');
  await expect(readFile(join(outside, 'new.txt'))).rejects.toMatchObject({ code: 'ENOENT' });
  await expect(writeText({ path: root, text: 'evil' })).rejects.toThrow();
  await expect(readText({ path: within('a\0b') })).rejects.toThrow();
});

test('another computer is not looked at', async () => {
  const changes = { readText: vi.fn(), prepare: vi.fn(), apply: vi.fn() };
  const place = () => ({ threadId: 't', promptId: 'p' });
  const { readText } = createAgentFiles({ changes, folder: '/project', place, platform: 'win32' });
  await expect(readText({ path: '//evil/share/x' })).rejects.toMatchObject({
    message: expect.stringContaining('another computer'),
  });
});

test('a part of a file is its lines, whatever is asked for', async () => {
  const { readText, within } = await setting();
  const path = within('notes.txt');
  expect(await readText({ path, line: 2 })).toBe('two\nthree');
  expect(await readText({ path, line: 2, limit: 1 })).toBe('two');
  expect(await readText({ path, line: 9 })).toBe('');
  expect(await readText({ path, line: -5, limit: -1 })).toBe('');
  expect(await readText({ path: within('none.txt') })).toBe('');
  await writeFile(within('large.txt'), '');
  expect(await readText({ path: within('large.txt'), line: 1e308, limit: 1e308 })).toBe('');
});
