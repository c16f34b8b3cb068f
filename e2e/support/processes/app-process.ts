import { type ChildProcess, spawn } from 'node:child_process';
import { subscribe } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';
import { join } from 'node:path';
import { _electron, type ElectronApplication, type Page } from '@playwright/test';
import { resolveRuntime } from '../../../scripts/setup/electron-runtime.mjs';
import { isAppPage } from '../views/windows.ts';
import { loadable } from './components.ts';

/** Processes of the app: start, diagnosis after a failed test, and reliable end. */

const root = join(import.meta.dirname, '..', '..', '..');

/** @param names of folders under e2e/extensions */
export const extensionArgs = (names: readonly string[]): string[] =>
  names.map((name) => `--extension-path=${loadable(join(root, 'e2e', 'extensions', name))}`);

/**
 * @param patience factor for the app's timeouts for its hosts, window and disks, so that it does not give up while a
 *   computer stalls in a test about something else
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
 * Starts the app again with the user data of a running one, as by a double-click on a file.
 * @param target the path to open
 * @returns its exit code
 */
export function startAgain(
  { userData }: { readonly userData: string },
  ...targets: readonly string[]
): Promise<number | null> {
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const child = spawn(resolveRuntime().executable, [root, ...sandbox, `--user-data-dir=${userData}`, ...targets], {
    stdio: 'ignore',
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  });
}

// The driver's sockets are asked for without compression, for which it has no option: within one computer that saves
// nothing, and costs both ends CPU time for each of thousands of messages, 7 % of that of all tests.
subscribe('http.client.request.created', (message) => {
  const { request } = message as { readonly request: ClientRequest };
  if (request.getHeader('upgrade') === 'websocket') request.removeHeader('sec-websocket-extensions');
});

const runtimeVariable = 'ELECTRON_OVERRIDE_DIST_PATH';

/**
 * Playwright holds the app back until it is attached only if it finds the runtime itself, as through this variable.
 * With an explicit executable it sometimes misses the first page and waits for ever.
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
 * Makes main answer `evaluate` a turn of its event loop later. The driver awaits every answer as a promise that the
 * engine references weakly; one that is resolved at once is sometimes collected with the garbage of the start before
 * it is reported ("Resulting promise was garbage collected"), one that waits for the loop is not.
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

/** The app's own page, as an extension host's page may come first. */
export async function windowOf(app: ElectronApplication): Promise<Page> {
  const first = await app.firstWindow();
  await first.waitForURL(/^outrigger-/, { waitUntil: 'commit' });
  if (isAppPage(first)) return first;
  return app.windows().find(isAppPage) ?? (await app.waitForEvent('window', isAppPage));
}

/**
 * Waits until the app can be typed into. The driver's own wait would load all of its code into the page, and look at it
 * in each frame.
 */
export async function untilEditable(page: Page): Promise<void> {
  const wait = () =>
    new Promise<void>((resolve) => {
      const root = document.documentElement;
      const look = () => {
        if (root.dataset.editable !== 'true') return;
        observer.disconnect();
        resolve();
      };
      const observer = new MutationObserver(look);
      observer.observe(root, { attributeFilter: ['data-editable'] });
      look();
    });
  // A page that is loaded anew meanwhile answers no more.
  await page
    .evaluate(wait)
    .catch(() => page.waitForFunction(() => document.documentElement.dataset.editable === 'true'));
}

/** State of an app after a failed test: the driver's own connection to the page may hang. */
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

/** Ends the app even if a test left unsaved text or a hung page, which would hold up the next test. */
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
