import { mkdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Contents by path; a path that ends with a slash is an empty folder. */
export type Files = Readonly<Record<string, string | Uint8Array>>;

/** @returns a folder with files that is removed after the test; absolute, without links */
export async function temporaryFolder(files: Files = {}): Promise<string> {
  const folder = await mkdtemp(join(await realpath(tmpdir()), 'outrigger-test-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return writeFiles(folder, files);
}

export function writeFiles(folder: string, files: Files): string {
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name);
    mkdirSync(name.endsWith('/') ? path : dirname(path), { recursive: true });
    if (!name.endsWith('/')) writeFileSync(path, content);
  }
  return folder;
}
