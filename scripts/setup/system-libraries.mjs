import { existsSync, readFileSync } from 'node:fs';
import { capture, hasCommand, runLogged, runOrThrow } from './commands.mjs';
import { SetUpError, say } from './project.mjs';
import {
  adviceForLibraries,
  debianPackages,
  missingLibraries,
  missingPackages,
  parseOsRelease,
} from './system-packages.mjs';

/** @typedef {{ desktop: boolean, compiler: boolean }} Purpose */

const isRoot = process.getuid?.() === 0;

/**
 * Installs missing packages by apt as root; otherwise names them. Does nothing on systems other than Debian and its
 * derivatives, where {@link checkLibraries} checks the runtime itself.
 * @param {Purpose} purpose
 * @returns {import('./project.mjs').Step}
 */
export function systemPackagesStep(purpose) {
  return {
    name: 'system libraries',
    isDone: async () => (await findMissing(purpose)).length === 0,
    run: async () => {
      const missing = await findMissing(purpose);
      if (!isRoot) {
        throw new SetUpError(
          `These system packages are missing. Run: sudo apt-get install --no-install-recommends ${missing.join(' ')}`,
        );
      }
      say(`system libraries: apt-get install ${missing.join(' ')}`);
      const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
      const patience = ['-o', 'DPkg::Lock::Timeout=300'];
      // An unreachable mirror does not matter if the packages are known already.
      await runLogged('apt-update', 'apt-get', [...patience, 'update'], { env });
      await runOrThrow(
        'apt-install',
        'apt-get',
        [...patience, 'install', '-y', '--no-install-recommends', ...missing],
        {
          env,
        },
      );
      const still = await findMissing(purpose);
      if (still.length > 0) throw new SetUpError(`apt-get did not install ${still.join(' ')}. Install them by hand.`);
    },
  };
}

/**
 * Advice on the packages for compiling keytar, or '' if nothing is known to be missing.
 * @returns {Promise<string>}
 */
export async function compilerAdvice() {
  if (process.platform === 'darwin') return 'Install the command line tools: xcode-select --install';
  if (process.platform === 'win32') return 'Install the Visual Studio Build Tools with C++, and Python 3.';
  const missing = await findMissing({ desktop: false, compiler: true }, true);
  if (missing.length > 0) return `Run: sudo apt-get install --no-install-recommends ${missing.join(' ')}`;
  return hasCommand('dpkg-query') ? '' : 'Install a C++ compiler, make, Python 3 and the headers of libsecret.';
}

/**
 * On a Linux without dpkg: asks the linker which libraries the runtime lacks.
 * @param {string} executable of the Electron runtime
 * @throws {SetUpError} one line with the libraries and, if known, the packages
 */
export async function checkLibraries(executable) {
  if (process.platform !== 'linux' || hasCommand('dpkg-query') || !hasCommand('ldd')) return;
  const missing = missingLibraries((await capture('ldd', [executable])).stdout);
  if (missing.length === 0) return;
  const managers = /** @type {const} */ (['dnf', 'pacman', 'zypper']);
  throw new SetUpError(adviceForLibraries(missing, managers.find(hasCommand) ?? null));
}

/**
 * @param {Purpose} purpose
 * @param {boolean} [evenIfUnprivileged] without it only root looks for compilers: for others keytar may come prebuilt
 */
async function findMissing(purpose, evenIfUnprivileged = false) {
  if (process.platform !== 'linux' || !hasCommand('dpkg-query')) return [];
  const compiler = purpose.compiler && (isRoot || evenIfUnprivileged);
  const wanted = debianPackages(readOsRelease(), { desktop: purpose.desktop, compiler });
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the format language of dpkg-query
  const format = '${Package} ${db:Status-Status}\n';
  return missingPackages(wanted, (await capture('dpkg-query', ['-W', '-f', format, ...wanted])).stdout);
}

function readOsRelease() {
  const file = ['/etc/os-release', '/usr/lib/os-release'].find((candidate) => existsSync(candidate));
  return file ? parseOsRelease(readFileSync(file, 'utf8')) : {};
}
