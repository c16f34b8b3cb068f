import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { runProgram } from '../desktop/run-program.mjs';
import { toolNode } from '../setup/node-toolchain.mjs';
import { cacheDirectory, root, say } from '../setup/project.mjs';
import { countOf, longest, playwrightOutcomes, vitestOutcomes } from './results.mjs';

/** @typedef {import('./checks.mjs').Count} Count */
/** @typedef {'gate' | 'soak'} Suite */

const longestShown = 8;

/**
 * Unit tests of a suite by their tags (`vitest.config.ts`): as Vitest's filter, and for reading its report.
 * @type {Readonly<Record<Suite, { filter: string, has: (tags: readonly string[]) => boolean }>>}
 */
const tagged = {
  gate: { filter: '!soak', has: (tags) => !tags.includes('soak') },
  soak: { filter: 'soak || search', has: (tags) => tags.includes('soak') || tags.includes('search') },
};

/**
 * @param {Suite} suite
 * @param {readonly string[]} filters of test files: the gate runs all of a named file; a soak may find no test in it
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<Count>}
 */
export function runVitest(suite, filters, env) {
  const report = reportFile(`vitest-${suite}`);
  const { filter, has } = suite === 'gate' && filters.length > 0 ? { filter: null, has: () => true } : tagged[suite];
  const tags = filter === null ? [] : [`--tags-filter=${filter}`];
  const args = ['run', ...filters, ...tags, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  if (suite === 'soak') args.push('--passWithNoTests');
  return run('vitest/vitest.mjs', args, env, suite, report, (json) => vitestOutcomes(json, root, has));
}

/**
 * @param {Suite} suite its project in `playwright.config.ts`
 * @param {readonly string[]} filters as above
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<Count>}
 */
export function runPlaywright(suite, filters, env) {
  const report = reportFile(`playwright-${suite}`);
  const args = ['test', ...filters, '--reporter=list,json'];
  if (suite === 'soak' || filters.length === 0) args.push(`--project=${suite}`);
  if (suite === 'soak') args.push('--pass-with-no-tests');
  const withReport = { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report };
  return run('@playwright/test/cli.js', args, withReport, suite, report, (json) =>
    playwrightOutcomes(json, root, process.platform),
  );
}

/**
 * @param {string} script inside node_modules
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @param {Suite} suite
 * @param {string} report
 * @param {(report: object) => import('./results.mjs').Outcome[]} read
 */
async function run(script, args, env, suite, report, read) {
  // A report of an earlier run must not be read.
  rmSync(report, { force: true });
  const code = await runProgram(toolNode().executable, [join(root, 'node_modules', script), ...args], {
    cwd: root,
    env,
  });
  const outcomes = outcomesIn(report, read);
  if (outcomes && outcomes.length > longestShown)
    process.stdout.write(`The longest:\n${longest(outcomes, longestShown).join('\n')}\n`);
  if (outcomes === null) say(`${script} ended with code ${code} and left no report: that counts as a failure`);
  return countOf(outcomes, code, { mayBeEmpty: suite === 'soak' });
}

/**
 * @param {string} report
 * @param {(report: object) => import('./results.mjs').Outcome[]} read
 */
function outcomesIn(report, read) {
  try {
    return read(JSON.parse(readFileSync(report, 'utf8')));
  } catch {
    return null;
  }
}

/** @param {string} name */
function reportFile(name) {
  const folder = join(cacheDirectory, 'reports');
  mkdirSync(folder, { recursive: true });
  return join(folder, `${name}.json`);
}
