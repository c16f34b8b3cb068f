import { statSync } from 'node:fs';
import { join } from 'node:path';
import { capture } from './commands.mjs';

/**
 * @typedef {object} SandboxFacts
 * @property {string} platform
 * @property {number | undefined} uid
 * @property {boolean} userNamespaces whether an ordinary user may create one
 * @property {boolean} helperReady whether chrome-sandbox belongs to root and has mode 4755
 */

/**
 * Whether Chromium's sandbox can be used.
 * @param {SandboxFacts} facts
 * @returns {'on' | 'off-as-root' | 'impossible'}
 */
export function judgeSandbox({ platform, uid, userNamespaces, helperReady }) {
  if (platform !== 'linux') return 'on';
  if (uid === 0) return 'off-as-root';
  return userNamespaces || helperReady ? 'on' : 'impossible';
}

/**
 * @param {string} dist folder of the runtime
 * @returns {Promise<SandboxFacts>}
 */
export async function gatherSandboxFacts(dist) {
  const { platform } = process;
  const uid = process.getuid?.();
  if (platform !== 'linux' || uid === 0) return { platform, uid, userNamespaces: false, helperReady: false };
  const helper = statSync(join(dist, 'chrome-sandbox'), { throwIfNoEntry: false });
  const helperReady = helper !== undefined && helper.uid === 0 && (helper.mode & 0o7777) === 0o4755;
  // By trial, as it depends on kernel settings, AppArmor and containers.
  const userNamespaces = (await capture('unshare', ['--user', '--map-root-user', 'true'])).code === 0;
  return { platform, uid, userNamespaces, helperReady };
}

/**
 * One line of advice for systems where the sandbox cannot work.
 * @param {string} dist
 */
export function sandboxAdvice(dist) {
  const helper = join(dist, 'chrome-sandbox');
  return `This system does not let Chromium make its sandbox. Run once: sudo chown root:root '${helper}' && sudo chmod 4755 '${helper}'`;
}
