import { spawn } from 'node:child_process';
import { chmod, chown, cp, mkdir, mkdtemp, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { resolveRuntime } from '../../scripts/setup/electron-runtime.mjs';
import { expect, test } from '../fixtures.ts';
import { attach } from '../support/processes/debugging-port.ts';
import { statusOf, treeOf } from '../support/processes/process-tree.ts';
import { panelOf } from '../support/views/panel.ts';

const root = join(import.meta.dirname, '..', '..');
const nobody = 65_534;

interface Installed {
  /** The command and its first arguments; those of the app follow. */
  readonly command: readonly string[];
  readonly home: string;
}

/**
 * A copy of runtime and app as by an installer: owned by root, readable by all, with the sandbox's helper allowed to
 * make namespaces. The home belongs to an unprivileged user.
 */
async function installForNobody(folder: string): Promise<Installed> {
  const runtime = join(folder, 'runtime');
  const app = join(folder, 'app');
  const home = join(folder, 'home');
  await cp(resolveRuntime().dist, runtime, { recursive: true });
  for (const part of ['out', 'resources', 'package.json', 'node_modules/keytar']) {
    await cp(join(root, part), join(app, part), { recursive: true, dereference: true });
  }
  await chown(join(runtime, 'chrome-sandbox'), 0, 0);
  await chmod(join(runtime, 'chrome-sandbox'), 0o4755);
  await chmod(folder, 0o755);
  await mkdir(join(home, 'run'), { recursive: true, mode: 0o700 });
  for (const own of [home, join(home, 'run')]) await chown(own, nobody, nobody);
  const asNobody = ['setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups'];
  return { command: [...asNobody, join(runtime, 'electron'), app], home };
}

test('an ordinary user has the app with Chromium’s sandbox on', { tag: '@soak' }, async () => {
  // Copies the whole runtime.
  test.slow();
  const folder = await mkdtemp(join(tmpdir(), 'outrigger-user-'));
  const isRoot = process.getuid?.() === 0;
  const { command, home }: Installed = isRoot
    ? await installForNobody(folder)
    : { command: [resolveRuntime().executable, root], home: folder };
  const [program = '', ...first] = command;
  const userData = join(home, 'user-data');
  await mkdir(userData);
  await writeFile(join(userData, 'settings.json'), '{"model":"test-provider:sample/sample"}');
  if (isRoot) for (const own of [userData, join(userData, 'settings.json')]) await chown(own, nobody, nobody);

  const child = spawn(program, [...first, `--user-data-dir=${userData}`, '--remote-debugging-port=0'], {
    cwd: home,
    env: {
      ...process.env,
      ...(isRoot && { HOME: home, XDG_RUNTIME_DIR: join(home, 'run'), DBUS_SESSION_BUS_ADDRESS: 'disabled:' }),
      XDG_CONFIG_HOME: join(home, '.config'),
      XDG_CACHE_HOME: join(home, '.cache'),
      XDG_DATA_HOME: join(home, '.local', 'share'),
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const exit = new Promise<number | null>((resolve) => child.once('exit', resolve));
  try {
    const { browser, page } = await attach(child);

    await test.step('a bundled model answers', async () => {
      const panel = panelOf(page);
      await panel.ask('Greet me');
      await expect(panel.lastTurn).toContainText('Hello, world!');
    });
    // Repeated if a process starts or ends meanwhile.
    await test.step('no process was told to go without the sandbox', () =>
      expect(() => {
        const tree = treeOf(Number(child.pid));
        expect(tree.filter(({ commandLine }) => commandLine.includes('--no-sandbox'))).toEqual([]);
        expect(tree.filter(({ commandLine }) => commandLine.includes('--type=utility')).length).toBeGreaterThan(0);
        if (!isRoot) return;
        // Only the helper may be root, since it makes the namespaces.
        const users = tree.filter(({ commandLine }) => !commandLine.includes('chrome-sandbox'));
        for (const { pid } of users) expect(statusOf(pid, 'Uid')).toEqual(Array(4).fill(String(nobody)));
      }).toPass({ timeout: 60_000 }));
    await test.step('the processes of page and worker host have a filter for system calls and namespaces of their own', () =>
      expect(async () => {
        const pages = treeOf(Number(child.pid)).filter(({ commandLine }) => commandLine.includes('--type=renderer'));
        expect(pages.filter(({ commandLine }) => commandLine.includes('--extension-host=')).length).toBeGreaterThan(0);
        expect(pages.length).toBeGreaterThan(1);
        for (const { pid } of pages) {
          expect(statusOf(pid, 'Seccomp')).toEqual(['2']);
          expect(statusOf(pid, 'NoNewPrivs')).toEqual(['1']);
          expect(statusOf(pid, 'NSpid').length).toBeGreaterThanOrEqual(2);
          for (const kind of ['pid', 'net']) {
            expect(await readlink(`/proc/${pid}/ns/${kind}`)).not.toBe(await readlink(`/proc/${child.pid}/ns/${kind}`));
          }
        }
      }).toPass({ timeout: 60_000 }));
    await browser.close();
  } finally {
    child.kill('SIGTERM');
    const killer = setTimeout(() => child.kill('SIGKILL'), 40_000);
    await exit;
    clearTimeout(killer);
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
  expect(await exit).toBe(0);
});
