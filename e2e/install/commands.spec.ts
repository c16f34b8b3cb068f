import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { evaluateWhenTrue } from '../../bench/electron/devtools.ts';
import { expect, test } from '../fixtures.ts';
import { expectBuilt } from '../support/processes/built.ts';

/** The commands of the README, run as a person runs them. */

const root = join(import.meta.dirname, '..', '..');

/** Makes every access to the network fail: there is no registry, mirror or proxy. */
const offline = {
  npm_config_registry: 'http://127.0.0.1:9',
  ELECTRON_MIRROR: 'http://127.0.0.1:9/',
  HTTP_PROXY: 'http://127.0.0.1:9',
  HTTPS_PROXY: 'http://127.0.0.1:9',
};

function run(script: string, args: readonly string[], env: NodeJS.ProcessEnv) {
  const child = spawn('npm', ['run', '--silent', script, '--', ...args], {
    cwd: root,
    env,
    stdio: 'pipe',
    detached: true,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data));
  return { child, output: () => output };
}

const ended = (child: ChildProcess): Promise<number | null> =>
  child.exitCode !== null ? Promise.resolve(child.exitCode) : new Promise((resolve) => child.once('exit', resolve));

/** Sends a signal to the whole process group, as Ctrl+C does. */
function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid !== undefined) process.kill(-pid, signal);
}

test.beforeEach(async () => {
  test.slow();
  await expectBuilt();
});

test('a second npm start sets nothing up, needs no network, and opens the app on a display of its own', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'outrigger-start-'));
  const { DISPLAY: _display, WAYLAND_DISPLAY: _wayland, ...withoutDisplay } = process.env;
  const { child, output } = run(
    'start',
    [join(root, 'resources', 'sample-project'), `--user-data-dir=${folder}`, '--remote-debugging-port=0'],
    { ...withoutDisplay, ...offline },
  );
  try {
    await expect.poll(output, { timeout: 90_000 }).toContain('DevTools listening on');
    const [, endpoint = ''] = /DevTools listening on (ws:\S+)/.exec(output()) ?? [];
    const names = `[...document.querySelectorAll('[role="treeitem"]')].map((item) => item.textContent)`;
    expect(await evaluateWhenTrue(endpoint, `${names}.length > 0`, names)).toContain('README.md');
    expect(output()).not.toContain('setting up');
    if (process.platform === 'linux') {
      expect(output()).toContain('No display here: running on a virtual one');
      expect(output()).toContain('npm run demo');
    }
  } finally {
    signalGroup(child, 'SIGINT');
    await ended(child);
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
});

test('npm run demo plays the main job and leaves a picture of each step', { tag: '@soak' }, async () => {
  const { child, output } = run('demo', [], { ...process.env, ...offline });
  expect(await ended(child), output()).toBe(0);
  const pictures = join(root, 'demo-output');
  const names = (await readdir(pictures)).filter((name) => name.endsWith('.png'));
  expect(names.length).toBeGreaterThanOrEqual(6);
  for (const name of names) expect((await stat(join(pictures, name))).size).toBeGreaterThan(10_000);
  expect(output()).toContain(pictures);
});
