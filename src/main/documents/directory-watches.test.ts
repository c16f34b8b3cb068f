import { execFileSync } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { createDirectoryWatches, type DirectoryChange } from './directory-watches.ts';

describe('createDirectoryWatches', () => {
  it('reports a directory that goes, comes back, and changes then', async () => {
    const directory = join(await temporaryFolder(), 'sub');
    const heard: DirectoryChange[] = [];
    // The test decides when the directory is looked for.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    onTestFinished(createDirectoryWatches((change) => heard.push(change)).watch(directory));
    const listed = { directory, kind: 'listed', name: null };
    expect(heard).toEqual([listed]);
    await mkdir(directory);
    vi.advanceTimersByTime(2_000);
    await vi.waitFor(() => expect(heard).toEqual([listed, listed]));
    await writeFile(join(directory, 'a.txt'), '');
    await vi.waitFor(() => expect(heard).toContainEqual({ directory, kind: 'listed', name: 'a.txt' }));
    heard.length = 0;
    await rm(directory, { recursive: true });
    await vi.waitFor(() => expect(heard).toContainEqual(listed));
  });

  it.runIf(process.platform === 'linux')(
    'looks regularly at a directory and a file in it while the system has no watches left, until they are watched',
    { timeout: 240_000 },
    async () => {
      const child = join(import.meta.dirname, 'directory-watches.child.ts');
      const args = ['-c', 'ulimit -n 64 && exec "$0" "$@"', process.execPath, child, await temporaryFolder()];
      const heard = execFileSync('sh', args, { encoding: 'utf8', timeout: 60_000 }).trim().split('\n');
      expect(heard.slice(0, 2).toSorted()).toEqual(['directory: unwatched', 'file: unwatched']);
      expect(heard.slice(2, 4)).toEqual(['file: changed', 'directory: listed']);
      // By a watch again, which names what changed.
      expect(heard.at(-1)).toBe('directory: listed late.txt');
    },
  );
});
