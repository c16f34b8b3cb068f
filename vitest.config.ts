import { defineConfig } from 'vitest/config';
import { seedOfRun } from './scripts/testing/seed.mjs';

export default defineConfig({
  test: {
    include: [
      'src/**/*.test.ts',
      'src/**/*.test.tsx',
      'scripts/**/*.test.ts',
      'bench/**/*.test.ts',
      'resources/**/*.test.ts',
    ],
    environment: 'node',
    env: { OUTRIGGER_SEED: seedOfRun() },
    setupFiles: ['scripts/testing/patient-waits.ts', 'scripts/testing/seeded.ts'],
    pool: 'threads',
    // A fresh world for each of the files took a third of the time; none of them changes what another sees.
    isolate: false,
    // More than there are cores: what watches real processes mostly waits.
    maxWorkers: 4,
    // Real child processes take their time on a busy machine. What passes only when repeated has not passed: no retries.
    testTimeout: process.env.OUTRIGGER_SOAK === '1' ? 300_000 : 30_000,
  },
});
