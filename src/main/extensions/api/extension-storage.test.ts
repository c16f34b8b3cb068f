import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { createExtensionStorage } from './extension-storage.ts';

async function setUp() {
  const folder = join(await temporaryFolder(), 'extension-state');
  const problems: string[] = [];
  let workspace: string | null = '/project/one';
  const open = () =>
    createExtensionStorage({
      folder,
      workspacePath: () => workspace,
      onProblem: (sentence) => problems.push(sentence),
    });
  return {
    folder,
    problems,
    open,
    openFolder: (path: string | null) => {
      workspace = path;
    },
  };
}
const megabyte = 'x'.repeat(1024 * 1024 - 1);

describe('the state of extensions', () => {
  test('is there after a restart, for each extension and each workspace by itself', async () => {
    const { open, openFolder } = await setUp();
    const first = open();
    await first.set('a', 'global', 'k', '1');
    await first.set('a', 'workspace', 'k', '2');
    await first.set('b', 'global', 'k', '3');
    openFolder('/project/two');
    await first.set('a', 'workspace', 'k', '4');
    await first.flush();
    const second = open();
    expect(await second.get('a', 'workspace', 'k')).toBe('4');
    openFolder('/project/one');
    expect(await second.get('a', 'workspace', 'k')).toBe('2');
    expect(await second.get('a', 'global', 'k')).toBe('1');
    expect(await second.get('b', 'global', 'k')).toBe('3');
    expect(await second.get('b', 'workspace', 'k')).toBeNull();
  });

  test('reaches the disk by itself, many changes in few writes', async () => {
    const { open, folder } = await setUp();
    const state = open();
    const path = join(folder, 'a', 'global.json');
    for (let n = 0; n <= 100; n++) await state.set('a', 'global', `k${n % 10}`, String(n));
    const { ino } = await vi.waitFor(() => stat(path));
    expect(JSON.parse(await readFile(path, 'utf8'))).toContainEqual(['k0', '100']);
    await state.flush();
    // Each write replaces the file, so an unchanged inode means that nothing was written.
    expect((await stat(path)).ino).toBe(ino);
  });

  test('takes any key, and any id without leaving its folder', async () => {
    const { open, folder } = await setUp();
    const state = open();
    const keys = ['__proto__', 'constructor', 'toString', '', '../x', 'ä\n'];
    const ids = ['__proto__', '../../out', 'con', 'A'];
    for (const id of ids) for (const key of keys) await state.set(id, 'global', key, JSON.stringify(key));
    await state.flush();
    const again = open();
    for (const id of ids) {
      expect(await again.keys(id, 'global')).toEqual(keys);
      for (const key of keys) expect(await again.get(id, 'global', key)).toBe(JSON.stringify(key));
    }
    expect(await again.get('toString', 'global', 'constructor')).toBeNull();
    expect(await readdir(join(folder, '..'))).toEqual(['extension-state']);
    expect(await readdir(folder)).toHaveLength(4);
  });

  test('deletes a key', async () => {
    const { open } = await setUp();
    const state = open();
    await state.set('a', 'global', 'k', '1');
    await state.set('a', 'global', 'k', null);
    await state.flush();
    expect(await state.keys('a', 'global')).toEqual([]);
    expect(await open().get('a', 'global', 'k')).toBeNull();
  });

  test('refuses more than 1 MB of a scope and keeps what was there', async () => {
    const { open } = await setUp();
    const state = open();
    await state.set('a', 'global', 'k', megabyte);
    await expect(state.set('a', 'global', 'l', '1')).rejects.toMatchObject({
      code: 'invalid-request',
      message: 'The state of a would grow beyond 1 MB. Nothing was stored. Delete what it does not need.',
    });
    expect(await state.keys('a', 'global')).toEqual(['k']);
    await state.set('a', 'workspace', 'l', '1');
    await state.set('a', 'global', 'k', '1');
    await state.set('a', 'global', 'l', '1');
    expect(await state.keys('a', 'global')).toEqual(['k', 'l']);
  });

  test('of a workspace needs an open folder', async () => {
    const { open, openFolder } = await setUp();
    openFolder(null);
    await expect(open().get('a', 'workspace', 'k')).rejects.toThrow(/^No folder is open, .* use the global state\.$/);
  });

  test('that cannot be read is kept aside and said', async () => {
    const { open, folder, problems } = await setUp();
    await mkdir(join(folder, 'a'), { recursive: true });
    await writeFile(join(folder, 'a', 'global.json'), '[["k","1"]');
    const state = open();
    expect(await state.get('a', 'global', 'k')).toBeNull();
    await state.set('a', 'global', 'k', '2');
    await state.flush();
    const names = await readdir(join(folder, 'a'));
    expect(names).toEqual(['global.json', expect.stringMatching(/^global\.json\.unreadable-/)]);
    expect(await readFile(join(folder, 'a', names[1] ?? ''), 'utf8')).toBe('[["k","1"]');
    expect(problems).toEqual([
      expect.stringMatching(/^The state of the extension a could not be read \(not valid JSON\)/),
    ]);
  });

  test('is forgotten with its extension, and what comes too late is not written', async () => {
    const { open, folder } = await setUp();
    const state = open();
    await state.set('a', 'global', 'k', '1');
    await state.forget('a');
    // This write is scheduled after that of `a`.
    await state.set('b', 'global', 'k', '1');
    await vi.waitFor(async () => expect(await readdir(join(folder, 'b'))).toEqual(['global.json']));
    expect(await readdir(folder)).toEqual(['b']);
    expect(await state.get('a', 'global', 'k')).toBeNull();
    expect(await state.get('b', 'global', 'k')).toBe('1');
  });
});
