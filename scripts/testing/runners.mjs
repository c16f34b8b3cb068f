import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { runProgram } from '../desktop/run-program.mjs';
import { toolNode } from '../setup/node-toolchain.mjs';
import { cacheDirectory, root, say } from '../setup/project.mjs';
import { countPlaywright, countVitest, settle } from './count-results.mjs';
import { namePlaywright, nameVitest } from './name-results.mjs';

/** @typedef {import('./checks.mjs').Count} Count */

/**
 * @param {readonly string[]} filters of test files
 * @param {NodeJS.ProcessEnv} env
 * @param {string} [name] of its report, where two run at the same time
 * @returns {Promise<Count>}
 */
export function runVitest(filters, env, name = 'vitest') {
  const report = reportFile(name);
  const args = ['run', ...filters, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  return run('vitest/vitest.mjs', args, env, report, (json) => ({
    ...countVitest(json),
    remarks: nameVitest(json, root),
  }));
}

/**
 * @param {readonly string[]} filters of spec files, or options of Playwright
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<Count>}
 */
export function runPlaywright(filters, env) {
  const report = reportFile('playwright');
  const args = ['test', ...filters, '--reporter=list,json'];
  const withReport = { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report };
  return run('@playwright/test/cli.js', args, withReport, report, (json) => ({
    ...countPlaywright(json, process.platform),
    remarks: namePlaywright(json),
  }));
}

/**
 * @param {string} script inside node_modules
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @param {string} report
 * @param {(report: object) => Count} count
 */
async function run(script, args, env, report, count) {
  // A report of an earlier run must not speak for this one.
  rmSync(report, { force: true });
  const code = await runProgram(toolNode().executable, [join(root, 'node_modules', script), ...args], {
    cwd: root,
    env,
  });
  const counted = readCount(report, count);
  if (counted === null) say(`${script} ended with code ${code} and left no report: that counts as a failure`);
  return settle(counted, code);
}

/**
 * @param {string} report
 * @param {(report: object) => Count} count
 */
function readCount(report, count) {
  try {
    return count(JSON.parse(readFileSync(report, 'utf8')));
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
