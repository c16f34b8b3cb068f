import { expect, test } from 'vitest';
import { compareSnapshots } from './compare-snapshots.ts';
import type { DiskReader, FileSnapshot } from './file-snapshot.ts';
import type { FolderSnapshot } from './folder-snapshot.ts';

const file = { type: 'file', hash: 'a'.repeat(64), size: 1, mode: 0o644 } as const;
const directory = { type: 'directory', mode: 0o755 } as const;
const disk = {} as DiskReader;

function snapshot(snapshots: FolderSnapshot['snapshots'], unreadable: string[] = []): FolderSnapshot {
  return {
    root: '/root',
    at: 0,
    snapshots,
    ignored: new Set(),
    inodes: new Set(),
    tooLarge: new Set(),
    unreadable: new Set(unreadable),
    isCut: false,
    look: null,
  };
}

// A restore would delete it.
test('what is in a directory that could not be read before did not come meanwhile', async () => {
  const before = snapshot(new Map([['/root/kept', directory]]), ['/root/kept']);
  const names = ['/root/kept/in', '/root/kept/in/a.txt', '/root/kept.txt'];
  const came = names.map((name) => [name, file] as const);
  const now = snapshot(new Map<string, FileSnapshot>([['/root/kept', directory], ...came]));
  const { paths } = await compareSnapshots(before, now, disk);
  expect(paths).toEqual([{ path: '/root/kept.txt', before: null, after: file }]);
});
