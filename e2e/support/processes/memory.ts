import type { ElectronApplication, Page } from '@playwright/test';
import { expect } from '../../fixtures.ts';

export interface Memory {
  /** Resolves when the app uses no more memory than before, within the noise of the measurement. */
  comesBack(): Promise<void>;
}

/** Megabytes by which two measurements of an idle app may differ. */
const noise = 40;

/** The present memory of all processes of an app. */
export async function settledMemory(app: ElectronApplication, page: Page): Promise<Memory> {
  const before = await collectedMemory(app, page);
  return {
    async comesBack() {
      const message = `memory comes back to ${Math.round(before)} MB, with ${noise} MB of noise`;
      await expect.poll(() => collectedMemory(app, page), { message, timeout: 60_000 }).toBeLessThan(before + noise);
    },
  };
}

/** @returns megabytes in use, after garbage collection */
async function collectedMemory(app: ElectronApplication, page: Page): Promise<number> {
  await page.requestGC();
  await collectGarbage(app);
  const kilobytes = await app.evaluate(({ app: electron }) =>
    electron.getAppMetrics().map(({ memory }) => memory.workingSetSize),
  );
  return kilobytes.reduce((sum, ofOne) => sum + ofOne, 0) / 1024;
}

/** @returns megabytes of the heap of main in use, after garbage collection */
export async function heapOfMain(app: ElectronApplication): Promise<number> {
  await collectGarbage(app);
  return app.evaluate(() => Math.round(process.memoryUsage().heapUsed / 1024 / 1024));
}

const collectGarbage = (app: ElectronApplication): Promise<void> =>
  app.evaluate(() => {
    const { setFlagsFromString } = process.getBuiltinModule('node:v8');
    const { runInNewContext } = process.getBuiltinModule('node:vm');
    setFlagsFromString('--expose-gc');
    runInNewContext('gc')();
  });
