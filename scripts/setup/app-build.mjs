import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runOrThrow } from './commands.mjs';
import { toolEnvironment, toolNode } from './node-toolchain.mjs';
import { cacheDirectory, root } from './project.mjs';

const stamp = join(cacheDirectory, 'build-stamp');
const inputs = ['src', 'electron.vite.config.ts', 'tsconfig.base.json', 'package.json', 'package-lock.json'];
const outputs = ['out/main/index.cjs', 'out/preload', 'out/renderer/index.html'];

/** @type {import('./project.mjs').Step} */
export const buildStep = {
  name: 'build',
  isDone: () =>
    existsSync(stamp) &&
    outputs.every((output) => existsSync(join(root, output))) &&
    readFileSync(stamp, 'utf8') === hashFiles(root, inputs),
  run: async () => {
    rmSync(stamp, { force: true });
    // Hashed before the build: files that change during it are built the next time.
    const hash = hashFiles(root, inputs);
    const cli = join(root, 'node_modules', 'electron-vite', 'bin', 'electron-vite.js');
    await runOrThrow('build', toolNode().executable, [cli, 'build'], { cwd: root, env: toolEnvironment() });
    mkdirSync(cacheDirectory, { recursive: true });
    writeFileSync(stamp, hash);
  },
};

/**
 * A hash over names and contents of files and folders, without tests. A missing file counts as such.
 * @param {string} base
 * @param {readonly string[]} paths relative to the base
 */
export function hashFiles(base, paths) {
  const hash = createHash('sha256');
  /** @param {string} path */
  const add = (path) => {
    const stat = statSync(join(base, path), { throwIfNoEntry: false });
    if (stat?.isDirectory()) {
      for (const name of readdirSync(join(base, path)).sort()) add(`${path}/${name}`);
    } else if (!/\.test\.tsx?$/.test(path)) {
      const content = stat ? readFileSync(join(base, path)) : 'missing';
      hash.update(`${path}\0${stat ? content.length : -1}\0`).update(content);
    }
  };
  paths.forEach(add);
  return hash.digest('hex');
}
