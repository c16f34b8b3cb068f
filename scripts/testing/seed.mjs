import { SetUpError } from '../setup/project.mjs';

/**
 * The seed of a run of tests: from OUTRIGGER_SEED, which repeats a run, or a new one.
 * @param {string | undefined} given
 * @returns {string}
 */
export function seedOfRun(given = process.env.OUTRIGGER_SEED) {
  if (given === undefined || given === '') return String(Math.floor(Math.random() * 1e9));
  if (!/^\d{1,9}$/.test(given))
    throw new SetUpError(`OUTRIGGER_SEED is a number of up to nine digits, not "${given}".`);
  return given;
}
