import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { hashFiles } from './app-build.mjs';
import { runOrThrow } from './commands.mjs';
import { npmCommand } from './node-toolchain.mjs';
import { cacheDirectory, root } from './project.mjs';

/**
 * @typedef {{ version?: string, integrity?: string, optional?: boolean, link?: boolean }} LockedPackage
 * @typedef {{ packages: Record<string, LockedPackage> }} Lock
 */

/**
 * Whether npm's record of node_modules matches the lockfile. npm writes that record last, so that an interrupted
 * install has none.
 * @param {Lock} lock package-lock.json
 * @param {Lock} installed node_modules/.package-lock.json
 */
export function matchesLock(lock, installed) {
  for (const [path, wanted] of Object.entries(lock.packages)) {
    if (path === '') continue;
    const present = installed.packages[path];
    // Optional packages of other platforms are never installed; a missing one of this platform is noticed when used.
    if (present === undefined && wanted.optional) continue;
    if (present?.version !== wanted.version) return false;
    if (wanted.integrity && present?.integrity && wanted.integrity !== present.integrity) return false;
  }
  return Object.keys(installed.packages).every((path) => path in lock.packages);
}

/** Inside node_modules, so that it is deleted with it. */
const stamp = join(root, 'node_modules', '.outrigger-installed');
const stampText = () => hashFiles(root, ['package.json', 'package-lock.json']);

function isInstalled() {
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === stampText()) return true;
  // Or npm was run by hand.
  const lock = readLock(join(root, 'package-lock.json'));
  const installed = readLock(join(root, 'node_modules', '.package-lock.json'));
  if (lock === null || installed === null || !matchesLock(lock, installed)) return false;
  return Object.keys(installed.packages).every((path) => existsSync(join(root, path, 'package.json')));
}

/**
 * @param {string} file
 * @returns {Lock | null}
 */
function readLock(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

/** @type {import('./project.mjs').Step} */
export const dependenciesStep = {
  name: 'dependencies',
  isDone: isInstalled,
  run: async () => {
    freeRunningNode();
    rmSync(stamp, { force: true });
    const npm = npmCommand(process.env, process.platform);
    const options = ['ci', '--ignore-scripts', '--include=dev', '--include=optional', '--no-audit', '--no-fund'];
    await runOrThrow('npm-ci', npm.command, [...npm.args, ...options], {
      cwd: root,
      shell: npm.shell,
      advice: 'Look whether the npm registry can be reached, then run this again.',
    });
    writeFileSync(stamp, stampText());
  },
};

/**
 * Windows does not delete a running program, and the Node in node_modules may be the one that runs us; it can be
 * moved.
 */
function freeRunningNode() {
  if (process.platform !== 'win32' || !process.execPath.startsWith(join(root, 'node_modules') + sep)) return;
  mkdirSync(cacheDirectory, { recursive: true });
  renameSync(process.execPath, join(cacheDirectory, `node-in-use-${process.pid}.exe`));
}
