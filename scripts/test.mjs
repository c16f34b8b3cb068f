// npm test [-- check | unit | e2e [filter …]], npm run soak
// Everything, or one part of it; soak is no part of everything. The last line says how many tests passed and failed; what
// did not run did not pass.
import { openDesktop } from './desktop/desktop.mjs';
import { buildStep } from './setup/app-build.mjs';
import { toolEnvironment } from './setup/node-toolchain.mjs';
import { formatDuration, root, runScript, SetUpError, say } from './setup/project.mjs';
import { runSteps, setUp } from './setup/set-up.mjs';
import { runChecks } from './testing/checks.mjs';
import { sum } from './testing/count-results.mjs';
import { runPlaywright, runVitest } from './testing/runners.mjs';
import { seedOfRun } from './testing/seed.mjs';
import { soakedFiles } from './testing/soaked-files.mjs';

/** @typedef {import('./testing/checks.mjs').Count} Count */

const parts = /** @type {const} */ (['check', 'unit', 'e2e', 'soak']);

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

/** @param {readonly string[]} filters */
async function runEndToEnd(filters) {
  await runSteps([buildStep]);
  return await withDesktop(async (env) => {
    if (filters.length > 0) return runPlaywright(filters, env);
    const together = await runPlaywright(['--grep-invert=@alone'], env);
    // What measures how long a key takes has the computer to itself.
    return sum([together, await runPlaywright(['--grep=@alone', '--workers=1'], env)]);
  });
}

/** What takes minutes to be sure, at its full length and one after the other. */
async function runSoak() {
  process.env.OUTRIGGER_SOAK = '1';
  const { unit, e2e } = soakedFiles(root);
  const inUnits = await withDesktop((env) => runVitest([...unit, '--maxWorkers=2'], env));
  await runSteps([buildStep]);
  return sum([inUnits, await withDesktop((env) => runPlaywright([...e2e, '--workers=1'], env))]);
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
  if (wanted !== undefined && !parts.some((part) => part === wanted)) {
    throw new SetUpError(`There is no part "${wanted}". Choose one of: ${parts.join(', ')}.`);
  }
  process.env.OUTRIGGER_SEED = seedOfRun();
  await setUp({ until: 'runtime', desktop: true });
  const counts = [];
  if (wanted === undefined || wanted === 'check') counts.push(await runPart('format, lint and types', runChecks));
  if (wanted === undefined || wanted === 'unit') {
    counts.push(await runPart('unit tests', () => withDesktop((env) => runVitest(filters, env))));
  }
  if (wanted === undefined || wanted === 'e2e') {
    counts.push(await runPart('end-to-end tests', () => runEndToEnd(filters)));
  }
  if (wanted === 'soak') counts.push(await runPart('soak', runSoak));
  const { passed, failed, remarks } = sum(counts);
  for (const remark of remarks ?? []) say(remark);
  if (failed > 0) say(`random tests draw the same again with OUTRIGGER_SEED=${process.env.OUTRIGGER_SEED}`);
  process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
  return failed === 0 ? 0 : 1;
});
