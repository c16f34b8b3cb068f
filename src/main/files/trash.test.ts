import { statSync } from 'node:fs';
import { chmod, lstat, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder, writeFiles } from '../testing/temporary-folder.ts';
import { createKeptTrash } from './kept-trash.ts';
import { createXdgTrash } from './xdg-trash.ts';

describe.runIf(process.platform === 'linux')('the trash of Linux desktops', () => {
  async function setUp() {
    const folder = await temporaryFolder({ 'ä b%.txt': 'one' });
    const dataHome = join(folder, 'data');
    const trash = createXdgTrash({ dataHome, uid: 1000, now: () => new Date(2026, 1, 3, 4, 5, 6) });
    const path = join(folder, 'ä b%.txt');
    return { folder, trash, path, inTrash: join(dataHome, 'Trash') };
  }

  it('has what it is given in files/, and says in info/ where that was and when', async () => {
    const { folder, trash, path, inTrash } = await setUp();
    const bringBack = await trash.put(path);
    expect(await readFile(join(inTrash, 'files', 'ä b%.txt'), 'utf8')).toBe('one');
    const info = await readFile(join(inTrash, 'info', 'ä b%.txt.trashinfo'), 'utf8');
    expect(info).toBe(`[Trash Info]\nPath=${folder}/%C3%A4%20b%25.txt\nDeletionDate=2026-02-03T04:05:06\n`);
    expect((await stat(inTrash)).mode & 0o777).toBe(0o700);
    await bringBack?.();
    expect(await readFile(path, 'utf8')).toBe('one');
    expect(await readdir(join(inTrash, 'info'))).toEqual([]);
    expect(await readdir(join(inTrash, 'files'))).toEqual([]);
  });

  it('keeps two of one name apart, and a folder that is gone is made again', async () => {
    const { folder, trash, inTrash } = await setUp();
    const inner = join(folder, 'inner');
    const bringBack = [];
    for (const text of ['first', 'second']) {
      writeFiles(inner, { a: text });
      bringBack.push(await trash.put(join(inner, 'a')));
      await rm(inner, { recursive: true });
    }
    expect(await readdir(join(inTrash, 'files'))).toEqual(['a', 'a.2']);
    await bringBack[1]?.();
    expect(await readFile(join(inner, 'a'), 'utf8')).toBe('second');
    await expect(bringBack[0]?.()).rejects.toMatchObject({ code: 'EEXIST' });
    await rename(join(inner, 'a'), join(inner, 'b'));
    await bringBack[0]?.();
    expect(await readFile(join(inner, 'a'), 'utf8')).toBe('first');
  });

  it('replaces nothing that is in the trash without a word about it', async () => {
    const { trash, path, inTrash } = await setUp();
    writeFiles(join(inTrash, 'files'), { 'ä b%.txt': 'of another program' });
    const bringBack = await trash.put(path);
    expect(await readFile(join(inTrash, 'files', 'ä b%.txt'), 'utf8')).toBe('of another program');
    expect(await readdir(join(inTrash, 'info'))).toEqual(['ä b%.txt.2.trashinfo']);
    await bringBack?.();
    expect(await readFile(path, 'utf8')).toBe('one');
  });

  it('has a short name for what has a long one, which comes back with that', async () => {
    const { folder, trash, inTrash } = await setUp();
    // Both have 255 bytes, of which the cut would split a letter.
    for (const name of [`${'ä'.repeat(125)}x.txt`, `a.${'ä'.repeat(126)}b`]) {
      const path = join(folder, name);
      const bringBack = [];
      for (const text of ['first', 'second']) {
        writeFiles(folder, { [name]: text });
        bringBack.push(await trash.put(path));
      }
      const kept = await readdir(join(inTrash, 'files'));
      expect(kept.map((one) => one.replace(/\.2$/, '').endsWith('.txt'))).toEqual(Array(2).fill(name.endsWith('.txt')));
      for (const one of kept) {
        expect(one).not.toContain('\uFFFD');
        const info = await readFile(join(inTrash, 'info', `${one}.trashinfo`), 'utf8');
        expect(info).toContain(`/${encodeURIComponent(name)}\n`);
      }
      await bringBack[1]?.();
      expect(await readFile(path, 'utf8')).toBe('second');
      await rm(path);
      await bringBack[0]?.();
      expect(await readFile(path, 'utf8')).toBe('first');
      expect(await readdir(join(inTrash, 'info'))).toEqual([]);
    }
  });

  it('leaves nothing behind when the file cannot be moved', async () => {
    const { trash, folder, inTrash } = await setUp();
    await expect(trash.put(join(folder, 'none'))).rejects.toMatchObject({ code: 'ENOENT' });
    expect(await readdir(join(inTrash, 'info'))).toEqual([]);
  });

  // Another disk that every Linux has, where this user may write.
  const otherDisk = '/dev/shm';
  const diskOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.dev;
  const hasOther = diskOf(otherDisk) !== undefined && diskOf(otherDisk) !== diskOf(tmpdir());
  it.runIf(hasOther)('is at the top of another disk for what is on that', async () => {
    const { trash } = await setUp();
    const folder = join(otherDisk, `outrigger-trash-${process.pid}`);
    const top = join(otherDisk, '.Trash-1000');
    const wasThere = await lstat(top).then(
      () => true,
      () => false,
    );
    try {
      writeFiles(folder, { a: 'one' });
      const bringBack = await trash.put(join(folder, 'a'));
      const name = `${join(top, 'info', 'a')}.trashinfo`;
      expect(await readFile(name, 'utf8')).toContain(`Path=outrigger-trash-${process.pid}/a\n`);
      await bringBack?.();
      expect(await readFile(join(folder, 'a'), 'utf8')).toBe('one');
    } finally {
      await rm(folder, { recursive: true, force: true });
      if (!wasThere) await rm(top, { recursive: true, force: true });
    }
  });
});

