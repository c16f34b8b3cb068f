import fc from 'fast-check';
import { beforeEach } from 'vitest';
import { seed } from '../../src/shared/testing/random.ts';

// What a property finds is found again: with the seed of the run, in each file.
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed });

beforeEach(({ onTestFailed }) => {
  onTestFailed(() => console.error(`Its seed: OUTRIGGER_SEED=${seed}`));
});
