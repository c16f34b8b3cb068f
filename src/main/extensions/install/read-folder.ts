import { constants } from 'node:fs';
import { lstat, open, readdir, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { PackageEntry } from './package-entry.ts';

/** Reads a folder as if it were an archive. Links are entries and are not followed. The author's `.git` stays behind. */
export async function* readFolder(root: string, below = ''): AsyncGenerator<PackageEntry, void, undefined> {
  for (const entry of await readdir(join(root, below), { withFileTypes: true })) {
    const name = below === '' ? entry.name : `${below}/${entry.name}`;
    const path = join(root, name);
    if (name === '.git') continue;
    if (entry.isDirectory()) {
      yield { kind: 'folder', name };
      yield* readFolder(root, name);
    } else if (entry.isSymbolicLink()) yield { kind: 'symlink', name, target: await readlink(path) };
    else if (entry.isFile()) {
      const isExecutable = ((await lstat(path)).mode & 0o111) !== 0;
      yield { kind: 'file', name, isExecutable, content: contentOf(path) };
    } else yield { kind: 'special', name };
  }
}

/** Opened only when it is read; a link that has taken its place meanwhile is not followed. */
async function* contentOf(path: string): AsyncGenerator<Uint8Array, void, undefined> {
  const handle = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  try {
    yield* handle.createReadStream({ autoClose: false });
  } finally {
    await handle.close();
  }
}
