import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Folder of the checkout. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** Data that set-up keeps between runs. Safe to delete. */
export const cacheDirectory = join(root, '.cache');

/** A failure that a person can mend; shown as its message alone, without a stack. */
export class SetUpError extends Error {
  /** @override */
  name = 'SetUpError';
}

/**
 * Writes a progress line. To standard error, so that the output of a tool stays clean.
 * @param {string} line
 */
export function say(line) {
  process.stderr.write(`outrigger: ${line}\n`);
}

/**
 * A duration in readable form.
 * @param {number} milliseconds
 */
export function formatDuration(milliseconds) {
  const seconds = milliseconds / 1000;
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  if (seconds < 90) return `${Math.round(seconds)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}

/**
 * Runs the body of a script, which returns the exit code; an expected failure is shown as one line.
 * @param {() => Promise<number>} body
 */
export async function runScript(body) {
  try {
    process.exitCode = await body();
  } catch (error) {
    if (!(error instanceof SetUpError)) throw error;
    say(error.message);
    process.exitCode = 1;
  }
}

/**
 * @typedef {object} Step
 * @property {string} name
 * @property {() => boolean | Promise<boolean>} isDone fast, and without network
 * @property {() => Promise<void>} run
 */
