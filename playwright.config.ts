import { defineConfig } from '@playwright/test';
import { seedOfRun } from './scripts/testing/seed.mjs';

// Workers have it from here.
process.env.OUTRIGGER_SEED = seedOfRun();

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/support/processes/code-cache.ts',
  outputDir: 'test-results',
  // Tests wait as well as work: two cores carry three of them.
  // Others work on the computer of CI too.
  workers: process.env.CI ? 2 : 3,
  // One unlucky moment on a shared computer says nothing of a change: what fails is repeated alone, and what passes then
  // is named. In a soak it has failed.
  retries: process.env.OUTRIGGER_SOAK === '1' ? 0 : 2,
  retryStrategy: 'isolated',
  // For what hangs alone: computers differ by a factor of five, and the same one does from day to day.
  timeout: 240_000,
  // Where nothing works any more, the first failures say it; each of the others would wait for its time to be over.
  maxFailures: 20,
  globalTimeout: 60 * 60_000,
  // As above. What holds is seen as early as before; only what does not hold is waited for longer.
  expect: { timeout: 40_000 },
  forbidOnly: true,
  reporter: 'list',
  use: { screenshot: 'only-on-failure', trace: 'off' },
});
