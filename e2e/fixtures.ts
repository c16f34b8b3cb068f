import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { test as base, type ElectronApplication, type Page } from '@playwright/test';
import { openDesktop } from '../scripts/desktop/desktop.mjs';
import {
  closeOrKill,
  extensionArgs,
  startApp,
  stateOf,
  untilEditable,
  windowOf,
} from './support/processes/app-process.ts';
import { giveCodeCache } from './support/processes/code-cache.ts';
import { type ExternalPrograms, noteWhatIsOpened } from './support/processes/external-programs.ts';
import { makeFresh, noteEmulation, sampleModel } from './support/shared-app.ts';
import { writeFiles } from './support/write-files.ts';

/**
 * Fixtures with the app for specs. A start takes half the time of most tests, so that a test uses `open`: an app
 * shared by the tests of a worker, with a folder, threads and settings of its own, and a reloaded window. `launch`
 * starts a separate app, for things that cannot be undone: start and end themselves, a killed or hanging process,
 * arguments and variables of the start, and the content of the user data.
 *
 *     test('a file is saved by its key', async ({ open }) => {
 *       const { page, project } = await open({ project: { 'a.txt': 'one' }, file: 'a.txt' });
 *
 * After a failed test the worker and its app are discarded, so that no other test fails because of it.
 */

const root = join(import.meta.dirname, '..');

export interface LaunchOptions {
  /** Files of the project to open, by relative path; absent: the sample project; null: no folder. */
  project?: Readonly<Record<string, string | Uint8Array>> | null;
  /** A file of the project to open at start, with an optional `:line:col`. */
  file?: string;
  /** Names of folders under e2e/extensions to load in addition to the bundled ones. */
  extensions?: readonly string[];
  settings?: Readonly<Record<string, unknown>>;
  env?: Readonly<Record<string, string>>;
  args?: readonly string[];
  /** As for `startApp`; 1 for a test of the app's timeouts. */
  patience?: number;
  /** Whether the project is trusted, so that rules that allow commands apply in it. */
  isTrusted?: boolean;
  /** Prepares both folders as an earlier run would have left them. */
  prepare?(userData: string, project: string): Promise<void>;
}

/** Options for a shared app; the default model is the sample one. */
export interface OpenOptions {
  /** As for `launch`. */
  project?: Readonly<Record<string, string | Uint8Array>>;
  /** A file of the project to open, with an optional `:line:col`. */
  file?: string;
  /** As for `launch`; with other than the usual ones, the app is shared only by tests that name the same. */
  extensions?: readonly string[];
  settings?: Readonly<Record<string, unknown>>;
  /** Called when the project is open, before the window is reloaded. */
  prepare?(page: Page, userData: string, project: string): Promise<void>;
  /** As for `launch`. */
  isTrusted?: boolean;
}

/** Options for ending a separate app and starting it again. */
export interface Relaunch {
  /** Kills all its processes at once, like a power cut. */
  readonly isKilled?: boolean;
  /** Starts without file and folder on the command line. */
  readonly isBare?: boolean;
}

export interface Outrigger {
  readonly app: ElectronApplication;
  readonly page: Page;
  /** Absolute path of the opened folder; "" without one. */
  readonly project: string;
  readonly userData: string;
  /** Quits the app as a person would, and starts it again with the same user data and project. */
  relaunch(how?: Relaunch): Promise<Outrigger>;
}

/** For a shared app `userData` also has data of other tests. */
export interface Opened extends Outrigger {
  /** The addresses that the system was asked to open in this test, oldest first. */
  opened(): Promise<string[]>;
  relaunch(): Promise<Opened>;
}

interface Fixtures {
  /** Opens a folder in the app shared by the tests of a worker; once per test. */
  open: (options?: OpenOptions) => Promise<Opened>;
  /** An empty folder for the test, apart from those of its apps. */
  folder: string;
  /** Starts an app, which is closed and whose files are removed after the test. */
  launch: (options?: LaunchOptions) => Promise<Outrigger>;
}

