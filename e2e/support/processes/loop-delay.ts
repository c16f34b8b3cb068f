import type { monitorEventLoopDelay } from 'node:perf_hooks';
import type { ElectronApplication } from '@playwright/test';

type Monitor = ReturnType<typeof monitorEventLoopDelay>;

/** Delay of main's event loop, in milliseconds. */
export interface LoopDelay {
  readonly p99: number;
  readonly longest: number;
}

/** Sampling interval in milliseconds, by which main's timers may be late in any case; see `monitorEventLoopDelay`. */
const resolution = 10;

/** Measures main's loop during a task. */
export async function loopDelayDuring(app: ElectronApplication, task: () => Promise<unknown>): Promise<LoopDelay> {
  await app.evaluate((_electron, milliseconds) => {
    const { monitorEventLoopDelay } = process.getBuiltinModule('node:perf_hooks');
    const histogram = monitorEventLoopDelay({ resolution: milliseconds });
    histogram.enable();
    Object.assign(globalThis, { loopDelay: histogram });
  }, resolution);
  await task();
  return app.evaluate(() => {
    const { loopDelay } = globalThis as unknown as { loopDelay: Monitor };
    loopDelay.disable();
    return { p99: loopDelay.percentile(99) / 1e6, longest: loopDelay.max / 1e6 };
  });
}
