import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { boundToUs, capture } from '../setup/commands.mjs';
import { SetUpError } from '../setup/project.mjs';

/**
 * A desktop for one run: display, session bus, unlocked keyring, home. It neither reads nor changes the person's own
 * data, and leaves nothing behind. Linux only; on other systems the existing desktop is used.
 * @typedef {object} Desktop
 * @property {NodeJS.ProcessEnv} env for programs on it
 * @property {() => Promise<void>} close
 */

/** @typedef {{ keyring: boolean, screen?: string }} DesktopOptions */

const startLimitMs = 60_000;

/**
 * @param {DesktopOptions} options without a keyring there is no session bus either, as on a machine that has none
 * @returns {Promise<Desktop>}
 * @throws {SetUpError} if a part of it does not start
 */
export async function openDesktop({ keyring, screen }) {
  if (process.platform !== 'linux') return { env: process.env, close: async () => {} };
  // A short path: names of sockets must stay under 108 bytes.
  const home = mkdtempSync(join(tmpdir(), 'outrigger-'));
  /** @type {Part[]} */
  const parts = [];
  const close = async () => {
    for (const part of parts.reverse()) await part.stop();
    rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  };
  try {
    const env = homeEnvironment(process.env, home);
    for (const folder of privateFolders(env)) mkdirSync(folder, { recursive: true, mode: 0o700 });
    const display = await startDisplay(screen);
    parts.push(display);
    env.DISPLAY = display.name;
    // "disabled:" means no bus; without an address libdbus would start one.
    env.DBUS_SESSION_BUS_ADDRESS = 'disabled:';
    if (keyring) {
      const bus = await startBus(home);
      parts.push(bus);
      env.DBUS_SESSION_BUS_ADDRESS = bus.name;
      parts.push(await startKeyring(env));
    }
    return { env, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * Environment of a new person, without any files of their own.
 * @param {NodeJS.ProcessEnv} base
 * @param {string} home
 * @returns {NodeJS.ProcessEnv}
 */
export function homeEnvironment(base, home) {
  const { WAYLAND_DISPLAY: _wayland, XAUTHORITY: _authority, GNOME_KEYRING_CONTROL: _control, ...rest } = base;
  return {
    ...rest,
    HOME: home,
    XDG_CONFIG_HOME: join(home, '.config'),
    XDG_DATA_HOME: join(home, '.local', 'share'),
    XDG_CACHE_HOME: join(home, '.cache'),
    XDG_RUNTIME_DIR: join(home, 'run'),
    XDG_SESSION_TYPE: 'x11',
  };
}

/** @param {NodeJS.ProcessEnv} env */
function privateFolders(env) {
  return [env.XDG_CONFIG_HOME, env.XDG_DATA_HOME, env.XDG_CACHE_HOME, env.XDG_RUNTIME_DIR].filter(
    (folder) => folder !== undefined,
  );
}

/** @typedef {{ name: string, stop: () => Promise<void> }} Part */

/**
 * An invisible display for this run.
 * @param {string} [screen]
 * @returns {Promise<Part>} its name is the value of DISPLAY
 */
export async function startDisplay(screen = '1600x1000x24') {
  // Else it starts anew whenever its last program ends, and refuses whoever comes meanwhile.
  const part = await startPart('Xvfb', ['-displayfd', '3', '-screen', '0', screen, '-nolisten', 'tcp', '-noreset']);
  return { ...part, name: `:${part.name}` };
}

/**
 * A session bus that starts no services by itself: the only one on it is the keyring that we start.
 * @param {string} home
 */
async function startBus(home) {
  const config = join(home, 'bus.conf');
  writeFileSync(
    config,
    `<busconfig><type>session</type><listen>unix:dir=${home}</listen><auth>EXTERNAL</auth><policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy></busconfig>\n`,
  );
  return await startPart('dbus-daemon', ['--nofork', '--print-address=3', `--config-file=${config}`]);
}

/**
 * A keyring whose default collection is unlocked.
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<Part>}
 */
async function startKeyring(env) {
  const input = 'a password that guards nothing';
  const part = startDaemon('gnome-keyring-daemon', ['--foreground', '--unlock', '--components=secrets'], {
    env,
    input,
  });
  const ask = ['--session', '--print-reply', '--dest=org.freedesktop.DBus', '/', 'org.freedesktop.DBus.NameHasOwner'];
  // The daemon does not report that it is ready; its name on the bus shows it.
  while (!(await capture('dbus-send', [...ask, 'string:org.freedesktop.secrets'], { env })).stdout.includes('true')) {
    const reason = part.problem();
    if (reason !== null) {
      await part.stop();
      throw new SetUpError(`gnome-keyring-daemon did not start: ${reason}`);
    }
    await delay(30);
  }
  return { name: 'keyring', stop: part.stop };
}

/**
 * Starts a daemon that writes a line to descriptor 3 when it is ready.
 * @param {string} command
 * @param {readonly string[]} args
 * @returns {Promise<Part>} named by that line
 */
async function startPart(command, args) {
  const part = startDaemon(command, args);
  while (!part.said().includes('\n')) {
    const reason = part.problem();
    if (reason !== null) {
      await part.stop();
      throw new SetUpError(`${command} did not start: ${reason}`);
    }
    await delay(10);
  }
  return { name: part.said().split('\n')[0]?.trim() ?? '', stop: part.stop };
}

/**
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, input?: string }} [options]
 */
function startDaemon(command, args, { env = process.env, input = '' } = {}) {
  const bound = boundToUs(command, args);
  // In its own session, so that Ctrl+C reaches the app before the display.
  const child = spawn(bound.command, bound.args, {
    env,
    detached: true,
    stdio: ['pipe', 'ignore', 'pipe', 'pipe'],
  });
  const startedAt = Date.now();
  let said = '';
  let complaint = '';
  /** @type {string | null} */
  let end = null;
  child.stdin?.on('error', () => {});
  child.stdin?.end(input);
  child.stderr?.on('data', (chunk) => {
    complaint = (complaint + chunk).slice(-2000);
  });
  child.stdio[3]?.on('data', (chunk) => {
    said += chunk;
  });
  /** @type {Promise<void>} */
  const ended = new Promise((resolve) => {
    child.once('error', (error) => {
      end = error.message;
      resolve();
    });
    child.once('close', (code, signal) => {
      end = `it ended with ${code ?? signal}. ${complaint.trim()}`;
      resolve();
    });
  });
  return {
    said: () => said,
    /** Why it will not become ready; null while it may. */
    problem: () =>
      end ??
      (Date.now() - startedAt > startLimitMs ? `not ready after ${startLimitMs / 1000} s. ${complaint.trim()}` : null),
    stop: async () => {
      if (end === null) child.kill('SIGTERM');
      const killer = setTimeout(() => child.kill('SIGKILL'), 3000);
      await ended;
      clearTimeout(killer);
    },
  };
}
