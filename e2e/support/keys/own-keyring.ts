import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from '@playwright/test';
import { startSessionBus } from './session-bus.ts';

/** A real gnome-keyring for one test, with its own bus and home, that can be locked and killed. Linux only. */
export interface OwnKeyring {
  /** For the app's environment. */
  readonly env: Readonly<Record<string, string>>;
  /** Folder of its files. */
  readonly home: string;
  /** @returns null if there is no key, or the keyring is locked */
  keyOf(extensionId: string, providerId: string): Promise<string | null>;
  putKey(extensionId: string, providerId: string, key: string): Promise<void>;
  lock(): Promise<void>;
  unlock(): Promise<void>;
  /** Makes it accept requests without answering. */
  freeze(): void;
  /** Ends it like a crash. */
  kill(): Promise<void>;
  /** Ends it and removes its files. */
  stop(): Promise<void>;
}

const password = 'a password that guards nothing';
const run = promisify(execFile);

export async function startOwnKeyring(): Promise<OwnKeyring> {
  const bus = await startSessionBus();
  const { folder: home } = bus;
  const env = { DBUS_SESSION_BUS_ADDRESS: bus.address };
  await mkdir(join(home, 'run'), { mode: 0o700 });
  const daemon = spawn('gnome-keyring-daemon', ['--foreground', '--unlock', '--components=secrets'], {
    env: { ...process.env, ...env, HOME: home, XDG_DATA_HOME: join(home, 'data'), XDG_RUNTIME_DIR: join(home, 'run') },
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const ended = once(daemon, 'exit');
  daemon.stdin.end(password);

  const send = async (...args: string[]): Promise<string> =>
    (await run('dbus-send', ['--session', '--print-reply', ...args], { env: { ...process.env, ...env } })).stdout;
  const login = '/org/freedesktop/secrets/collection/login';
  const isLocked = async () => {
    const properties = ['string:org.freedesktop.Secret.Collection', 'string:Locked'];
    const path = ['--dest=org.freedesktop.secrets', login, 'org.freedesktop.DBus.Properties.Get'];
    return (await send(...path, ...properties)).includes('true');
  };
  await expect
    .poll(() =>
      send('--dest=org.freedesktop.DBus', '/', 'org.freedesktop.DBus.NameHasOwner', 'string:org.freedesktop.secrets'),
    )
    .toContain('true');

  /** Runs in a separate process, as the native module reads the environment at the start of its process. */
  async function keytar(call: string, extensionId: string, providerId: string, ...more: string[]): Promise<unknown> {
    const script = `import('keytar').then(({ default: keytar }) => keytar[process.argv[1]](...process.argv.slice(2)))
      .then((value) => console.log(JSON.stringify(value ?? null)))`;
    const account = `extension-llm-${extensionId}:${providerId}`;
    const args = ['--eval', script, call, 'Outrigger', account, ...more];
    const { stdout } = await run(process.execPath, args, { env: { ...process.env, ...env }, cwd: import.meta.dirname });
    return JSON.parse(stdout);
  }

  async function kill(): Promise<void> {
    if (daemon.exitCode === null && daemon.signalCode === null) daemon.kill('SIGKILL');
    await ended;
  }

  return {
    env,
    home,
    keyOf: async (...account) => (await keytar('getPassword', ...account)) as string | null,
    async putKey(extensionId, providerId, key) {
      await keytar('setPassword', extensionId, providerId, key);
    },
    async lock() {
      const path = [
        '--dest=org.freedesktop.secrets',
        '/org/freedesktop/secrets',
        'org.freedesktop.Secret.Service.Lock',
      ];
      await send(...path, `array:objpath:${login}`);
      expect(await isLocked()).toBe(true);
    },
    async unlock() {
      await unlockAsLoginDoes(join(home, 'run', 'keyring', 'control'));
      expect(await isLocked()).toBe(false);
    },
    freeze: () => void daemon.kill('SIGSTOP'),
    kill,
    async stop() {
      await kill();
      await bus.stop();
    },
  };
}

/**
 * Protocol: a byte with credentials, then the total length, the operation (1: unlock), and the password with its
 * length.
 */
async function unlockAsLoginDoes(path: string): Promise<void> {
  const socket = connect(path);
  const said = Buffer.from(password);
  const numbers = Buffer.alloc(13);
  numbers.writeUInt32BE(12 + said.length, 1);
  numbers.writeUInt32BE(1, 5);
  numbers.writeUInt32BE(said.length, 9);
  socket.write(Buffer.concat([numbers, said]));
  await once(socket, 'data');
  socket.destroy();
}
