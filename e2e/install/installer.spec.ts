import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, readlinkSync, statSync, writeFileSync } from 'node:fs';
import { chmod, chown, cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { packageNames, unpackedFolderName } from '../../scripts/package/package-names.mjs';
import { resolveRuntime } from '../../scripts/setup/electron-runtime.mjs';
import { expect, test } from '../fixtures.ts';
import { expectBuilt } from '../support/processes/built.ts';
import { loadable } from '../support/processes/components.ts';
import { attach } from '../support/processes/debugging-port.ts';

/** Results of `npm run package`: the unpacked app, and the .deb, installed and started as by a person. */

test.skip(process.platform !== 'linux', 'dmg and NSIS are made and tried on their own systems');

const run = promisify(execFile);
const root = join(import.meta.dirname, '..', '..');
const isRoot = process.getuid?.() === 0;
const names = packageNames(resolveRuntime().kind, { inspectable: false });

/** The unprivileged account that every Debian has. */
const nobody = 65534;

let output = '';
let unpacked = '';
let debFile = '';

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  test.setTimeout(600_000);
  await expectBuilt();
  output = await mkdtemp(join(tmpdir(), 'outrigger-package-'));
  unpacked = join(output, unpackedFolderName(process.platform, process.arch));
  const made = await run(process.execPath, [join(root, 'scripts', 'package.mjs'), `--output=${output}`], { cwd: root });
  debFile = made.stdout.split('\n').find((line) => line.endsWith('.deb')) ?? '';
});
test.afterAll(() => rm(output, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }));

