import { SetUpError } from '../setup/project.mjs';

/** Fixed seed of the gate, which checks a change and does not search for new faults, as a soak does. */
export const gateSeed = '20261124';

/**
 * Seed of a test run: from OUTRIGGER_SEED, which repeats a run; otherwise that of the gate, or a new one for a soak.
 * @param {{ given?: string | undefined, isSoak?: boolean }} [run]
 * @returns {string}
 */
export function seedOfRun({ given = process.env.OUTRIGGER_SEED, isSoak = process.env.OUTRIGGER_SOAK === '1' } = {}) {
  if (given === undefined || given === '') return isSoak ? String(Math.floor(Math.random() * 1e9)) : gateSeed;
  if (!/^\d{1,9}$/.test(given))
    throw new SetUpError(`OUTRIGGER_SEED is a number of up to nine digits, not "${given}".`);
  return given;
}
