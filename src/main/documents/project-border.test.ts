import { realpath, symlink } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { createProjectBorder, isForeignShare, isInside, realPathOf } from './project-border.ts';

describe('isInside', () => {
  it.each([
    ['/a/b', '/a/b', true],
    ['/a/b', '/a/b/c/d', true],
    ['/a/b', '/a/b/..c', true],
    ['/a/b', '/a/bc', false],
    ['/a/b', '/a', false],
    ['/a/b', '/', false],
    ['/', '/etc', true],
  ])('%s holds %s: %s', (root, path, expected) => {
    expect(isInside(root.replaceAll('/', sep), path.replaceAll('/', sep))).toBe(expected);
  });
});

describe('realPathOf', () => {
  it('follows links in the part of a path that exists', async () => {
    const folder = await temporaryFolder();
    await symlink('/usr', join(folder, 'link'));
    expect(await realPathOf(join(folder, 'link', 'none', 'deep'))).toBe(join(await realpath('/usr'), 'none', 'deep'));
  });

  it('follows a link to what does not exist yet', async () => {
    const folder = await temporaryFolder();
    await symlink('../elsewhere/none', join(folder, 'link'));
    await symlink('link', join(folder, 'second'));
    const expected = join(folder, '..', 'elsewhere', 'none');
    expect(await realPathOf(join(folder, 'second'))).toBe(expected);
    expect(await realPathOf(join(folder, 'second', 'deep'))).toBe(join(expected, 'deep'));
    expect(await createProjectBorder(() => folder).permits(join(folder, 'second'))).toBe(false);
  });
});

describe('isForeignShare', () => {
  const root = 'C:\\project';
  const shared = '\\\\server\\share\\project';
  it.each([
    ['\\\\host\\share', root, true],
    ['\\\\host\\share\\a.txt', null, true],
    ['//host/share/a.txt', root, true],
    ['\\/host/share', root, true],
    ['//C:/project/a.txt', root, true],
    ['\\\\?\\UNC\\host\\share\\a.txt', root, true],
    ['\\\\.\\pipe\\name', root, true],
    ['C:\\elsewhere\\a.txt', root, false],
    ['D:\\a.txt', shared, false],
    [`${shared}\\sub\\a.txt`, shared, false],
    ['//SERVER/Share/project/a.txt', shared, false],
    [`${shared}-two\\a.txt`, shared, true],
    [`${shared}\\..\\a.txt`, shared, true],
    ['\\\\other\\share\\project\\a.txt', shared, true],
  ])('says of %s, with %s open, whether it is on another share: %s', (path, open, expected) => {
    expect(isForeignShare(path, open, 'win32')).toBe(expected);
    expect(isForeignShare(path, open, 'linux')).toBe(false);
  });

  it.runIf(process.platform === 'linux')('is refused by the border until the person named the file', async () => {
    // On Linux two slashes equal one, so only the check of the path can refuse it.
    const folder = await temporaryFolder();
    const border = createProjectBorder(() => folder, 'win32');
    expect(await border.permits(join(folder, 'a.txt'))).toBe(true);
    const path = `/${join(folder, 'a.txt')}`;
    expect(await border.permits(path)).toBe(false);
    expect(await border.leadsTo(path)).toBe(path);
    await border.allow(path);
    expect(await border.permits(path)).toBe(true);
  });
});

describe('a border without a workspace', () => {
  it('permits nothing, takes no relative path, and permits what was allowed', async () => {
    const path = join(await temporaryFolder(), 'a');
    const border = createProjectBorder(() => null);
    expect(border.absolute('a')).toBeNull();
    expect(await border.permits(path)).toBe(false);
    await border.allow(path);
    expect(await border.permits(path)).toBe(true);
  });
});
