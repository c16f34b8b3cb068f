import { SetUpError } from '../setup/project.mjs';

/** What every run of the gate draws: it says whether a change is sound, and looks for nothing new. A soak does. */
export const gateSeed = '20261124';

/**
 * The seed of a run of tests: from OUTRIGGER_SEED, which repeats a run; else that of the gate, or of a soak a new one.
 * @param {{ given?: string | undefined, isSoak?: boolean }} [run]
 * @returns {string}
 */
export function seedOfRun({ given = process.env.OUTRIGGER_SEED, isSoak = process.env.OUTRIGGER_SOAK === '1' } = {}) {
  if (given === undefined || given === '') return isSoak ? String(Math.floor(Math.random() * 1e9)) : gateSeed;
  if (!/^\d{1,9}$/.test(given))
    throw new SetUpError(`OUTRIGGER_SEED is a number of up to nine digits, not "${given}".`);
  return given;
}
