import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'outrigger-keychain-'));
});
// The keyring ends with its bus, but may still write for a moment.
afterEach(() => rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }));

const modules = `
  const { createKeychain } = await import(${JSON.stringify(join(import.meta.dirname, 'keychain.ts'))});
  const { createCredentialStore } = await import(${JSON.stringify(join(import.meta.dirname, 'credential-store.ts'))});
  const { createCredentialOwners } = await import(${JSON.stringify(join(import.meta.dirname, 'credential-owners.ts'))});
  const { execFileSync } = await import('node:child_process');
  const { readdirSync, readFileSync } = await import('node:fs');
  const { join } = await import('node:path');
  const { connect } = await import('node:net');
  const say = (name, value) => console.log(JSON.stringify([name, value]));
  const path = join(process.env.HOME, 'owners.json');
  const owners = await createCredentialOwners({ path, onProblem: () => {} });
  const place = { account: 'extension-llm-good:chat', origin: 'bundled' };
  const secret = 'sk-tést-secret';
  /** Files that contain the secret in clear text. */
  const clear = () => readdirSync(process.env.HOME, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && readFileSync(join(entry.parentPath, entry.name)).includes(secret));
  const bus = (...args) => execFileSync('dbus-send', ['--session', '--print-reply', ...args], { encoding: 'utf8' });
  const lock = () => bus('--dest=org.freedesktop.secrets', '/org/freedesktop/secrets', 'org.freedesktop.Secret.Service.Lock',
    'array:objpath:/org/freedesktop/secrets/collection/login');
  const hasKeyring = () => bus('--dest=org.freedesktop.DBus', '/', 'org.freedesktop.DBus.NameHasOwner',
    'string:org.freedesktop.secrets').includes('true');
  const start = () => execFileSync('gnome-keyring-daemon', ['--unlock', '--components=secrets'], { input: 'x', stdio: ['pipe', 'ignore', 'ignore'] });
  /** Unlocks like a login: a credentials byte, then length, operation (1: unlock), password length, password. */
  const unlock = () => new Promise((resolve, reject) => {
    const socket = connect(join(process.env.XDG_RUNTIME_DIR, 'keyring', 'control'));
    socket.on('error', reject);
    socket.on('data', resolve);
    socket.write(Buffer.from([0, 0, 0, 0, 13, 0, 0, 0, 1, 0, 0, 0, 1, 'x'.charCodeAt(0)]));
  });
  const kill = () => {
    const [, pid] = /uint32 (\\d+)/.exec(bus('--dest=org.freedesktop.DBus', '/',
      'org.freedesktop.DBus.GetConnectionUnixProcessID', 'string:org.freedesktop.secrets'));
    process.kill(Number(pid), 'SIGKILL');
  };
  const until = async (holds) => { while (!holds()) await new Promise((resolve) => setTimeout(resolve, 20)); };
`;

interface Desktop {
  env?: NodeJS.ProcessEnv;
  /** `running`: unlocked. `later`: a bus without a keyring, which the script starts. */
  keyring?: 'running' | 'later';
  /** The prompter for the keyring's password: none, or one that never answers. */
  prompter?: 'none' | 'mute';
}

/** A bus that starts no service but the prompter. */
function busConfig(prompter: Desktop['prompter']): string {
  const services = join(home, 'services');
  mkdirSync(services, { recursive: true });
  if (prompter === 'mute') {
    const service =
      '[D-BUS Service]\nName=org.gnome.keyring.SystemPrompter\nExec=/bin/sh -c "exec sleep 10 >/dev/null 2>&1"\n';
    writeFileSync(join(services, 'org.gnome.keyring.SystemPrompter.service'), service);
  }
  const config = join(home, 'bus.conf');
  writeFileSync(
    config,
    `<busconfig><type>session</type><listen>unix:dir=${home}</listen><auth>EXTERNAL</auth><servicedir>${services}</servicedir><policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy></busconfig>\n`,
  );
  return config;
}

