import fs from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { createBlobStore } from './blob-store.ts';
import { createDiskReader } from './file-snapshot.ts';
import { createSnapshots } from './take-snapshot.ts';

/** Paths in a folder that main itself asks the system for. */
function askedByMain(root: string): string[] {
  const asked: string[] = [];
  const undos = [fs, fs.promises].flatMap((functions: object) =>
    Object.entries(functions).flatMap(([name, called]) => {
      if (typeof called !== 'function' || !/^(?:l?stat|readdir|opendir|realpath|readFile|access)/.test(name)) return [];
      const told = Object.assign((...args: unknown[]) => {
        if (String(args[0]).startsWith(root)) asked.push(String(args[0]));
        return Reflect.apply(called, functions, args);
      }, called);
      Object.assign(functions, { [name]: told });
      return [() => Object.assign(functions, { [name]: called })];
    }),
  );
  syncBuiltinESMExports();
  onTestFinished(() => {
    for (const undo of undos) undo();
    syncBuiltinESMExports();
  });
  return asked;
}

async function setUp(files: Record<string, string>) {
  const root = await temporaryFolder(files);
  const deps = { disk: createDiskReader(), store: createBlobStore(await temporaryFolder()), ownDirectory: '' };
  return { root, deps, snapshots: createSnapshots(deps) };
}

test('main asks the system only for files that changed, and has the contents of all', async () => {
  const files = Object.fromEntries(
    Array.from({ length: 50 }, (_, index) => [`d${index % 5}/${index}.txt`, `${index}`]),
  );
  const { root, deps, snapshots } = await setUp(files);
  const asked = askedByMain(root);
  await snapshots.take(root, true);
  // What was written just now is read again until its times tell.
  await expect
    .poll(async () => {
      asked.length = 0;
      await snapshots.take(root, true);
      return asked;
    })
    .toEqual([]);
  const changed = join(root, 'd3', '33.txt');
  await writeFile(changed, '42');
  asked.length = 0;
  const taken = await snapshots.take(root, true);
  expect(new Set(asked)).toEqual(new Set([changed, join(root, 'd3')]));

  const kept = [...taken.snapshots].flatMap(([path, one]) => (one?.type === 'file' ? [{ path, hash: one.hash }] : []));
  expect(kept).toHaveLength(50);
  for (const { path, hash } of kept) {
    const text = path === changed ? '42' : files[path.slice(root.length + 1)];
    expect(String(await deps.store.read(hash, path))).toBe(text);
  }
});

test('what is lost of the kept contents is kept again, also when nothing has changed', async () => {
  const { root, deps, snapshots } = await setUp({ 'a.txt': 'a' });
  const hashOf = async () => {
    const one = (await snapshots.take(root, true)).snapshots.get(join(root, 'a.txt'));
    return one?.type === 'file' ? one.hash : '';
  };
  const asked = askedByMain(root);
  await expect
    .poll(async () => {
      asked.length = 0;
      await hashOf();
      return asked;
    })
    .toEqual([]);
  await deps.store.sweep(() => false);
  expect(String(await deps.store.read(await hashOf(), 'a.txt'))).toBe('a');
});
