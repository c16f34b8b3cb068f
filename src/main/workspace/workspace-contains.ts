import type { Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { isAbsolute, join, resolve } from 'node:path';
import { readRules } from '../documents/gitignore.ts';
import { isInside } from '../documents/project-border.ts';
import { compileGlobs, type Glob, type GlobState, isGlob } from './glob.ts';

/**
 * Whether a workspace holds a file that one of the globs names; for `workspaceContains:` in manifests. A plain path is
 * looked up, whatever .gitignore says; a glob is looked for in what git would see, without `.git` and `node_modules`,
 * and links to folders are not followed.
 * @param root absolute
 * @param signal ends the search, with the answer false
 */
export async function workspaceContains(root: string, globs: readonly string[], signal: AbortSignal): Promise<boolean> {
  if (signal.aborted) return false;
  const aborted = new Promise<false>((settle) => signal.addEventListener('abort', () => settle(false), { once: true }));
  return Promise.race([aborted, search(root, globs, signal)]);
}

async function search(root: string, globs: readonly string[], stop: AbortSignal): Promise<boolean> {
  const paths = globs.filter((glob) => !isGlob(glob));
  const found = await Promise.all(paths.map((path) => holds(root, path)));
  if (found.includes(true)) return true;
  const glob = compileGlobs(globs.filter(isGlob), process.platform === 'linux');
  return glob !== null && walk(root, glob, stop);
}

async function holds(root: string, path: string): Promise<boolean> {
  if (path === '' || path.includes('\0') || isAbsolute(path) || !isInside(root, resolve(root, path))) return false;
  return stat(join(root, path)).then(
    () => true,
    () => false,
  );
}

async function walk(root: string, glob: Glob, stop: AbortSignal): Promise<boolean> {
  const waiting: { readonly directory: string; readonly state: GlobState }[] = [{ directory: root, state: glob.start }];
  // Breadth first: what a project is known by lies near its top.
  for (const { directory, state } of waiting) {
    if (stop.aborted) return false;
    const entries: Dirent[] = await readdir(directory, { withFileTypes: true }).catch(() => []);
    const rules = await readRules(root, directory);
    for (const entry of entries) {
      const next = glob.step(state, entry.name);
      if (next.length === 0) continue;
      const path = join(directory, entry.name);
      if (!entry.isDirectory()) {
        if (glob.isMatch(next) && !rules.isIgnored(path, 'file')) return true;
      } else if (entry.name !== '.git' && entry.name !== 'node_modules' && !rules.isIgnored(path, 'directory')) {
        waiting.push({ directory: path, state: next });
      }
    }
  }
  return false;
}
