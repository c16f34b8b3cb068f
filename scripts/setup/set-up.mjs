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
 * @property {'dependencies' | 'runtime' | 'build'} until last stage to set up
 * @property {boolean} [desktop] whether a virtual display and a keyring are needed too
 */

/**
 * Runs the missing steps in order. Safe to interrupt, to repeat, and to run concurrently.
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
 * Runs the steps that are not done, under the lock of the checkout.
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
      // The previous holder of the lock may have done this step.
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
