import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'outrigger-keychain-'));
});
// The keyring ends with its bus, and may still be writing for a moment.
afterEach(() => rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }));

const modules = `
  const { createKeychain } = await import(${JSON.stringify(join(import.meta.dirname, 'keychain.ts'))});
  const { createCredentialStore } = await import(${JSON.stringify(join(import.meta.dirname, 'credential-store.ts'))});
  const say = (name, value) => console.log(JSON.stringify([name, value]));
`;

/** Runs a script in a process of its own, because the native module reads the real environment. */
async function run(script: string, { env = {}, keyring = false }: { env?: NodeJS.ProcessEnv; keyring?: boolean }) {
  const node = [process.execPath, '--input-type=module', '--eval', modules + script];
  const unlocked = 'printf x | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1 && exec "$@"';
  const [command = '', ...args] = keyring ? ['dbus-run-session', '--', 'bash', '-c', unlocked, 'bash', ...node] : node;
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
      // A process with a hanging look-up does not end by itself; the one with a keyring has none, and ends its bus.
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
  test('with a real keyring keeps a key beyond the process’s run, and removes it', { timeout: 30_000 }, async () => {
    const said = await run(
      `
      const { execFileSync } = await import('node:child_process');
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
      say('done', true);
      `,
      { keyring: true },
    );
    expect(said).toMatchObject({
      available: true,
      before: { ok: true, value: null },
      set: { ok: true, value: null },
      elsewhere: { ok: true, value: 'sk-tést' },
      deleted: { ok: true },
      again: { ok: true },
      after: { ok: true, value: null },
      busy: false,
    });
  });

  test('without a message bus is not available; the key is kept for the run and not on disk', async () => {
    const said = await run(
      `
      const keychain = createKeychain();
      const store = createCredentialStore(keychain);
      say('available', await keychain.isAvailable());
      say('destination', await store.destination());
      say('set', await store.set('a', 'sk-secret'));
      say('get', await store.get('a'));
      say('read', await keychain.get('a'));
      say('deleted', await store.delete('a'));
      say('after', await store.get('a'));
      const { readdirSync } = await import('node:fs');
      say('files', readdirSync(process.env.HOME, { recursive: true }));
      say('done', true);
      `,
      { env: { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' } },
    );
    expect(said).toMatchObject({
      available: false,
      destination: 'session',
      set: { keptIn: 'session' },
      get: { ok: true, value: { secret: 'sk-secret', keptIn: 'session' } },
      read: { ok: false, failure: { code: 'credential-missing' } },
      deleted: { ok: true },
      after: { ok: true, value: null },
      files: [],
    });
  });

  test('that hangs is given up after its deadline, and nothing given up is done later', async () => {
    const socket = join(home, 'bus');
    // A bus that takes connections and says nothing, until it is told to drop them: then every look-up fails at once.
    const connections: Socket[] = [];
    let isDropping = false;
    const silent = createServer((connection) => {
      connections.push(connection);
      if (isDropping) connection.destroy();
      // The only thing that this bus ever reads is a message to itself.
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
        const { connect } = await import('node:net');
        const { once } = await import('node:events');
        const keychain = createKeychain({ probeDeadlineMs: 200, deadlineMs: 200 });
        say('available', await keychain.isAvailable());
        const calls = await Promise.all([keychain.get('a'), keychain.set('a', 'sk-secret'), keychain.delete('a')]);
        say('codes', calls.map((call) => call.ok ? 'ok' : call.failure.code));
        say('text', JSON.stringify(calls));
        say('busy', keychain.isBusy());
        let isIdle = false;
        const idle = keychain.idle().then(() => { isIdle = true; });
        say('idle', await new Promise((resolve) => setImmediate(() => resolve(isIdle))));
        const dropping = connect(${JSON.stringify(socket)});
        dropping.on('error', () => {});
        dropping.write('drop');
        await once(dropping, 'close');
        await idle;
        say('busyAfter', keychain.isBusy());
        say('later', (await keychain.get('b')).failure.detail);
        say('done', true);
        `,
        { env: { DBUS_SESSION_BUS_ADDRESS: `unix:path=${socket}` } },
      );
      expect(said).toMatchObject({
        available: false,
        codes: ['credential-missing', 'credential-store', 'credential-remove'],
        busy: true,
        idle: false,
        busyAfter: false,
      });
      expect(said.text).not.toContain('sk-secret');
      // The first look-up, the message, the last look-up.
      expect(connections).toHaveLength(3);
      expect(said.later).not.toContain('given up');
    } finally {
      silent.close();
    }
  });
});