test('the packaged app has its fuses set and nothing of the development in it', { tag: '@soak' }, async () => {
  expect(readFuses(join(unpacked, names.packageName))).toEqual({
    runAsNode: '0',
    cookieEncryption: '1',
    nodeOptions: '0',
    nodeCliInspect: '0',
    asarIntegrity: '1',
    onlyLoadAppFromAsar: '1',
    browserV8Snapshot: '0',
    fileProtocolPrivileges: '0',
  });
  const { listPackage } = await import('@electron/asar');
  const inside = [
    ...listPackage(join(unpacked, 'resources', 'app.asar'), { isPack: false }),
    ...readdirSync(unpacked, { recursive: true, encoding: 'utf8' }),
  ];
  expect(inside).toContain('/out/main/index.cjs');
  // Of the compiler of components its core modules and its licence; the rest of it is bundled.
  expect(inside.filter((path) => /js-component-bindgen|component-compiler/.test(path)).sort()).toEqual([
    '/out/main/component-compiler.cjs',
    '/out/main/js-component-bindgen-component.LICENSE.txt',
    '/out/main/js-component-bindgen-component.core.wasm',
    '/out/main/js-component-bindgen-component.core2.wasm',
  ]);
  expect(
    inside.filter((path) =>
      /\.test\.|extensions\/[\w-]+\/test\b|\.tsx?$(?<!sample-project\/src\/\w+\.ts)|\.map$|default_app/.test(path),
    ),
  ).toEqual([]);
  const modules = inside.flatMap((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? []);
  const ripgrep = `@vscode/ripgrep-${process.platform}-${process.arch}`;
  const ofEditorConfig = ['editorconfig', '@one-ini', '@one-ini/wasm', 'semver'];
  expect([...new Set(modules)].sort()).toEqual(
    ['@vscode', '@vscode/ripgrep', ripgrep, 'keytar', ...ofEditorConfig].sort(),
  );
  const beside = join(unpacked, 'resources', 'app.asar.unpacked', 'node_modules', ripgrep, 'bin', 'rg');
  expect((await run(beside, ['--version'])).stdout).toMatch(/^ripgrep /);
});

test('the names say "development" unless the runtime is the official one', { tag: '@soak' }, () => {
  expect(/development/.test(debFile)).toBe(resolveRuntime().kind !== 'official');
});

test('the .deb is installed, starts for an ordinary user with the sandbox on, shows its window, and is removed', {
  tag: '@soak',
}, async () => {
  test.setTimeout(600_000);
  const folder = await mkdtemp(join(tmpdir(), 'outrigger-installed-'));
  const installed = await install(folder);
  try {
    const helper = statSync(join(installed.folder, 'chrome-sandbox'));
    expect((helper.mode & 0o7777).toString(8)).toBe('4755');
    await openAndLook(installed.command, folder);
  } finally {
    await installed.remove();
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
  expect(existsSync(installed.command)).toBe(false);
});

/**
 * The fuse wire in the executable, as documented by Electron: a marker, the version, the length, a digit for each
 * fuse.
 */
function readFuses(executable: string): Record<string, string | undefined> {
  const content = readFileSync(executable);
  const marker = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
  const wire = content.indexOf(marker) + marker.length;
  expect(content[wire]).toBe(1);
  const digits = content.toString('latin1', wire + 2, wire + 2 + (content[wire + 1] ?? 0));
  const fuses = [
    'runAsNode',
    'cookieEncryption',
    'nodeOptions',
    'nodeCliInspect',
    'asarIntegrity',
    'onlyLoadAppFromAsar',
    'browserV8Snapshot',
    'fileProtocolPrivileges',
  ];
  return Object.fromEntries(fuses.map((name, index) => [name, digits[index]]));
}

/**
 * Installs into a root of the test: with dpkg if permitted, with the package list of this system; otherwise unpacked.
 */
async function install(folder: string) {
  const system = join(folder, 'system');
  const installed = {
    folder: join(system, 'opt', names.packageName),
    command: join(system, 'usr', 'bin', names.packageName),
  };
  await mkdir(system);
  if (!isRoot) {
    await run('dpkg-deb', ['--extract', debFile, system]);
    return { ...installed, remove: () => rm(system, { recursive: true }) };
  }
  const known = join(folder, 'dpkg');
  for (const part of ['info', 'triggers', 'updates']) await mkdir(join(known, part), { recursive: true });
  await cp('/var/lib/dpkg/status', join(known, 'status'));
  const dpkg = (...args: string[]) =>
    run('dpkg', [`--instdir=${system}`, `--admindir=${known}`, `--log=${join(known, 'log')}`, ...args]);
  await dpkg('--install', debFile);
  return { ...installed, remove: async () => void (await dpkg('--purge', names.packageName)) };
}

async function openAndLook(command: string, folder: string) {
  const home = join(folder, 'home');
  const project = join(home, 'sample-project');
  await mkdir(home);
  await cp(join(root, 'resources', 'sample-project'), project, { recursive: true });
  const component = join(home, 'component');
  await cp(loadable(join(root, 'docs/extensions/samples/chat-component')), component, { recursive: true });
  const manifest = join(component, 'extension.toml');
  writeFileSync(manifest, `activation_events = ["onStartup"]\n${readFileSync(manifest, 'utf8')}`);
  if (isRoot) {
    await chmod(folder, 0o755);
    for (const path of ['', ...readdirSync(home, { recursive: true, encoding: 'utf8' })]) {
      await chown(join(home, path), nobody, nobody);
    }
  }
  const args = ['--remote-debugging-port=0', `--extension-path=${component}`, project, join(project, 'README.md')];
  const child = startAsOrdinaryUser(command, args, home);
  try {
    const { browser, page } = await attach(child);
    await page.waitForFunction(() => document.documentElement.dataset.editable === 'true');
    const firstLine = readFileSync(join(project, 'README.md'), 'utf8').split('\n')[0] ?? '';
    await expect(page.locator('main .cm-content')).toContainText(firstLine);
    await expect(async () => {
      const title = await page.title();
      expect(title).toContain('Outrigger');
      expect((await run('xwininfo', ['-root', '-tree'])).stdout).toContain(`"${title}"`);
    }).toPass({ timeout: 60_000 });
    // The host with the bundled extensions runs: the app found them where the package puts them.
    await expect(page.getByRole('button', { name: 'Extensions: running' })).toBeVisible();
    // A component was compiled, by what is in the archive, and runs.
    const running = () => page.evaluate(() => window.outrigger.extensions.running());
    await expect
      .poll(async () => (await running()).find(({ extensionId }) => extensionId === 'chat-component')?.activationMs)
      .toBeGreaterThan(0);
    // Repeated if one of its processes starts or ends meanwhile.
    await expect(() => expectSandboxed(child)).toPass({ timeout: 60_000 });
    await browser.close();
    expect(child.exitCode ?? child.signalCode).toBeNull();
  } finally {
    await end(child);
  }
}

function startAsOrdinaryUser(command: string, args: readonly string[], home: string): ChildProcess {
  const asNobody = ['--reuid', `${nobody}`, '--regid', `${nobody}`, '--clear-groups', command];
  const [file = command, ...rest] = isRoot ? ['setpriv', ...asNobody, ...args] : [command, ...args];
  const env = {
    PATH: process.env.PATH,
    DISPLAY: process.env.DISPLAY,
    HOME: home,
    DBUS_SESSION_BUS_ADDRESS: 'disabled:',
  };
  return spawn(file, rest, { env, cwd: home, stdio: ['ignore', 'ignore', 'pipe'] });
}

/** Checks that Chromium's sandbox confines a page's process: a seccomp filter, and no view of other processes. */
function expectSandboxed(child: ChildProcess) {
  const renderers = descendants(child.pid ?? 0).filter((pid) => commandLine(pid).includes('--type=renderer'));
  expect(renderers.length).toBeGreaterThan(0);
  for (const pid of renderers) {
    expect(readFileSync(`/proc/${pid}/status`, 'utf8')).toMatch(/^Seccomp:\s*2$/m);
    expect(readlinkSync(`/proc/${pid}/ns/pid`)).not.toBe(readlinkSync('/proc/self/ns/pid'));
    expect(commandLine(pid)).not.toContain('--no-sandbox');
  }
}

function commandLine(pid: number): string {
  return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
}

function descendants(pid: number): number[] {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number),
  );
  return [...children, ...children.flatMap(descendants)];
}

async function end(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const killer = setTimeout(() => child.kill('SIGKILL'), 10_000);
  await ended;
  clearTimeout(killer);
}
