import fs, { type Stats } from 'node:fs';
import { chmod, mkdir, rename, rm, stat, symlink, truncate, unlink, utimes, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { isSettled } from './file-state.ts';
import { createFolderLooker, type LookAnswer } from './folder-look.ts';

const onLinux = test.skipIf(process.platform !== 'linux');

/** A folder that nobody touched for long enough, and looks at it. */
async function settledFolder() {
  const root = await temporaryFolder({
    '.gitignore': '*.log\n',
    'a.txt': 'one',
    'sub/deep/b.txt': 'b',
    'sub/.gitignore': 'out\n',
    'old.log': 'log',
  });
  await symlink('a.txt', join(root, 'link'));
  const next = looksAt(root);
  await expect.poll(() => typeof next()).toBe('string');
  return { root, next, path: (name: string) => join(root, name) };
}

/** Looks at a folder, each with what the last one has found. */
function looksAt(root: string): () => LookAnswer {
  const look = createFolderLooker();
  let known: string | null = null;
  return () => {
    const answer = look({ root, ownDirectory: '', most: { paths: 100, ignored: 10 }, known }, () => {});
    known = typeof answer === 'string' ? answer : answer.id;
    return answer;
  };
}

/** The system tells something else of a path, until the test is over. */
function tellOf(path: string, tell: (stats: Stats) => Stats): void {
  const { lstatSync } = fs;
  const replaceBy = (called: (asked: string) => Stats) => {
    Object.assign(fs, { lstatSync: called });
    syncBuiltinESMExports();
  };
  replaceBy((asked) => (asked === path ? tell(lstatSync(asked)) : lstatSync(asked)));
  onTestFinished(() => replaceBy(lstatSync as (asked: string) => Stats));
}

type Folder = Awaited<ReturnType<typeof settledFolder>>;

onLinux.each<[string, (folder: Folder) => Promise<unknown>]>([
  ['written in place', ({ path }) => writeFile(path('a.txt'), 'two')],
  [
    'written in place, and given its old time',
    async ({ path }) => {
      const { atime, mtime } = await stat(path('sub/deep/b.txt'));
      await writeFile(path('sub/deep/b.txt'), 'B');
      await utimes(path('sub/deep/b.txt'), atime, mtime);
    },
  ],
  ['shortened', ({ path }) => truncate(path('a.txt'), 1)],
  ['given another mode', ({ path }) => chmod(path('a.txt'), 0o755)],
  ['deleted', ({ path }) => unlink(path('a.txt'))],
  ['moved', ({ path }) => rename(path('a.txt'), path('sub/a.txt'))],
  ['come, in the folder itself', ({ path }) => writeFile(path('new.txt'), '')],
  ['come, far below', ({ path }) => writeFile(path('sub/deep/new.txt'), '')],
  ['a directory that came', ({ path }) => mkdir(path('empty'))],
  [
    'a directory that is a link by now',
    async ({ path }) => {
      await rename(path('sub'), path('lib'));
      await symlink('lib', path('sub'));
    },
  ],
  [
    'a link to something else',
    async ({ path }) => {
      await rm(path('link'));
      await symlink('b.txt', path('link'));
    },
  ],
  ['an ignored file', ({ path }) => writeFile(path('old.log'), 'gol')],
  ['a rule, by which there is something else', ({ path }) => writeFile(path('sub/.gitignore'), 'tuo\n')],
])('a change is seen: what is %s', async (_, change) => {
  const folder = await settledFolder();
  const before = folder.next();
  await change(folder);
  expect(folder.next()).toMatchObject({ id: expect.not.stringMatching(String(before)) });
});

onLinux('what was changed just now is looked at anew, as its times may be those of the next change', async () => {
  const { path, next } = await settledFolder();
  await writeFile(path('a.txt'), 'two');
  next();
  // Whatever time has passed: to the look it was changed a moment ago.
  const soon = Date.now() / 1000 + 3_600;
  await utimes(path('a.txt'), soon, soon);
  for (let times = 0; times < 3; times++) expect(next()).toBeTypeOf('object');
});

onLinux.each<[string, string, (stats: Stats) => Stats]>([
  ['with another drive in it', 'sub/deep', (stats) => Object.assign(stats, { dev: stats.dev + 1 })],
  [
    'of which something went while it was looked at',
    'a.txt',
    () => {
      throw new Error('ENOENT');
    },
  ],
])('a folder %s is walked each time, as times tell nothing of that', async (_, name, tell) => {
  const { root, path } = await settledFolder();
  tellOf(path(name), tell);
  const next = looksAt(root);
  for (let times = 0; times < 3; times++) expect(next()).toBeTypeOf('object');
});

test('a time of a whole second is believed later, as the file system may round to these', () => {
  expect([isSettled(5_000.5, 5_101), isSettled(5_000, 6_999), isSettled(5_000, 7_001)]).toEqual([true, false, true]);
});

onLinux('a folder with rules elsewhere is walked each time, as they may change without a trace in it', async () => {
  const elsewhere = await temporaryFolder({ rules: 'a\n' });
  const { path, next } = await settledFolder();
  await rm(path('.gitignore'));
  await symlink(join(elsewhere, 'rules'), path('.gitignore'));
  const { ctimeMs } = await stat(path('.'));
  await expect.poll(() => Date.now() - ctimeMs).toBeGreaterThan(200);
  for (let times = 0; times < 3; times++) expect(next()).toBeTypeOf('object');
});
