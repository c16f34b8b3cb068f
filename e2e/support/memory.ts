import type { ElectronApplication, Page } from '@playwright/test';
import { expect } from '../fixtures.ts';

/** The memory of all processes of an app. */
export interface Memory {
  readonly megabytes: number;
  /** Resolves when the app takes no more than before, within the noise of such a measurement. */
  comesBack(): Promise<void>;
}

/** Megabytes by which two looks at an app that does nothing may differ. */
const noise = 40;

export async function settledMemory(app: ElectronApplication, page: Page): Promise<Memory> {
  const megabytes = await collectedMemory(app, page);
  return {
    megabytes,
    async comesBack() {
      const message = `the app takes no more than ${Math.round(megabytes)} MB and ${noise} MB of noise`;
      await expect
        .poll(() => collectedMemory(app, page), { message, timeout: 15_000 })
        .toBeLessThan(megabytes + noise);
    },
  };
}

/** What is held: garbage that nobody has collected yet does not count. */
async function collectedMemory(app: ElectronApplication, page: Page): Promise<number> {
  await page.requestGC();
  const r = await app.evaluate(({ app: electron }) => {
    const { setFlagsFromString } = process.getBuiltinModule('node:v8');
    const { runInNewContext } = process.getBuiltinModule('node:vm');
    setFlagsFromString('--expose-gc');
    runInNewContext('gc')();
    return electron.getAppMetrics().map(({ type, pid, memory, serviceName, name }) => [type, name, pid, memory.workingSetSize / 1024] as const);
  });
  console.log(r.map(([t, n, p, m]) => `${t}/${n}/${p} ${Math.round(m)}`).join(', '));
  return r.reduce((sum, [, , , m]) => sum + m, 0);
}
