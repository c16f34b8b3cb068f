import type { ChildProcess } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { _electron, test as base, type ElectronApplication, type Page } from '@playwright/test';
import { openDesktop } from '../scripts/desktop/desktop.mjs';
import { resolveRuntime } from '../scripts/setup/electron-runtime.mjs';
import { isAppPage } from './support/windows.ts';

/** Launch, isolation and clean-up of the app: every test has its own user data and its own copy of the project. */

const root = join(import.meta.dirname, '..');

export interface LaunchOptions {
  /** Files of the project that is opened, by relative path; the sample project when absent, no folder when null. */
  project?: Readonly<Record<string, string | Uint8Array>> | null;
  /** A file of the project to open at start, with an optional `:line:col`. */
  file?: string;
  /** Names of folders under e2e/extensions to load besides the bundled ones. */
  extensions?: readonly string[];
  settings?: Readonly<Record<string, unknown>>;
  env?: Readonly<Record<string, string>>;
  args?: readonly string[];
  /** Puts into both folders what an earlier run would have left there. */
  prepare?(userData: string, project: string): Promise<void>;
}

export interface Outrigger {
  readonly app: ElectronApplication;
  readonly page: Page;
  /** Absolute path of the opened folder, "" without one. */
  readonly project: string;
  readonly userData: string;
  /** Ends the app as a person would, and starts it again with the same user data and project. */
  relaunch(): Promise<Outrigger>;
}

interface Fixtures {
  /** Starts the app; it is closed and its files are removed after the test. */
  launch: (options?: LaunchOptions) => Promise<Outrigger>;
}

export const test = base.extend<Fixtures, { desktop: undefined }>({
  // Two workers on one keyring would take each other's keys away, and on one display each other's focus.
  desktop: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
    async ({}, use) => {
      const { env, close } = await openDesktop({ keyring: true });
      Object.assign(process.env, env);
      await use(undefined);
      await close();
    },
    { scope: 'worker', auto: true },
  ],

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
  launch: async ({}, use, info) => {
    const folders: string[] = [];
    const running = new Map<ElectronApplication, ChildProcess>();

    const start = async (folder: string, options: LaunchOptions): Promise<Outrigger> => {
      const userData = join(folder, 'user-data');
      const project = options.project === null ? '' : join(folder, 'project');
      const app = await launchElectron({
        args: [
          root,
          ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
          `--user-data-dir=${userData}`,
          ...(options.extensions ?? []).map((name) => `--extension-path=${join(root, 'e2e', 'extensions', name)}`),
          ...(options.args ?? []),
          ...(project ? [project] : []),
          ...(project && options.file ? [join(project, options.file)] : []),
        ],
        env: { ...definedOnly(process.env), ...options.env },
        chromiumSandbox: process.getuid?.() !== 0,
      });
      // Playwright forgets the process when the app has ended.
      running.set(app, app.process());
      const page = await windowOf(app);
      await page.waitForFunction(() => document.documentElement.dataset.editable === 'true');
      return {
        app,
        page,
        project,
        userData,
        async relaunch() {
          running.delete(app);
          await app.close();
          return start(folder, options);
        },
      };
    };

    await use(async (options = {}) => {
      const folder = await mkdtemp(join(tmpdir(), 'outrigger-e2e-'));
      folders.push(folder);
      await mkdir(join(folder, 'user-data'));
      // A title is one more request to the model, which tests that count requests do not expect.
      const settings = { autoTitles: false, ...options.settings };
      await writeFile(join(folder, 'user-data', 'settings.json'), JSON.stringify(settings));
      if (options.project !== null) await fillProject(join(folder, 'project'), options.project);
      await options.prepare?.(join(folder, 'user-data'), join(folder, 'project'));
      return start(folder, options);
    });

    if (info.errors.length > 0) {
      for (const app of running.keys()) info.errors.push({ message: await stateOf(app) });
    }
    for (const [app, child] of running) await closeOrKill(app, child);
    for (const folder of folders) await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  },
});

export { expect } from '@playwright/test';

const runtimeVariable = 'ELECTRON_OVERRIDE_DIST_PATH';

/**
 * Playwright holds an app back until it is attached only when it finds the runtime by itself, as through this variable.
 * Given an executable instead, it now and then misses the first page and waits for ever.
 */
export async function launchElectron(options: Parameters<typeof _electron.launch>[0]): Promise<ElectronApplication> {
  const before = process.env[runtimeVariable];
  process.env[runtimeVariable] = resolveRuntime().dist;
  try {
    return await _electron.launch(options);
  } finally {
    if (before === undefined) delete process.env[runtimeVariable];
    else process.env[runtimeVariable] = before;
  }
}

/** The app's own page, whichever comes first. */
async function windowOf(app: ElectronApplication): Promise<Page> {
  const first = await app.firstWindow();
  await first.waitForURL(/^outrigger-/, { waitUntil: 'commit' });
  if (isAppPage(first)) return first;
  return app.windows().find(isAppPage) ?? (await app.waitForEvent('window', isAppPage));
}

/** How an app is in which a test failed: the driver's own way to the page may be what hangs. */
async function stateOf(app: ElectronApplication): Promise<string> {
  const told = app.evaluate(async ({ BrowserWindow, app: electronApp }) => {
    const { existsSync, readFileSync } = process.getBuiltinModule('node:fs');
    const tell = (window: Electron.BrowserWindow) => {
      const script = `({ visibility: document.visibilityState, width: innerWidth, text: document.body.innerText.slice(0, 400),
        loaded: performance.getEntriesByType('resource').map(({ name }) => name.split('/').at(-1)).join(' ') })`;
      const page = window.webContents.executeJavaScript(script).catch(String);
      return Promise.race([page, new Promise((resolve) => setTimeout(resolve, 2000, 'the page does not answer'))]);
    };
    const windows = BrowserWindow.getAllWindows();
    const states = windows.map(async (window) => [window.isVisible(), window.webContents.getURL(), await tell(window)]);
    const path = `${electronApp.getPath('userData')}/logs/main.log`;
    const log = existsSync(path) ? readFileSync(path, 'utf8') : '';
    return `The app: ${JSON.stringify(await Promise.all(states), null, 1)}\n${log.slice(-2000)}`;
  });
  const silence = new Promise<string>((resolve) => setTimeout(resolve, 5000, 'main does not answer'));
  return Promise.race([told.catch(String), silence]);
}

async function fillProject(project: string, files: LaunchOptions['project']): Promise<void> {
  if (!files) return cp(join(root, 'resources', 'sample-project'), project, { recursive: true });
  await mkdir(project, { recursive: true });
  for (const [path, content] of Object.entries(files)) {
    await mkdir(join(project, path, '..'), { recursive: true });
    await writeFile(join(project, path), content);
  }
}

/** A test may leave unsaved text or a hung page behind; neither may hold up the next test. */
async function closeOrKill(app: ElectronApplication, child: ChildProcess): Promise<void> {
  await app.evaluate(({ app: electron }) => electron.exit(0)).catch(() => undefined);
  if (child.exitCode === null && child.signalCode === null) {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(() => child.kill('SIGKILL'), 5_000);
      child.once('exit', () => {
        clearTimeout(timer);
        resolve();
      });
    });
  }
}

const definedOnly = (environment: NodeJS.ProcessEnv): Record<string, string> =>
  Object.fromEntries(Object.entries(environment).filter((pair): pair is [string, string] => pair[1] !== undefined));
