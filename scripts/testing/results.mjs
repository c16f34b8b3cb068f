/** Evaluates the reports of test runners. Pure: reports come from files of other programs, and are not trusted. */

import { relative } from 'node:path';

/** @typedef {import('./checks.mjs').Count} Count */

/**
 * @typedef {object} Outcome of one test
 * @property {'passed' | 'flaky' | 'failed' | 'skipped'} outcome flaky: it passed when repeated
 * @property {string} name
 * @property {string} [why] the first failure
 * @property {readonly string[]} [pictures] paths of screenshots
 * @property {number} [ms] how long it took, with its repetitions
 */

/**
 * @typedef {{ fullName?: string, status?: string, duration?: number | null, failureMessages?: string[], tags?: string[] }} VitestResult
 * @typedef {{ testResults?: { name?: string, status?: string, message?: string, assertionResults?: VitestResult[] }[] }} VitestReport
 * @typedef {{ duration?: number, errors?: { message?: string }[], attachments?: { path?: string, contentType?: string }[] }} PlaywrightResult
 * @typedef {{ title?: string, tests?: { status?: string, results?: PlaywrightResult[] }[] }} PlaywrightSpec
 * @typedef {{ file?: string, suites?: PlaywrightSuite[], specs?: PlaywrightSpec[] }} PlaywrightSuite
 * @typedef {{ suites?: PlaywrightSuite[], errors?: { message?: string }[] }} PlaywrightReport
 */

/**
 * @param {VitestReport} report of Vitest's json reporter
 * @param {string} root directory of the project; paths are shown relative to it
 * @param {(tags: readonly string[]) => boolean} isWanted the report also has the tests that were not selected
 * @returns {Outcome[]} with one for each file that failed to load or clean up
 */
export function vitestOutcomes({ testResults = [] }, root, isWanted) {
  return testResults.flatMap(({ name: path = '', status, message, assertionResults = [] }) => {
    const file = relative(root, path);
    const outcomes = assertionResults
      .filter(({ tags = [] }) => isWanted(tags))
      .map(({ fullName = '', status: ended, duration, failureMessages: [why] = [] }) => {
        const unless = ended === 'failed' ? 'failed' : 'skipped';
        const outcome = ended === 'passed' ? (why === undefined ? 'passed' : 'flaky') : unless;
        return { ...outcomeOf(outcome, `${file} › ${fullName}`, why), ms: duration ?? 0 };
      });
    const isFilesOwn = status !== 'passed' && outcomes.every(({ outcome }) => outcome === 'passed');
    return isFilesOwn ? [...outcomes, outcomeOf('failed', `${file} › the file itself`, message)] : outcomes;
  });
}

/** @type {Readonly<Record<string, Outcome['outcome']>>} */
const words = { expected: 'passed', flaky: 'flaky', unexpected: 'failed', skipped: 'skipped' };

/**
 * @param {PlaywrightReport} report of Playwright's json reporter
 * @param {string} root directory of the project; paths are shown relative to it
 * @param {string} platform on linux no test may be skipped; elsewhere skipped tests do not count
 * @returns {Outcome[]} with one for each error outside of the tests
 */
export function playwrightOutcomes({ suites = [], errors = [] }, root, platform) {
  /** @type {(suite: PlaywrightSuite) => Outcome[]} */
  const outcomesOf = ({ file = '', suites: inner = [], specs = [] }) => [
    ...specs.flatMap(({ title = '', tests = [] }) =>
      tests.map(({ status = '', results = [] }) => {
        const why = results.flatMap(({ errors: thrown = [] }) => thrown)[0]?.message;
        const pictures = results
          .flatMap(({ attachments = [] }) => attachments)
          .flatMap(({ path, contentType }) => (path && contentType === 'image/png' ? [relative(root, path)] : []));
        const ms = results.reduce((all, { duration = 0 }) => all + duration, 0);
        return { ...outcomeOf(words[status] ?? 'failed', `${file} › ${title}`, why), pictures, ms };
      }),
    ),
    ...inner.flatMap(outcomesOf),
  ];
  const outside = errors.map(({ message }) => outcomeOf('failed', 'outside of the tests', message));
  return [...suites.flatMap(outcomesOf), ...outside].filter(
    ({ outcome }) => outcome !== 'skipped' || platform === 'linux',
  );
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: colours
const colours = /\u001b\[[\d;]*m/g;

/**
 * @param {Outcome['outcome']} outcome
 * @param {string} name
 * @param {string} [error]
 * @returns {Outcome}
 */
function outcomeOf(outcome, name, error = '') {
  const lines = error.replace(colours, '').split('\n');
  const text = lines.map((line) => line.trim()).filter(Boolean);
  return { outcome, name, why: text.join(' | ').slice(0, 400) };
}

/**
 * Combines a runner's report and exit code: a missing report, a report without tests, and an exit code that the report
 * does not explain are failures. A skipped test did not pass.
 * @param {readonly Outcome[] | null} outcomes null if there is no readable report
 * @param {number} exitCode
 * @param {{ mayBeEmpty?: boolean }} [how]
 * @returns {Count} with a remark for each test that did not simply pass
 */
export function countOf(outcomes, exitCode, { mayBeEmpty = false } = {}) {
  if (outcomes === null || (outcomes.length === 0 && !(mayBeEmpty && exitCode === 0))) {
    return { passed: 0, failed: 1, remarks: [`failed: no test ran to its end (exit code ${exitCode})`] };
  }
  const passed = outcomes.filter(({ outcome }) => outcome === 'passed' || outcome === 'flaky').length;
  const failed = outcomes.length - passed;
  const remarks = outcomes.filter(({ outcome }) => outcome !== 'passed').map(remarkOf);
  if (failed > 0 || exitCode === 0) return { passed, failed, remarks };
  return { passed, failed: 1, remarks: [...remarks, `failed: no test, but the run itself (exit code ${exitCode})`] };
}

/** @param {Outcome} outcome */
const remarkOf = ({ outcome, name, why = '', pictures = [] }) =>
  [`${outcome}: ${name}`, why, ...pictures.map((path) => `see ${path}`)].filter(Boolean).join(': ');

/**
 * The tests that took longest, longest first: where a suite that has become too long is made shorter.
 * @param {readonly Outcome[]} outcomes
 * @param {number} count
 * @returns {string[]} a line for each
 */
export const longest = (outcomes, count) =>
  outcomes
    .toSorted((a, b) => (b.ms ?? 0) - (a.ms ?? 0))
    .slice(0, count)
    .map(({ name, ms = 0 }) => `${(ms / 1000).toFixed(1)} s  ${name}`);

/**
 * @param {readonly Count[]} counts
 * @returns {Count}
 */
export function sum(counts) {
  return {
    passed: counts.reduce((all, { passed }) => all + passed, 0),
    failed: counts.reduce((all, { failed }) => all + failed, 0),
    remarks: counts.flatMap(({ remarks = [] }) => remarks),
  };
}
