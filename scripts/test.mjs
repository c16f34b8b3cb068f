// npm test [-- check | unit | e2e [filter …]], npm run soak [-- filter …] [-- --minutes=N]
// The gate, which is also all that CI runs, or one part of it; or what searches, kills and waits. The last line says how many
// tests passed and failed; what did not run did not pass. A soak of so many minutes names what it had no time for.
import { createHash } from 'node:crypto';
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
  // What is named runs whole; of everything, what takes long is left to a soak.
  return await withDesktop((env) => runPlaywright(filters.length > 0 ? filters : ['--grep-invert=@soak'], env));
}

/**
 * What takes minutes to be sure, at its full length. Each file has a runner of its own, so that the time can be over between
 * two of them; which come late is drawn by the seed.
 * @param {readonly string[]} args filters of files, or how many minutes something new may be begun
 */
async function runSoak(args) {
  const minutes = args.map((arg) => /^--minutes=(\d+)$/.exec(arg)?.[1]).find((found) => found !== undefined);
  const endsAt = minutes === undefined ? Number.POSITIVE_INFINITY : Date.now() + Number(minutes) * 60_000;
  const filters = args.filter((arg) => !arg.startsWith('--'));
  const { unit, e2e } = soakedFiles(root);
  const isWanted = (/** @type {string} */ file) =>
    filters.length === 0 || filters.some((filter) => file.includes(filter));
  /** @type {Count[]} */
  const counts = [];
  /** @type {(queue: string[], run: (file: string) => Promise<Count>) => Promise<void>} */
  const work = async (queue, run) => {
    for (let file = queue.shift(); file !== undefined; file = queue.shift()) {
      if (Date.now() < endsAt) counts.push(await runPart(file, () => run(file)));
      else counts.push({ passed: 0, failed: 0, remarks: [`not soaked, the time was over: ${file}`] });
    }
  };
  // End-to-end tests first: of the unit tests there is a short form in `npm test`.
  await runSteps([buildStep]);
  // One at a time: some measure how long a key takes.
  await withDesktop((env) =>
    work(shuffled(e2e.filter(isWanted)), (file) =>
      runPlaywright([file, '--grep=@soak', '--workers=1', `--output=test-results/${file}`], env),
    ),
  );
  const units = shuffled(unit.filter(isWanted));
  await withDesktop(async (env) => {
    const lane = (/** @type {number} */ index) =>
      work(units, (file) => runVitest([file, '--maxWorkers=1'], env, `vitest-${index}`));
    await Promise.all([lane(0), lane(1)]);
  });
  return sum(counts);
}

/**
 * @param {readonly string[]} files
 * @returns {string[]} by the seed of the run
 */
function shuffled(files) {
  const place = (/** @type {string} */ file) =>
    createHash('sha256').update(`${process.env.OUTRIGGER_SEED} ${file}`).digest('hex');
  return files.toSorted((a, b) => (place(a) < place(b) ? -1 : 1));
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
  // Before the seed, which a soak draws anew.
  if (wanted === 'soak') process.env.OUTRIGGER_SOAK = '1';
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
  if (wanted === 'soak') counts.push(await runPart('soak', () => runSoak(filters)));
  const { passed, failed, remarks } = sum(counts);
  // Whoever reads only the end of a long log sees what is to be mended.
  for (const remark of remarks ?? []) process.stdout.write(`${remark}\n`);
  // The gate draws the same by itself.
  if (failed > 0 && wanted === 'soak')
    say(`random tests draw the same again with OUTRIGGER_SEED=${process.env.OUTRIGGER_SEED}`);
  process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
  return failed === 0 ? 0 : 1;
});
