import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { findProcessesNow } from './running-processes.ts';

/** Processes of `sleep`, each test with a number of its own, by which they are found. Linux only. */

/** A number of seconds that nobody else sleeps: other files of tests run in the same process. */
export const ownWord = (): string => `${20_000 + randomInt(10_000)}.${randomInt(10 ** 12)}`;

/** @returns the processes of `sleep` for that long */
export const withWord = (word: string): number[] =>
  findProcessesNow(({ pid }) => commandLine(pid) === `sleep\0${word}\0`).map(({ pid }) => pid);

function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}