/** Runs a script in a separate process, because the native module reads the real environment. */
async function run(script: string, { env = {}, keyring, prompter = 'none' }: Desktop) {
  const ready = keyring === 'running' ? 'await until(hasKeyring);' : '';
  const node = [process.execPath, '--input-type=module', '--eval', modules + ready + script];
  const start =
    keyring === 'running' ? 'printf x | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1 && ' : '';
  const [command = '', ...args] = keyring
    ? [
        'dbus-run-session',
        `--config-file=${busConfig(prompter)}`,
        '--',
        'bash',
        '-c',
        `${start}exec "$@"`,
        'bash',
        ...node,
      ]
    : node;
  const child = spawn(command, args, {
    env: { ...process.env, HOME: home, XDG_DATA_HOME: home, XDG_RUNTIME_DIR: home, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let errors = '';
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  await new Promise<void>((resolve) => {
    child.on('close', () => resolve());
    child.stdout.on('data', (chunk) => {
      out += chunk;
      // A process with a hanging look-up does not exit by itself. On a private bus it must, as the bus ends with it.
      if (out.includes('"done"') && !keyring) child.kill('SIGKILL');
    });
  });
  const said = out
    .split('\n')
    .filter((line) => line.startsWith('['))
    .map((line): [string, unknown] => JSON.parse(line));
  if (said.length === 0) throw new Error(`nothing was said: ${errors}`);
  return Object.fromEntries(said);
}

describe.runIf(process.platform === 'linux')('the keychain', () => {
  test('with a real keyring keeps a key beyond the process’s run, and removes it', async () => {
    const said = await run(
      `
      const account = 'extension-llm-good:chat';
      const first = createKeychain();
      say('available', await first.isAvailable());
      say('before', await first.get(account));
      say('set', await first.set(account, 'sk-tést'));
      const other = \`
        const { createKeychain } = await import(${JSON.stringify(join(import.meta.dirname, 'keychain.ts'))});
        console.log(JSON.stringify(await createKeychain().get('extension-llm-good:chat')));\`;
      say('elsewhere', JSON.parse(execFileSync(process.execPath, ['--input-type=module', '--eval', other], { encoding: 'utf8' })));
      say('deleted', await first.delete(account));
      say('again', await first.delete(account));
      say('after', await first.get(account));
      say('busy', first.isBusy());
      const last = first.get(account);
      const closed = first.close();
      const late = first.get(account);
      await closed;
      say('busyWhenClosed', first.isBusy());
      say('last', await last);
      say('late', (await late).ok);
      say('done', true);
      `,
      { keyring: 'running' },
    );
    expect(said).toMatchObject({
      available: true,
      before: { ok: true, value: null },
      set: { ok: true, value: null },
      elsewhere: { ok: true, value: 'sk-tést' },
      deleted: { ok: true, value: true },
      again: { ok: true, value: false },
      after: { ok: true, value: null },
      busy: false,
      busyWhenClosed: false,
      last: { ok: true, value: null },
      late: false,
    });
  });

  test('without a message bus is not available; the key is kept for the run and not on disk', async () => {
    const said = await run(
      `
      const keychain = createKeychain();
      const store = createCredentialStore(keychain, owners);
      say('available', await keychain.isAvailable());
      say('destination', await store.destination());
      say('set', await store.set(place, secret));
      say('get', await store.get(place));
      say('read', await keychain.get('a'));
      say('deleted', await store.delete(place));
      say('after', await store.get(place));
      say('files', readdirSync(process.env.HOME, { recursive: true }));
      say('done', true);
      `,
      { env: { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' } },
    );
    expect(said).toMatchObject({
      available: false,
      destination: 'session',
      set: { keptIn: 'session' },
      get: { ok: true, value: { secret: 'sk-tést-secret', keptIn: 'session' } },
      read: { ok: false, failure: { code: 'credential-missing' } },
      deleted: { ok: true },
      after: { ok: true, value: null },
      files: [],
    });
  });

  test('that is locked and stays so gives out nothing and loses nothing; unlocked it is as before', async () => {
    const said = await run(
      `
      const keychain = createKeychain();
      const store = createCredentialStore(keychain, owners);
      say('set', await store.set(place, secret));
      lock();
      say('get', await store.get(place));
      say('none', await store.get({ ...place, account: 'extension-llm-good:other' }));
      say('delete', await store.delete(place));
      say('again', await store.set({ ...place, account: 'extension-llm-good:other' }, secret));
      say('clear', clear());
      await unlock();
      say('kept back', await store.get(place));
      store.askAgain();
      say('unlocked', await store.get(place));
      say('deleted', await store.delete(place));
      say('gone', await keychain.get(place.account));
      say('owners', owners.all());
      say('done', true);
      `,
      { keyring: 'running' },
    );
    const message =
      'The system keychain did not release the key: it is locked, or access was refused. The key in it is unchanged.';
    expect(said).toMatchObject({
      set: { keptIn: 'keychain' },
      get: { ok: false, failure: { code: 'credential-missing', message } },
      none: { ok: true, value: null },
      delete: { ok: false, failure: { code: 'credential-remove' } },
      again: { keptIn: 'session', refusal: { code: 'credential-store' } },
      clear: [],
      'kept back': { ok: false },
      unlocked: { ok: true, value: { secret: 'sk-tést-secret', keptIn: 'keychain' } },
      deleted: { ok: true },
      gone: { ok: true, value: null },
      owners: [],
    });
  });

  test('whose prompt nobody answers is given up after the deadline; what follows does not wait again', {
    tags: ['soak'],
  }, async () => {
    const said = await run(
      `
      // Long enough for calls that are answered, and shorter than the prompter lives.
      const deadlineMs = 5_000;
      const keychain = createKeychain({ deadlineMs });
      const store = createCredentialStore(keychain, owners);
      say('set', await store.set(place, secret));
      lock();
      say('get', await store.get(place));
      const began = performance.now();
      say('again', await store.get(place));
      say('other', await keychain.get('other'));
      say('session', await store.set(place, secret));
      say('now', await store.get(place));
      say('clear', clear());
      say('quick', performance.now() - began < deadlineMs);
      say('done', true);
      process.kill(process.pid, 'SIGKILL');
      `,
      { keyring: 'running', prompter: 'mute' },
    );
    expect(said).toMatchObject({
      set: { keptIn: 'keychain' },
      get: { ok: false, failure: { message: expect.stringContaining('may be waiting for its password') } },
      again: { ok: false },
      other: { ok: false },
      session: { keptIn: 'session', refusal: { code: 'credential-store' } },
      now: { ok: true, value: { keptIn: 'session' } },
      clear: [],
      quick: true,
    });
  });

  test('that dies in the middle: keys are kept for the run, and what it holds is not taken for missing', async () => {
    const said = await run(
      `
      const keychain = createKeychain({ retryMs: 0 });
      const store = createCredentialStore(keychain, owners);
      say('set', await store.set(place, secret));
      kill();
      await until(() => !hasKeyring());
      say('get', await store.get(place));
      say('delete', await store.delete(place));
      say('destination', await store.destination());
      say('session', await store.set(place, 'another'));
      say('now', await store.get(place));
      say('clear', clear());
      say('owners', owners.all());
      say('done', true);
      `,
      { keyring: 'running' },
    );
    expect(said).toMatchObject({
      set: { keptIn: 'keychain' },
      get: { ok: false, failure: { message: expect.stringContaining('The keys in it are unchanged') } },
      delete: { ok: false, failure: { code: 'credential-remove' } },
      destination: 'session',
      session: { keptIn: 'session' },
      now: { ok: true, value: { secret: 'another', keptIn: 'session' } },
      clear: [],
      owners: [['extension-llm-good:chat', 'bundled']],
    });
  });

  test('that comes later is used without a restart', async () => {
    const said = await run(
      `
      const keychain = createKeychain({ retryMs: 0 });
      const store = createCredentialStore(keychain, owners);
      say('before', await store.destination());
      start();
      await until(hasKeyring);
      say('after', await store.destination());
      say('set', await store.set(place, secret));
      say('get', await keychain.get(place.account));
      say('done', true);
      `,
      { keyring: 'later' },
    );
    expect(said).toMatchObject({
      before: 'session',
      after: 'keychain',
      set: { keptIn: 'keychain' },
      get: { ok: true, value: 'sk-tést-secret' },
    });
  });

  test('that hangs is given up after its deadline, and nothing given up is done later', async () => {
    const socket = join(home, 'bus');
    // A bus that accepts connections and never answers, until it is told to drop them: then every look-up fails at
    // once.
    const connections: Socket[] = [];
    let isDropping = false;
    const silent = createServer((connection) => {
      connections.push(connection);
      if (isDropping) connection.destroy();
      // This bus only ever gets one message from the script itself.
      connection.on('data', (chunk) => {
        if (!chunk.includes('drop')) return;
        isDropping = true;
        for (const one of connections) one.destroy();
      });
    });
    await new Promise<void>((resolve) => silent.listen(socket, resolve));
    try {
      const said = await run(
        `
        const { once } = await import('node:events');
        const keychain = createKeychain({ probeDeadlineMs: 200, deadlineMs: 200 });
        say('available', await keychain.isAvailable());
        const calls = await Promise.all([keychain.get('a'), keychain.set('a', 'sk-secret'), keychain.delete('a')]);
        say('codes', calls.map((call) => call.ok ? 'ok' : call.failure.code));
        say('text', JSON.stringify(calls));
        say('busy', keychain.isBusy());
        const dropping = connect(${JSON.stringify(socket)});
        dropping.on('error', () => {});
        dropping.write('drop');
        await once(dropping, 'close');
        while (keychain.isBusy()) await new Promise((resolve) => setImmediate(resolve));
        say('later', (await keychain.get('b')).failure.detail);
        say('done', true);
        `,
        { env: { DBUS_SESSION_BUS_ADDRESS: `unix:path=${socket}` } },
      );
      expect(said).toMatchObject({
        available: false,
        codes: ['credential-missing', 'credential-store', 'credential-remove'],
        busy: true,
      });
      expect(said.text).not.toContain('sk-secret');
      // The first look-up, the message, and the last look-up.
      expect(connections).toHaveLength(3);
      expect(said.later).not.toContain('given up');
    } finally {
      silent.close();
    }
  });
});