interface WorkerFixtures {
  desktop: undefined;
  shared: SharedApp;
}

/** Most tests with extensions need some of these, and a further start would take longer than loading all of them. */
const usual: readonly string[] = ['everything', 'signing-in', 'steady', 'toolbox'];

/** The apps shared by the tests of a worker: one without test extensions, and one with some. */
interface SharedApp {
  /** Starts the app on first use. Of the apps with extensions only the last one is kept. */
  with(extensions: readonly string[]): Promise<Running>;
  /** Quits the app as a person would, and starts it again with a project. */
  again(running: Running, project: string): Promise<Running>;
}

interface Running {
  readonly app: ElectronApplication;
  readonly page: Page;
  /** Folder for the user data and projects. */
  readonly folder: string;
  readonly programs: ExternalPrograms;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  // Workers with one keyring would take each other's keys away, and with one display each other's focus.
  desktop: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
    async ({}, use) => {
      const { env, close } = await openDesktop({ keyring: true });
      Object.assign(process.env, env);
      // Variables of the desktop we were started on do not apply on this one.
      for (const name of Object.keys(process.env)) if (env[name] === undefined) delete process.env[name];
      await use(undefined);
      await close();
    },
    { scope: 'worker', auto: true },
  ],

  shared: [
    async ({ desktop: _before }, use) => {
      type Present = Running & { readonly extensions: readonly string[]; readonly child: ChildProcess };
      let present: readonly Present[] = [];
      const start = async (folder: string, extensions: readonly string[], targets: readonly string[] = []) => {
        const programs = await noteWhatIsOpened(join(folder, 'programs'));
        const args = [`--user-data-dir=${userDataIn(folder)}`, ...extensionArgs(extensions), ...targets];
        const app = await startApp(args, programs.env);
        const child = app.process();
        const started = { app, child, folder, programs, extensions, page: await windowOf(app) };
        noteEmulation(started.page);
        present = [...present, started];
        return started;
      };
      const end = async (one: Present) => {
        present = present.filter((other) => other !== one);
        await closeOrKill(one.app, one.child);
        await removeFolder(one.folder);
      };
      await use({
        async with(wanted) {
          const extensions = wanted.length > 0 && wanted.every((one) => usual.includes(one)) ? usual : wanted;
          const isPlain = extensions.length === 0;
          const inItsPlace = present.find((one) => (one.extensions.length === 0) === isPlain);
          if (inItsPlace) {
            const { child, page } = inItsPlace;
            const isFit = child.exitCode === null && !page.isClosed();
            if (isFit && isDeepStrictEqual(inItsPlace.extensions, extensions)) return inItsPlace;
            await end(inItsPlace);
          }
          const folder = await mkdtemp(join(tmpdir(), 'outrigger-e2e-'));
          await mkdir(userDataIn(folder));
          await giveCodeCache(userDataIn(folder));
          const settings = { autoTitles: false, model: sampleModel };
          await writeFile(join(userDataIn(folder), 'settings.json'), JSON.stringify(settings));
          return start(folder, extensions);
        },
        async again({ app, folder }, project) {
          const before = present.find((one) => one.app === app);
          if (!before) throw new Error('The shared app does not run.');
          const { extensions } = before;
          present = present.filter((one) => one !== before);
          await app.close();
          const next = await start(folder, extensions, [project]);
          await untilEditable(next.page);
          return next;
        },
      });
      for (const one of present) await end(one);
    },
    { scope: 'worker' },
  ],

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'outrigger-e2e-'));
    await use(folder);
    await removeFolder(folder);
  },

  open: async ({ shared }, use, info) => {
    let opened: Running | null = null;
    await use(async ({ project: files, file, extensions = [], settings = {}, isTrusted = false, prepare } = {}) => {
      if (opened) throw new Error('The shared app is open in this test already: launch another one.');
      opened = await shared.with(extensions);
      const project = join(await mkdtemp(join(opened.folder, 'test-')), 'project');
      await fillProject(project, files);
      const { app, page, folder } = opened;
      await makeFresh(app, page, { path: project, isTrusted }, settings, () =>
        Promise.resolve(prepare?.(page, userDataIn(folder), project)),
      );
      if (file !== undefined) await openFile(opened, join(project, file));
      const before = (await opened.programs.opened()).length;
      const running = ({ programs, ...now }: Running): Opened => ({
        ...now,
        project,
        userData: userDataIn(now.folder),
        opened: async () => (await programs.opened()).slice(before),
        async relaunch() {
          opened = await shared.again({ programs, ...now }, project);
          return running(opened);
        },
      });
      return running(opened);
    });
    if (opened && info.errors.length > 0) info.errors.push({ message: await stateOf((opened as Running).app) });
  },

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
  launch: async ({}, use, info) => {
    const folders: string[] = [];
    const running = new Map<ElectronApplication, ChildProcess>();

    const start = async (folder: string, options: LaunchOptions, isBare = false): Promise<Outrigger> => {
      const userData = join(folder, 'user-data');
      const project = options.project === null ? '' : join(folder, 'project');
      const app = await startApp(
        [
          `--user-data-dir=${userData}`,
          ...extensionArgs(options.extensions ?? []),
          ...((!isBare && options.args) || []),
          ...(project && !isBare ? [project] : []),
          ...(project && options.file && !isBare ? [join(project, options.file)] : []),
        ],
        options.env,
        options.patience,
      );
      // Playwright forgets the process once the app has ended.
      const child = app.process();
      running.set(app, child);
      const page = await windowOf(app);
      await untilEditable(page);
      return {
        app,
        page,
        project,
        userData,
        async relaunch({ isKilled = false, isBare: isNextBare = false } = {}) {
          running.delete(app);
          if (isKilled) {
            const exited = once(child, 'exit');
            child.kill('SIGKILL');
            await exited;
          } else await app.close();
          return start(folder, options, isNextBare);
        },
      };
    };

    await use(async (options = {}) => {
      const folder = await mkdtemp(join(tmpdir(), 'outrigger-e2e-'));
      folders.push(folder);
      await mkdir(join(folder, 'user-data'));
      await giveCodeCache(join(folder, 'user-data'));
      // A title is a further request to the model, which tests that count requests do not expect.
      const settings = { autoTitles: false, ...options.settings };
      await writeFile(join(folder, 'user-data', 'settings.json'), JSON.stringify(settings));
      if (options.project !== null) await fillProject(join(folder, 'project'), options.project);
      if (options.isTrusted) {
        const list = { folders: [await realpath(join(folder, 'project'))] };
        await writeFile(join(folder, 'user-data', 'trusted-folders.json'), JSON.stringify(list));
      }
      await options.prepare?.(join(folder, 'user-data'), join(folder, 'project'));
      return start(folder, options);
    });

    if (info.errors.length > 0) {
      for (const app of running.keys()) info.errors.push({ message: await stateOf(app) });
    }
    for (const [app, child] of running) await closeOrKill(app, child);
    for (const folder of folders) await removeFolder(folder);
  },
});

export { expect } from '@playwright/test';

const userDataIn = (folder: string): string => join(folder, 'user-data');

const removeFolder = (folder: string): Promise<void> =>
  rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });

/** Opens a file as a second start of the app does. @param target a path with an optional `:line:col` */
async function openFile({ app, page }: Running, target: string): Promise<void> {
  await app.evaluate(({ app: electron }, path) => {
    const start = { argv: [process.execPath, path], isDefaultApp: false, workingDirectory: '/' };
    electron.emit('second-instance', {}, [], '/', start);
  }, target);
  const name = basename(target).replace(/(:\d+)+$/, '');
  await page.getByRole('textbox', { name: `Text of ${name}`, exact: true }).waitFor();
}

async function fillProject(project: string, files: LaunchOptions['project']): Promise<void> {
  if (!files) return cp(join(root, 'resources', 'sample-project'), project, { recursive: true });
  await mkdir(project, { recursive: true });
  await writeFiles(project, files);
}
