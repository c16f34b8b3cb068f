import { defineConfig } from '@playwright/test';
import { seedOfRun } from './scripts/testing/seed.mjs';

// Workers have it from here.
process.env.OUTRIGGER_SEED = seedOfRun();

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  // Each test starts an app of its own and waits more than it works: two cores carry three of them.
  // CI has time, and nobody looks again at what it calls red.
  workers: process.env.CI ? 2 : 3,
  // What passes only when repeated has not passed.
  retries: 0,
  timeout: 60_000,
  // An app that starts beside two others on a busy machine may take longer than Playwright's five seconds.
  expect: { timeout: 10_000 },
  forbidOnly: true,
  reporter: 'list',
  use: { screenshot: 'only-on-failure', trace: 'off' },
});
