import fc from 'fast-check';
import { beforeEach } from 'vitest';
import { seed } from '../../src/shared/testing/random.ts';

// Failures of property tests are reproducible: every file uses the seed of the run.
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed });

beforeEach(({ onTestFailed }) => {
  onTestFailed(() => console.error(`Its seed: OUTRIGGER_SEED=${seed}`));
});
