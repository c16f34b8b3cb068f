import { randomBytes } from 'node:crypto';
import { readdir, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { isThere } from '../../files/entries.ts';
import { manifestFileName, readManifest } from '../manifest/manifest-file.ts';
import { PackageFault } from './package-fault.ts';

/**
 * The folder of installed extensions, one folder each, named by id. A new version replaces the old one in two renames;
 * a crash between them is repaired at the next start. The prefixes below begin with a dot, so that discovery ignores
 * these folders.
 */

const stagingPrefix = '.staging-';
/** The old version while the new one is moved in: `.replaced-<id>`. It is restored when there is no new one. */
const replacedPrefix = '.replaced-';
/** Folders that only remain to be deleted. */
const removedPrefix = '.removed-';

const unique = (): string => randomBytes(8).toString('hex');

export const newStagingName = (): string => `${stagingPrefix}${unique()}`;

export interface Installed {
  readonly rootPath: string;
  /** null: its manifest has become unreadable. */
  readonly version: string | null;
}

/** Repairs the state after a crash. Nothing else may change the folder. A failed repair is tried at the next start. */
export async function mend(root: string): Promise<void> {
  // Discovery reports a folder that cannot be listed.
  for (const name of await namesIn(root).catch(() => [])) {
    if (name.startsWith(replacedPrefix)) {
      await mendOne(root, name.slice(replacedPrefix.length)).catch(() => undefined);
    } else if (name.startsWith(stagingPrefix) || name.startsWith(removedPrefix)) await erase(join(root, name));
  }
}

/** @returns the extension with this id; its folder may have another name if a person put it there */
export async function findInstalled(root: string, id: string): Promise<Installed | null> {
  for (const name of (await namesIn(root)).filter((one) => !one.startsWith('.')).sort()) {
    const rootPath = join(root, name);
    const read = await readManifest(rootPath);
    if ('manifest' in read) {
      if (read.manifest.id === id) return { rootPath, version: read.manifest.version };
    } else if (name === id && !read.isAbsent) return { rootPath, version: null };
  }
  return null;
}

/** @throws PackageFault when the extension's place is taken by something else */
export async function checkPlace(root: string, id: string): Promise<Installed | null> {
  const installed = await findInstalled(root, id);
  const place = join(root, id);
  if (installed?.rootPath !== place && (await isThere(place))) {
    throw new PackageFault(
      `the folder ${place} is in its way and has no ${manifestFileName} of it; move that folder elsewhere`,
    );
  }
  return installed;
}

/** Moves `folder` into its place, after moving the previous version out of it. @returns its place */
export async function place(root: string, id: string, folder: string): Promise<string> {
  await mendOne(root, id);
  const old = await checkPlace(root, id);
  const target = join(root, id);
  const aside = join(root, `${replacedPrefix}${id}`);
  if (old) await rename(old.rootPath, aside);
  try {
    await rename(folder, target);
  } catch (error) {
    if (old) await rename(aside, old.rootPath);
    throw error;
  }
  if (old) await retire(root, aside);
  return target;
}

/** @returns false if there is no such extension */
export async function remove(root: string, id: string, rootPath?: string): Promise<boolean> {
  await mendOne(root, id);
  const folder = rootPath ?? (await findInstalled(root, id))?.rootPath;
  if (folder === undefined || dirname(folder) !== resolve(root) || !(await isThere(folder))) return false;
  await retire(root, folder);
  return true;
}

/** Keeps the new version if it is in place, else restores the old one. */
async function mendOne(root: string, id: string): Promise<void> {
  const aside = join(root, `${replacedPrefix}${id}`);
  if (!(await isThere(aside))) return;
  if (await isThere(join(root, id))) await retire(root, aside);
  else await rename(aside, join(root, id));
}

/** Deletes a folder in two steps, so that it never exists in part. */
async function retire(root: string, folder: string): Promise<void> {
  const removed = join(root, `${removedPrefix}${unique()}`);
  await rename(folder, removed);
  await erase(removed);
}

/** A folder that cannot be deleted now is deleted at the next start. */
export const erase = (path: string): Promise<void> => rm(path, { recursive: true, force: true }).catch(() => undefined);

const namesIn = (root: string): Promise<string[]> =>
  readdir(root).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
