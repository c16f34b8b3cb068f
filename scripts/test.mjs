// npm test [-- check | unit | e2e [filter …]], npm run soak [-- filter …]
// Runs the gate, which is also what CI runs, or a part of it; or the soak: random searches, kills and long waits. The
// last line has the numbers of passed and failed tests; a test that did not run counts as failed.
import { join } from 'node:path';
import { openDesktop } from './desktop/desktop.mjs';
import { runProgram } from './desktop/run-program.mjs';
import { buildStep } from './setup/app-build.mjs';
import { toolEnvironment, toolNode } from './setup/node-toolchain.mjs';
import { formatDuration, root, runScript, SetUpError, say } from './setup/project.mjs';
import { runSteps, setUp } from './setup/set-up.mjs';
import { runChecks } from './testing/checks.mjs';
import { sum } from './testing/results.mjs';
import { runPlaywright, runVitest } from './testing/runners.mjs';
import { seedOfRun } from './testing/seed.mjs';

/** @typedef {import('./testing/checks.mjs').Count} Count */

/**
 * @typedef {(suite: import('./testing/runners.mjs').Suite, filters: readonly string[], apps?: Promise<void>) => Promise<Count>} Part
 * `apps`: fulfilled when what apps start with has been made
 */

/** @type {readonly (readonly [name: string, run: Part])[]} */
const parts = [
  ['check', () => runPart('format, lint and types', runChecks)],
  ['unit', (suite, filters) => runPart('unit tests', () => withDesktop((env) => runVitest(suite, filters, env)))],
  [
    'e2e',
    (suite, filters, apps) =>
      runPart('end-to-end tests', async () => {
        await apps;
        await runSteps([buildStep]);
        return await withDesktop((env) => runPlaywright(suite, filters, env));
      }),
  ],
];

/**
 * Makes what end-to-end tests start apps with. If it fails, their own set-up does it again and tells why.
 * @param {Promise<void>} runtime
 */
async function prepareApps(runtime) {
  const script = join(root, 'e2e', 'support', 'processes', 'prepare.ts');
  try {
    // Before the build, as both take the lock of the checkout.
    await runtime;
    await runSteps([buildStep]);
    await withDesktop((env) => runProgram(toolNode().executable, [script], { env }));
  } catch {
    // Told by whoever needs it.
  }
}

/**
 * @param {string} title
 * @param {() => Promise<Count>} work
 * @returns {Promise<Count>}
 */
async function runPart(title, work) {
  const start = performance.now();
  say(`${title}`);
  const count = await work().catch((error) => {
    say(error instanceof SetUpError ? error.message : String(error?.stack ?? error));
    return { passed: 0, failed: 1, remarks: [`failed: ${title}`] };
  });
  say(`${title}: ${count.passed} passed, ${count.failed} failed (${formatDuration(performance.now() - start)})`);
  return count;
}

/**
 * @template T
 * @param {(env: NodeJS.ProcessEnv) => Promise<T>} work
 */
async function withDesktop(work) {
  const desktop = await openDesktop({ keyring: true });
  try {
    return await work({ ...toolEnvironment(), ...desktop.env, PATH: toolEnvironment().PATH });
  } finally {
    await desktop.close();
  }
}

await runScript(async () => {
  const [wanted, ...filters] = process.argv.slice(2);
  const suite = wanted === 'soak' ? 'soak' : 'gate';
  if (wanted !== undefined && suite === 'gate' && !parts.some(([name]) => name === wanted)) {
    throw new SetUpError(
      `There is no part "${wanted}". Choose one of: ${parts.map(([name]) => name).join(', ')}, soak.`,
    );
  }
  // Before the seed, as a soak draws a new one.
  if (suite === 'soak') process.env.OUTRIGGER_SOAK = '1';
  process.env.OUTRIGGER_SEED = seedOfRun();
  await setUp({ until: 'dependencies' });
  // Beside the checks, which need nothing of it.
  const runtime = wanted === 'check' ? Promise.resolve() : setUp({ until: 'runtime', desktop: true });
  // Told where it is awaited.
  runtime.catch(() => undefined);
  // Beside the parts before the end-to-end tests, as it needs nothing of them.
  const apps = wanted === undefined ? prepareApps(runtime) : undefined;
  const counts = [];
  for (const [name, run] of parts) {
    const isWanted = suite === 'soak' ? name !== 'check' : wanted === undefined || wanted === name;
    if (!isWanted) continue;
    if (name !== 'check') await runtime;
    counts.push(await run(suite, filters, apps));
  }
  const { passed, failed, remarks = [] } = sum(counts);
  // Repeated at the end, for readers of the end of a long log.
  for (const remark of remarks) process.stdout.write(`${remark}\n`);
  const isEmpty = passed + failed === 0;
  if (isEmpty) say(`no test of a soak is in a file that is named ${filters.join(' or ')}`);
  // The seed of the gate is fixed.
  if (failed > 0 && suite === 'soak')
    say(`random tests draw the same again with OUTRIGGER_SEED=${process.env.OUTRIGGER_SEED}`);
  process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
  return failed > 0 || isEmpty ? 1 : 0;
});
