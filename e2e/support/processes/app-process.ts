import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { _electron, type ElectronApplication, type Page } from '@playwright/test';
import { resolveRuntime } from '../../../scripts/setup/electron-runtime.mjs';
import { isAppPage } from '../views/windows.ts';

/** The app as a process: started, looked at when a test failed in it, and ended whatever its state. */

const root = join(import.meta.dirname, '..', '..', '..');

/** @param names of folders under e2e/extensions */
export const extensionArgs = (names: readonly string[]): string[] =>
  names.map((name) => `--extension-path=${join(root, 'e2e', 'extensions', name)}`);

/**
 * @param patience how many times as long as usual the app waits for its own hosts, window and disks: on a computer that
 *   stalls for a moment a test about something else is not to see it give up
 */
export const startApp = (
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  patience = 4,
): Promise<ElectronApplication> =>
  launchElectron({
    args: [root, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), ...args],
    env: { ...definedOnly(process.env), OUTRIGGER_PATIENCE: String(patience), ...env },
    chromiumSandbox: process.getuid?.() !== 0,
  });

/**
 * Starts the app once more with the user data of one that runs, as a person's double-click does.
 * @param target what it is to open
 * @returns its exit code
 */
export function startAgain({ userData }: { readonly userData: string }, target: string): Promise<number | null> {
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const child = spawn(resolveRuntime().executable, [root, ...sandbox, `--user-data-dir=${userData}`, target], {
    stdio: 'ignore',
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  });
}

const runtimeVariable = 'ELECTRON_OVERRIDE_DIST_PATH';

/**
 * Playwright holds an app back until it is attached only when it finds the runtime by itself, as through this variable.
 * Given an executable instead, it now and then misses the first page and waits for ever.
 */
export async function launchElectron(options: Parameters<typeof _electron.launch>[0]): Promise<ElectronApplication> {
  const before = process.env[runtimeVariable];
  process.env[runtimeVariable] = resolveRuntime().dist;
  try {
    return answeringSurely(await _electron.launch(options));
  } finally {
    if (before === undefined) delete process.env[runtimeVariable];
    else process.env[runtimeVariable] = before;
  }
}

/**
 * What is asked of main is done, and answered, a turn of its loop later. The driver awaits every answer as a promise that the
 * engine holds weakly; one that is there at once is now and then collected with the garbage of the start before it is told
 * ("Resulting promise was garbage collected"), one that waits for the loop is not.
 */
function answeringSurely(app: ElectronApplication): ElectronApplication {
  const evaluate = app.evaluate.bind(app) as (work: unknown, argument?: unknown) => Promise<unknown>;
  const later = (work: unknown) =>
    new Function(
      'electron',
      'argument',
      `return new Promise((resolve) => setImmediate(resolve)).then(() => (${work})(electron, argument));`,
    );
  app.evaluate = ((work: unknown, argument?: unknown) => evaluate(later(work), argument)) as typeof app.evaluate;
  return app;
}

/** The app's own page, whichever comes first. */
export async function windowOf(app: ElectronApplication): Promise<Page> {
  const first = await app.firstWindow();
  await first.waitForURL(/^outrigger-/, { waitUntil: 'commit' });
  if (isAppPage(first)) return first;
  return app.windows().find(isAppPage) ?? (await app.waitForEvent('window', isAppPage));
}

/** How an app is in which a test failed: the driver's own way to the page may be what hangs. */
export async function stateOf(app: ElectronApplication): Promise<string> {
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

/** A test may leave unsaved text or a hung page behind; neither may hold up the next test. */
export async function closeOrKill(app: ElectronApplication, child: ChildProcess): Promise<void> {
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
