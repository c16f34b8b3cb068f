import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import type { Driver } from '../../apps/host-kinds/main.ts';
import { test as base } from '../../fixtures.ts';
import { closeOrKill, launchElectron } from '../processes/app-process.ts';

/**
 * Drives an app of extension hosts only (e2e/apps/host-kinds), shared by the tests of a worker, each with its own
 * hosts.
 */

const root = join(import.meta.dirname, '..', '..', '..');
export const probe = join(root, 'e2e', 'apps', 'host-kinds', 'probe');

type Plain<F> = F extends (...args: infer A) => infer R ? (...args: A) => Promise<Awaited<R>> : never;
export type Hosts = { readonly [M in keyof Driver]: Plain<Driver[M]> };

/** An environment variable with a secret, set for the app. */
export const secret = { name: 'OUTRIGGER_TEST_SECRET', value: 'canary-7f3a9c' };

export const test = base.extend<{ hosts: Hosts }, { appFolder: string; driver: Hosts }>({
  appFolder: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'outrigger-host-kinds-'));
      await build({
        root,
        configFile: false,
        logLevel: 'warn',
        ssr: { noExternal: true },
        build: {
          ssr: join(root, 'e2e', 'apps', 'host-kinds', 'main.ts'),
          outDir: folder,
          emptyOutDir: false,
          target: 'node20.18',
          rolldownOptions: { external: ['electron', /^node:/], output: { entryFileNames: 'main.js' } },
        },
      });
      const description = { name: 'host-kinds', type: 'module', main: 'main.js' };
      await writeFile(join(folder, 'package.json'), JSON.stringify(description));
      await use(folder);
      await rm(folder, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
  driver: [
    async ({ appFolder, desktop: _before }, use) => {
      const app = await launchElectron({
        args: [
          appFolder,
          ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
          `--user-data-dir=${join(appFolder, 'user-data')}`,
        ],
        env: {
          ...(process.env as Record<string, string>),
          [secret.name]: secret.value,
          OUTRIGGER_OUT: join(root, 'out'),
        },
        chromiumSandbox: process.getuid?.() !== 0,
      });
      const child = app.process();
      const ask = (method: string, args: unknown[]): Promise<unknown> =>
        app.evaluate(
          (_electron, call) => {
            const { driver } = globalThis as unknown as { driver: Record<string, (...args: unknown[]) => unknown> };
            return driver[call.method]?.(...call.args);
          },
          { method, args },
        );
      const driver = new Proxy(
        {},
        {
          get:
            (_target, method) =>
            (...args: unknown[]) =>
              ask(String(method), args),
        },
      );
      await use(driver as Hosts);
      await closeOrKill(app, child);
    },
    { scope: 'worker' },
  ],
  hosts: async ({ driver }, use) => {
    await use(driver);
    await driver.endAll();
  },
});

export { expect } from '@playwright/test';
