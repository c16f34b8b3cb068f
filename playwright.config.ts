import { defineConfig } from '@playwright/test';
import { seedOfRun } from './scripts/testing/seed.mjs';

// Workers have it from here.
process.env.OUTRIGGER_SEED = seedOfRun();
const isSoak = process.env.OUTRIGGER_SOAK === '1';

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/support/processes/prepare.ts',
  // For what hangs alone: computers differ by a factor of five, and the same one does from day to day.
  timeout: 240_000,
  // As above. What holds is seen as early as before; only what does not hold is waited for longer.
  expect: { timeout: 40_000 },
  forbidOnly: true,
  reporter: 'list',
  use: { screenshot: 'only-on-failure', trace: 'off' },
  // Tests wait as well as work: five keep two cores busy (docs/decisions/0041).
  workers: 5,
  // One unlucky moment on a shared computer says nothing of a change: what fails is repeated alone, and what passes then
  // is named.
  retryStrategy: 'isolated',
  // Where nothing works any more, the first failures say it; each of the others would wait for its time to be over.
  maxFailures: isSoak ? 0 : 20,
  globalTimeout: isSoak ? 0 : 60 * 60_000,
  projects: [
    { name: 'gate', grepInvert: /@soak/, retries: 2, outputDir: 'test-results/gate' },
    // One at a time, for some measure how long a key takes. A file of it that is named in the gate runs once.
    { name: 'soak', grep: /@soak/, repeatEach: isSoak ? 3 : 1, workers: 1, outputDir: 'test-results/soak' },
  ],
});
