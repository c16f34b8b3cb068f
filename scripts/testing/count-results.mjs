/** What the reports of the runners come to. Pure: the reports are read from files written by somebody else. */

/** @typedef {import('./checks.mjs').Count} Count */

/**
 * @typedef {{ status?: string, assertionResults?: { status?: string }[] }} VitestFile
 * @typedef {{ testResults?: VitestFile[] }} VitestReport
 * @typedef {{ stats?: { expected?: number, unexpected?: number, flaky?: number, skipped?: number }, errors?: unknown[] }} PlaywrightReport
 */

/**
 * @param {VitestReport} report of Vitest's json reporter
 * @returns {Count} a test that was skipped, and a file that did not load, count as failed
 */
export function countVitest(report) {
  let passed = 0;
  let failed = 0;
  for (const file of report.testResults ?? []) {
    const results = file.assertionResults ?? [];
    const passedHere = results.filter(({ status }) => status === 'passed').length;
    const failedHere = results.length - passedHere;
    passed += passedHere;
    failed += failedHere === 0 && file.status !== 'passed' ? 1 : failedHere;
  }
  return { passed, failed };
}

/**
 * @param {PlaywrightReport} report of Playwright's json reporter
 * @param {string} platform nothing may be skipped on linux; elsewhere a skipped test is not counted
 * @returns {Count} one that passed when it was repeated has passed
 */
export function countPlaywright(report, platform) {
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = report.stats ?? {};
  const errors = report.errors?.length ?? 0;
  return { passed: expected + flaky, failed: unexpected + errors + (platform === 'linux' ? skipped : 0) };
}

/**
 * What a runner's report and exit code come to together: no report, no test at all, and an exit code that the report
 * does not explain are each a failure.
 * @param {Count | null} count null when there is no readable report
 * @param {number} exitCode
 * @returns {Count}
 */
export function settle(count, exitCode) {
  const { remarks = [] } = count ?? {};
  if (count === null || count.passed + count.failed === 0) {
    return { passed: 0, failed: 1, remarks: [...remarks, `failed: no test ran to its end (exit code ${exitCode})`] };
  }
  if (count.failed > 0 || exitCode === 0) return count;
  return { ...count, failed: 1, remarks: [...remarks, `failed: no test, but the run itself (exit code ${exitCode})`] };
}

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
