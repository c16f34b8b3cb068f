import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  // Each test starts an app of its own; two cores carry two of them.
  workers: 2,
  // Once more on a busy machine; what passed only then is named as flaky at the end.
  retries: 1,
  timeout: 60_000,
  forbidOnly: true,
  reporter: 'list',
  use: { screenshot: 'only-on-failure', trace: 'off' },
});
