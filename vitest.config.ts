import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'src/**/*.test.tsx', 'scripts/**/*.test.ts', 'resources/**/*.test.ts'],
    environment: 'node',
    setupFiles: ['scripts/testing/patient-waits.ts'],
    pool: 'threads',
    // A fresh world for each of the files took a third of the time; none of them changes what another sees.
    isolate: false,
    maxWorkers: 3,
    // Property-based tests and real child processes take their time on a busy machine.
    testTimeout: 30_000,
    // Twice more on a busy machine, for the tests that watch processes. A counterexample that was found once is one.
    retry: { count: 2, condition: /^(?!Property failed)/ },
  },
});
