import { spawnSync } from 'node:child_process';
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

/**
 * The seed of what is committed: another for other files, the same wherever and however often the same files are judged.
 * @param {string} folder within a checkout
 * @returns {string | null} null where git knows of no commit
 */
export function seedOfTree(folder) {
  const { stdout } = spawnSync('git', ['rev-parse', 'HEAD^{tree}'], { cwd: folder, encoding: 'utf8' });
  return /^[0-9a-f]{40,}$/.test(stdout?.trim()) ? String(Number.parseInt(stdout.slice(0, 12), 16) % 1e9) : null;
}
