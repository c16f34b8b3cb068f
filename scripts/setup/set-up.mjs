import { join } from 'node:path';
import { buildStep } from './app-build.mjs';
import { dependenciesStep } from './dependencies.mjs';
import { announceRuntime, resolveRuntime, runtimeStep } from './electron-runtime.mjs';
import { keytarStep } from './keytar.mjs';
import { cacheDirectory, formatDuration, say } from './project.mjs';
import { takeLock } from './set-up-lock.mjs';
import { checkLibraries, systemPackagesStep } from './system-libraries.mjs';

/**
 * @typedef {object} Goal
 * @property {'dependencies' | 'runtime' | 'build'} until how far to go
 * @property {boolean} [desktop] whether a virtual display and a keyring of its own are needed too
 */

/**
 * Does what is missing, in order, and nothing else. Safe to interrupt, to repeat and to run twice at once.
 * @param {Goal} goal
 */
export async function setUp(goal) {
  await runSteps(stepsFor(goal));
  if (goal.until === 'dependencies') return;
  const runtime = resolveRuntime();
  await checkLibraries(runtime.executable);
  const announcement = announceRuntime(runtime);
  if (announcement !== null) say(announcement);
}

/**
 * @param {Goal} goal
 * @returns {import('./project.mjs').Step[]}
 */
function stepsFor({ until, desktop = false }) {
  if (until === 'dependencies') return [dependenciesStep];
  const steps = [systemPackagesStep({ desktop, compiler: true }), dependenciesStep, runtimeStep, keytarStep];
  return until === 'build' ? [...steps, buildStep] : steps;
}

/**
 * Runs those of the steps that are not done, one set-up of the checkout at a time.
 * @param {readonly import('./project.mjs').Step[]} steps
 */
export async function runSteps(steps) {
  /** @type {(() => void) | undefined} */
  let release;
  try {
    for (const step of steps) {
      if (await step.isDone()) continue;
      release ??= await takeLock(join(cacheDirectory, 'set-up.lock'), {
        onWait: (pid) => say(`another set-up of this checkout is running (process ${pid}); waiting for it`),
      });
      // Whoever held the lock before may have done this step.
      if (await step.isDone()) continue;
      const start = performance.now();
      say(`${step.name}: setting up`);
      await step.run();
      say(`${step.name}: ready after ${formatDuration(performance.now() - start)}`);
    }
  } finally {
    release?.();
  }
}
