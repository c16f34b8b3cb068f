import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { defineConfig } from 'vitest/config';
import { seedOfRun } from './scripts/testing/seed.mjs';

// Tests start hundreds of states of Lua in the threads of one process. When V8 frees their code, it now and then ends the
// process: `Check failed: jit_page_->allocations_.erase(addr) == 1` (nodejs/node#64500). The app has one thread for them.
setFlagsFromString('--no-wasm-code-gc');

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
    // Which suite a test is for. What has neither is for the gate alone.
    tags: [
      { name: 'soak', description: 'for `npm run soak` alone: kills, floods, hangs, memory and time' },
      { name: 'search', description: 'for both: draws or repeats, a little in the gate and at full length in a soak' },
    ],
    env: {
      OUTRIGGER_SEED: seedOfRun(),
      // The processes that tests start are of TypeScript: compiled once, they start in a third of the time.
      NODE_COMPILE_CACHE: fileURLToPath(new URL('.cache/node-compile', import.meta.url)),
    },
    setupFiles: ['scripts/testing/patient-waits.ts', 'scripts/testing/seeded.ts'],
    pool: 'threads',
    // A fresh world for each of the files took a third of the time; none of them changes what another sees.
    isolate: false,
    // More than there are cores: what watches real processes mostly waits.
    maxWorkers: 4,
    expect: { poll: { timeout: 60_000 } },
    // What passes when it is repeated is named; in a soak it has failed.
    retry: process.env.OUTRIGGER_SOAK === '1' ? 0 : 2,
    // For what hangs alone: a busy machine makes anything slow.
    testTimeout: process.env.OUTRIGGER_SOAK === '1' ? 600_000 : 240_000,
    // A folder of a test that is taken away waits for the disk as well.
    hookTimeout: 120_000,
  },
});
