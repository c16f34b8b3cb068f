import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../setup/project.mjs';
import { homeEnvironment, openDesktop } from './desktop.mjs';

const storeAndRead = `const keytar = require(${JSON.stringify(join(root, 'node_modules/keytar'))});
  keytar.setPassword('Outrigger test', 'somebody', 'a secret')
    .then(() => keytar.getPassword('Outrigger test', 'somebody'))
    .then((value) => console.log('read: ' + value), (error) => console.log('refused: ' + error.message));`;

test('nothing of the person is in the environment of a desktop of its own', () => {
  const base = { PATH: '/bin', HOME: '/home/me', WAYLAND_DISPLAY: 'wayland-0', XAUTHORITY: '/home/me/.Xauthority' };
  const env = homeEnvironment(base, '/tmp/x');
  expect(env.PATH).toBe('/bin');
  expect(env.WAYLAND_DISPLAY).toBeUndefined();
  expect(env.XAUTHORITY).toBeUndefined();
  expect(Object.values(env).filter((value) => value?.startsWith('/home/me'))).toEqual([]);
});

// Other systems than Linux have only the existing desktop, which tests leave alone.
if (process.platform === 'linux') {
  test('a secret can be kept on it, and closing it leaves nothing', async () => {
    const { env, close } = await openDesktop({ keyring: true });
    const home = env.HOME ?? '';
    expect(execFileSync('node', ['-e', storeAndRead], { env, encoding: 'utf8' })).toBe('read: a secret\n');
    expect(existsSync(join(home, '.local/share/keyrings'))).toBe(true);
    expect(processesOf(home)).not.toEqual([]);
    await close();
    expect(existsSync(home)).toBe(false);
    expect(processesOf(home)).toEqual([]);
  });

  test('without a keyring a secret is refused at once', async () => {
    const { env, close } = await openDesktop({ keyring: false });
    try {
      expect(execFileSync('node', ['-e', storeAndRead], { env, encoding: 'utf8' })).toMatch(/^refused: /);
    } finally {
      await close();
    }
  });

  test('its display stays as it is when its last program ends', async () => {
    const { env, close } = await openDesktop({ keyring: false });
    const property = (...args: string[]) => execFileSync('xprop', ['-root', ...args], { env, encoding: 'utf8' });
    try {
      property('-format', 'OUTRIGGER', '8s', '-set', 'OUTRIGGER', 'kept');
      expect(property('OUTRIGGER')).toContain('"kept"');
    } finally {
      await close();
    }
  });

  test('the command line gives the exit code of its command', () => {
    const script = join(root, 'scripts/run-in-desktop.mjs');
    const args = [script, '--no-keyring', 'sh', '-c', 'test -n "$DISPLAY" && exit 7'];
    expect(spawnSync(process.execPath, args, { encoding: 'utf8' }).status).toBe(7);
  });
}

/** Command lines with the folder: the bus and the processes on it. */
function processesOf(folder: string): string[] {
  return globSync('/proc/[0-9]*/cmdline').flatMap((file) => {
    try {
      const line = readFileSync(file, 'utf8');
      return line.includes(folder) ? [line] : [];
    } catch {
      return []; // It ended meanwhile.
    }
  });
}
