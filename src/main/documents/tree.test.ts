import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { expectToGrowWithLength } from '../../shared/testing/growth.ts';
import { type Files, temporaryFolder } from '../testing/temporary-folder.ts';
import { listDirectory } from './tree.ts';
import { createTreeWatcher } from './tree-watcher.ts';

/** Creates files. @returns a function that lists a directory */
async function folderOf(files: Files) {
  const root = await temporaryFolder(files);
  const list = async (directory = '.') => {
    const listed = await listDirectory(root, join(root, directory));
    if (!listed.ok) return listed.failure.code;
    const { directories, files } = listed.value;
    return [...directories.map((name) => `${name}/`), ...files];
  };
  return { root, list };
}

describe('listDirectory', () => {
  it('puts directories first and sorts names as people do', async () => {
    const { list } = await folderOf({ 'b2.txt': '', 'b10.txt': '', 'B1.txt': '', 'z/': '', 'a.md': '', 'A/': '' });
    expect(await list()).toEqual(['A/', 'z/', 'a.md', 'B1.txt', 'b2.txt', 'b10.txt']);
  });

  it('hides .git, what an interrupted save left and the trash of a disk, and shows other dot files', async () => {
    const { list } = await folderOf({
      '.git/HEAD': '',
      'sub/.git': 'gitdir: x',
      '.x.0a.outrigger-tmp': '',
      '.Trash-0/files/gone.txt': '',
      '.Trashed': '',
      '.env': '',
    });
    expect(await list()).toEqual(['sub/', '.env', '.Trashed']);
    expect(await list('sub')).toEqual([]);
  });

  it('leaves out what .gitignore files name, from the root down', async () => {
    const { list } = await folderOf({
      '.gitignore': '*.log\nbuild/\n/only-here.txt\ndocs/**/*.tmp\n!keep.log\n# comment\n',
      'a.log': '',
      'keep.log': '',
      'build/x': '',
      'only-here.txt': '',
      'sub/.gitignore': '!b.log\nlocal.txt\n',
      'sub/b.log': '',
      'sub/c.log': '',
      'sub/local.txt': '',
      'sub/only-here.txt': '',
      'sub/deep/local.txt': '',
      'sub/deep/b.log': '',
      'docs/one/two/x.tmp': '',
      'docs/one/two/y.md': '',
    });
    expect(await list()).toEqual(['docs/', 'sub/', '.gitignore', 'keep.log']);
    expect(await list('sub')).toEqual(['deep/', '.gitignore', 'b.log', 'only-here.txt']);
    expect(await list('sub/deep')).toEqual(['b.log']);
    expect(await list('docs/one/two')).toEqual(['y.md']);
  });

  it('takes a rule for directories to mean directories only', async () => {
    const { list } = await folderOf({ '.gitignore': 'out/', 'a/out': 'a file', 'b/out/x': '' });
    expect(await list('a')).toEqual(['out']);
    expect(await list('b')).toEqual([]);
  });

  it('reads a .gitignore that is a directory, or begins with a byte-order mark, without harm', async () => {
    const { list } = await folderOf({
      '.gitignore/': '',
      'sub/.gitignore': '\uFEFFa.txt\r\n',
      'sub/a.txt': '',
      'sub/b': '',
    });
    expect(await list()).toEqual(['.gitignore/', 'sub/']);
    expect(await list('sub')).toEqual(['.gitignore', 'b']);
  });

  it('shows links as what they lead to, and refuses circles and ways out', async () => {
    const { root, list } = await folderOf({ 'real/x.txt': '' });
    await symlink('real', join(root, 'link'));
    await symlink('..', join(root, 'real', 'circle'));
    await symlink('none', join(root, 'dead'));
    await symlink('/usr', join(root, 'outside'));
    expect(await list()).toEqual(['link/', 'outside/', 'real/', 'dead']);
    expect(await list('link')).toEqual(['circle/', 'x.txt']);
    expect(await list('real/circle')).toBe('file-failed');
    expect(await list('link/circle')).toBe('file-failed');
    expect(await list('outside')).toBe('file-outside-project');
    expect(await list('..')).toBe('file-outside-project');
  });

  it('says when there is nothing to list', async () => {
    const { list } = await folderOf({ 'a.txt': '' });
    expect(await list('none')).toBe('file-not-found');
    expect(await list('a.txt')).toBe('file-not-found');
  });

  it('lists 10,000 entries in time that grows with their number only', { tags: ['soak'] }, async () => {
    const { root, list } = await folderOf({ '.gitignore': '*.log\n*.tmp\nnode_modules/\n' });
    const makeFiles = async (directory: string, count: number) => {
      await mkdir(join(root, directory));
      for (let made = 0; made < count; made += 500) {
        const names = Array.from({ length: Math.min(500, count - made) }, (_, index) => `file-${made + index}.txt`);
        await Promise.all(names.map((name) => writeFile(join(root, directory, name), '')));
      }
    };
    await makeFiles('1250', 1_250);
    await makeFiles('10000', 10_000);
    await expectToGrowWithLength(10_000, async (count) => {
      const listed = await list(`${count}`);
      expect(listed).toHaveLength(count);
      expect(listed.slice(-2)).toEqual([`file-${count - 2}.txt`, `file-${count - 1}.txt`]);
    });
  });
});

