import { mkdir, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { watchDevelopmentFolder } from './development-watch.ts';

type Read = Parameters<typeof watchDevelopmentFolder>[2];

const watched = (...folders: string[]) => watchedBy(undefined, ...folders);

/** @param read as the folders are listed */
async function watchedBy(read: Read, ...folders: string[]) {
  const outer = await temporaryFolder();
  const root = join(outer, 'extension');
  for (const folder of ['.', ...folders]) await mkdir(join(root, folder), { recursive: true });
  let count = 0;
  const stop = watchDevelopmentFolder(root, () => count++, read);
  onTestFinished(stop);
  const write = (name: string, text = 'text') => writeFile(join(root, name), text);
  /** Repeats a change until it is reported: the watch of a subfolder begins a moment later. */
  const reported = async (change: () => Promise<unknown>) => {
    const before = count;
    await vi.waitFor(
      async () => {
        await change();
        await vi.waitFor(() => expect(count).toBeGreaterThan(before), { timeout: 1000, interval: 20 });
      },
      { timeout: 120_000 },
    );
  };
  return { outer, root, write, reported, stop, count: () => count };
}

describe('the folder of an extension that its author works on', () => {
  test('reports a file that is written, one that is saved by renaming, one that goes, and one below', async () => {
    const { root, write, reported } = await watched('src/deep');
    await reported(() => write('main.js'));
    await reported(async () => {
      await write('.main.js.tmp');
      await rename(join(root, '.main.js.tmp'), join(root, 'main.js'));
    });
    await reported(() => write('src/deep/a.js'));
    await reported(() => rm(join(root, 'src/deep/a.js'), { force: true }).then(() => write('src/deep/b.js')));
  });

  test('reports what is in folders that come later, also when one comes again', async () => {
    const { root, write, reported } = await watched();
    await reported(() => mkdir(join(root, 'new/deeper'), { recursive: true }).then(() => write('new/a')));
    await reported(() => write('new/deeper/a'));
    await reported(() => rm(join(root, 'new'), { recursive: true, force: true }).then(() => write('x')));
    await reported(() => mkdir(join(root, 'new'), { recursive: true }).then(() => write('y')));
    await reported(() => write('new/again'));
  });

  test('reports what is in a folder that came while the one above was read', async () => {
    const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let count = 0;
    // What is read first arrives last.
    const { root, write, reported } = await watchedBy(async (path) => {
      const entries = await readdir(path, { withFileTypes: true });
      if (basename(path) !== 'new') return entries;
      count += 1;
      if (count === 1) {
        first.resolve();
        await second.promise;
      } else setTimeout(second.resolve, 50);
      return entries;
    });
    await mkdir(join(root, 'new'));
    await first.promise;
    await mkdir(join(root, 'new/deeper'));
    await second.promise;
    // After the second one nothing is left to be reported of what was before.
    for (const name of ['x', 'y']) await reported(() => write(name));
    await reported(() => write('new/deeper/a'));
  });

  test('reports many changes once', { tags: ['soak'] }, async () => {
    const { write, reported, count } = await watched('src');
    await reported(() => write('src/first'));
    const before = count();
    await Promise.all(Array.from({ length: 200 }, (_, index) => write(`src/f${index}`)));
    await vi.waitFor(() => expect(count()).toBe(before + 1), { timeout: 60_000, interval: 20 });
    await reported(() => write('src/last'));
    expect(count()).toBeLessThanOrEqual(before + 3);
  });

  test('passes over dependencies, dot files and what links lead to', async () => {
    const { outer, root, write, reported, count } = await watched('node_modules/p', '.git', 'src');
    await mkdir(join(outer, 'elsewhere'));
    await reported(() => symlink(join(outer, 'elsewhere'), join(root, 'link')).catch(() => undefined));
    await reported(() => write('src/a'));
    // Reports of this watch would come after those of the other.
    const control = await watched('src');
    await control.reported(() => control.write('src/a'));
    const before = count();
    for (const name of ['node_modules/p/x', '.git/x', '.env', 'src/.x.swp', 'src/a~', 'link/x']) await write(name);
    await control.reported(() => control.write('src/b'));
    expect(count()).toBe(before);
  });

  test('is silent after the end', async () => {
    const { write, reported, stop, count } = await watched('src');
    await reported(() => write('src/a'));
    await write('src/b');
    stop();
    const before = count();
    await write('src/c');
    const other = await watched();
    await other.reported(() => other.write('d'));
    expect(count()).toBe(before);
  });
});
