import { execFileSync } from 'node:child_process';
import { chmod, mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { isProfileInUse, profileProblem } from './profile.ts';

const isRoot = process.getuid?.() === 0;

/** Mounts a small disk, which requires root. */
async function disk(size: string) {
  const path = join(await temporaryFolder(), 'disk');
  await mkdir(path);
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', path]);
  onTestFinished(() => void execFileSync('umount', [path]));
  return path;
}

test('a profile that can be written to has no problem, and nothing is left in it', async () => {
  const userData = join(await temporaryFolder(), 'new', 'profile');
  expect(profileProblem(userData)).toBeNull();
  expect(await readdir(userData)).toEqual([]);
});

test('a disk that is read-only or full is named, also when a link leads to it; so is a folder that may not be written to', async () => {
  if (!isRoot) {
    const userData = await temporaryFolder();
    await chmod(userData, 0o500);
    return expect(profileProblem(userData)?.title).toBe(`The folder ${userData} cannot be written to`);
  }
  const full = await disk('256k');
  await mkdir(join(full, 'profile'));
  const link = join(await temporaryFolder(), 'link');
  await symlink(join(full, 'profile'), link);
  await writeFile(join(full, 'ballast'), Buffer.alloc(230 * 1024));
  expect(profileProblem(link)?.title).toBe(`The disk at ${full} is full`);
  expect(await readdir(join(full, 'profile'))).toEqual([]);
  execFileSync('mount', ['-o', 'remount,ro', full]);
  expect(profileProblem(join(full, 'profile'))?.title).toBe(`The disk at ${full} is read-only`);
  expect(profileProblem(join(full, 'not', 'there'))?.title).toBe(`The disk at ${full} is read-only`);
});

test('a profile is in use while the process of its lock is there', async () => {
  const userData = await temporaryFolder();
  expect(isProfileInUse(userData)).toBe(false);
  await symlink(`host-${process.pid}`, join(userData, 'SingletonLock'));
  expect(isProfileInUse(userData)).toBe(true);
});
