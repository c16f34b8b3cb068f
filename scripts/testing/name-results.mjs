/** The names of the tests that did not simply pass, for the end of a long log. Pure: reports are written by somebody else. */

import { relative } from 'node:path';

/**
 * @typedef {{ fullName?: string, status?: string, failureMessages?: string[] }} VitestResult
 * @typedef {{ testResults?: { name?: string, status?: string, message?: string, assertionResults?: VitestResult[] }[] }} VitestReport
 * @typedef {{ message?: string }} PlaywrightError
 * @typedef {{ status?: string, results?: { errors?: PlaywrightError[] }[] }} PlaywrightTest
 * @typedef {{ file?: string, suites?: PlaywrightSuite[], specs?: { title?: string, tests?: PlaywrightTest[] }[] }} PlaywrightSuite
 * @typedef {{ suites?: PlaywrightSuite[], errors?: PlaywrightError[] }} PlaywrightReport
 */

/** It passed when it was repeated: whoever reads this mends its cause before anything else. */
const repeated = 'flaky';

/**
 * @param {VitestReport} report of Vitest's json reporter
 * @param {string} root the directory of the project; paths are shown from there
 * @returns {string[]} a line each
 */
export function nameVitest(report, root) {
  return (report.testResults ?? []).flatMap(({ name: path = '', status, message, assertionResults = [] }) => {
    const name = relative(root, path);
    const named = assertionResults.flatMap(({ fullName = '', status: ended, failureMessages = [] }) => {
      if (ended === 'passed' && failureMessages.length === 0) return [];
      const what = ended === 'passed' ? repeated : (ended ?? 'failed');
      return [lineOf(what, name, fullName, failureMessages[0])];
    });
    const isFilesOwn = status !== 'passed' && !assertionResults.some((result) => result.status !== 'passed');
    return isFilesOwn ? [...named, lineOf('failed', name, 'the file itself', message)] : named;
  });
}

/**
 * @param {PlaywrightReport} report of Playwright's json reporter
 * @returns {string[]} a line each
 */
export function namePlaywright({ suites = [], errors = [] }) {
  const outside = errors.map(({ message }) => lineOf('failed', '', 'outside of the tests', message));
  return [...suites.flatMap(nameSuite), ...outside];
}

/** @type {Record<string, string>} */
const words = { unexpected: 'failed', flaky: repeated, skipped: 'skipped' };

/**
 * @param {PlaywrightSuite} suite
 * @returns {string[]}
 */
function nameSuite({ file = '', suites = [], specs = [] }) {
  const named = specs.flatMap(({ title = '', tests = [] }) =>
    tests.flatMap(({ status = '', results = [] }) => {
      const what = words[status];
      const error = results.flatMap(({ errors = [] }) => errors)[0];
      return what === undefined ? [] : [lineOf(what, file, title, error?.message)];
    }),
  );
  return [...named, ...suites.flatMap(nameSuite)];
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: colours
const colours = /\u001b\[[\d;]*m/g;

/**
 * @param {string} what
 * @param {string} file
 * @param {string} title
 * @param {string | undefined} error
 */
function lineOf(what, file, title, error = '') {
  const lines = error.replace(colours, '').split('\n');
  const why = lines
    .map((text) => text.trim())
    .filter(Boolean)
    .join(' | ')
    .slice(0, 400);
  return `${what}: ${[file, title].filter(Boolean).join(' › ')}${why ? `: ${why}` : ''}`;
}