describe('the trash of a system that does not give back', () => {
  async function setUp(largest = 1000, maxEntries = 10) {
    const folder = await temporaryFolder({ 'bin/': '' });
    const copies = join(folder, 'copies');
    // The system may do with it as it likes: it is away.
    const moveToTrash = (path: string) => rename(path, join(folder, 'bin/gone'));
    return { folder, copies, trash: createKeptTrash({ moveToTrash, copies, largest, maxEntries }) };
  }

  it('has a copy before, which comes back with all that was in a folder', async () => {
    const { folder, copies, trash } = await setUp();
    const path = writeFiles(join(folder, 'dir'), { 'in/a': 'one' });
    await chmod(join(path, 'in', 'a'), 0o755);
    await symlink('in/a', join(path, 'link'));
    const bringBack = await trash.put(path);
    await expect(lstat(path)).rejects.toThrow();
    await bringBack?.();
    expect(await readFile(join(path, 'link'), 'utf8')).toBe('one');
    expect((await lstat(join(path, 'link'))).isSymbolicLink()).toBe(true);
    expect((await stat(join(path, 'in', 'a'))).mode & 0o777).toBe(0o755);
    expect(await readdir(copies)).toEqual([]);
  });

  it('copies nothing that is large, or holds much', async () => {
    const { folder, trash } = await setUp(10, 3);
    writeFiles(folder, { large: 'x'.repeat(11) });
    expect(await trash.put(join(folder, 'large'))).toBeNull();
    await rm(join(folder, 'bin', 'gone'));
    writeFiles(folder, { 'many/a': '', 'many/b': '', 'many/c': '' });
    expect(await trash.put(join(folder, 'many'))).toBeNull();
  });

  it('keeps no copy of what stayed, nor of an earlier run', async () => {
    const { folder, copies } = await setUp();
    writeFiles(copies, { 'old/': '' });
    const trash = createKeptTrash({
      moveToTrash: async () => {
        throw new Error('no trash');
      },
      copies,
      largest: 1000,
      maxEntries: 10,
    });
    writeFiles(folder, { a: 'one' });
    await expect(trash.put(join(folder, 'a'))).rejects.toThrow('no trash');
    expect(await readFile(join(folder, 'a'), 'utf8')).toBe('one');
    expect(await readdir(copies)).toEqual([]);
  });
});