describe('createTreeWatcher', () => {
  async function watching(files: Readonly<Record<string, string>>, watched: readonly string[]) {
    const { root } = await folderOf(files);
    const batches: string[][] = [];
    const watcher = createTreeWatcher(
      (directories) => batches.push([...directories]),
      () => {},
    );
    onTestFinished(() => watcher.clear());
    for (const directory of watched) watcher.watch(join(root, directory));
    return { root, batches, watcher };
  }
  const settled = { timeout: 60_000, interval: 20 };

  it('reports many changes in few messages', { tags: ['soak'] }, async () => {
    const { root, batches } = await watching({ 'sub/': '' }, ['sub']);
    await Promise.all(Array.from({ length: 200 }, (_, index) => writeFile(join(root, 'sub', `${index}`), '')));
    await vi.waitFor(() => expect(batches.flat()).toContain(join(root, 'sub')), settled);
    expect(batches.length).toBeLessThan(10);
  });

  it('reports directories whose entries come or go', async () => {
    const { root, batches } = await watching({ 'sub/': '' }, ['.', 'sub']);
    await writeFile(join(root, 'sub', 'a.txt'), '');
    await vi.waitFor(() => expect(batches.flat()).toContain(join(root, 'sub')), settled);
    await rm(join(root, 'sub'), { recursive: true });
    await vi.waitFor(() => expect(batches.flat()).toContain(root), settled);
  });

  it('says nothing about contents, about folders that were not listed, nor after clear', async () => {
    const { root, batches, watcher } = await watching({ 'a.txt': '', 'sub/b.txt': '', 'other/': '' }, ['.', 'other']);
    await writeFile(join(root, 'a.txt'), 'content');
    await writeFile(join(root, 'sub', 'c.txt'), '');
    await writeFile(join(root, 'other', 'x'), '');
    await vi.waitFor(() => expect(batches.flat()).toContain(join(root, 'other')), settled);
    expect(batches.flat()).not.toContain(root);
    const told = batches.length;
    watcher.clear();
    await writeFile(join(root, 'new.txt'), '');
    watcher.watch(join(root, 'sub'));
    await writeFile(join(root, 'sub', 'd.txt'), '');
    await vi.waitFor(() => expect(batches.slice(told).flat()).toContain(join(root, 'sub')), settled);
    expect(batches.slice(told).flat()).not.toContain(root);
  });

  it('reports all listed folders below a .gitignore that changed', async () => {
    const { root, batches } = await watching({ '.gitignore': '', 'sub/deep/': '' }, ['.', 'sub', 'sub/deep']);
    await writeFile(join(root, '.gitignore'), '*.log');
    await vi.waitFor(
      () => expect(new Set(batches.flat())).toEqual(new Set([root, join(root, 'sub'), join(root, 'sub', 'deep')])),
      settled,
    );
  });
});
