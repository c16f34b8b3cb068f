import { expect, test } from 'vitest';
import { countPlaywright, countVitest, settle, sum } from './count-results.mjs';

test('unit tests: what was skipped or is yet to do did not pass', () => {
  const statuses = ['passed', 'failed', 'skipped', 'pending', 'todo', 'passed'];
  const report = { testResults: [{ status: 'failed', assertionResults: statuses.map((status) => ({ status })) }] };
  expect(countVitest(report)).toEqual({ passed: 2, failed: 4 });
});

test('unit tests: a file that did not load is one failure', () => {
  const good = { status: 'passed', assertionResults: [{ status: 'passed' }] };
  const broken = { status: 'failed', assertionResults: [] };
  expect(countVitest({ testResults: [good, broken] })).toEqual({ passed: 1, failed: 1 });
});

test('unit tests: a file whose own clean-up failed is one failure beside its passed tests', () => {
  const file = { status: 'failed', assertionResults: [{ status: 'passed' }] };
  expect(countVitest({ testResults: [file] })).toEqual({ passed: 1, failed: 1 });
});

test('end-to-end tests: what was skipped, and errors outside of tests, are failures on Linux; what passed when repeated is none', () => {
  const report = { stats: { expected: 5, unexpected: 1, flaky: 2, skipped: 3 }, errors: [{ message: 'no config' }] };
  expect(countPlaywright(report, 'linux')).toEqual({ passed: 7, failed: 5 });
});

test('end-to-end tests: what is skipped on another platform is not counted', () => {
  const report = { stats: { expected: 5, unexpected: 0, flaky: 0, skipped: 3 }, errors: [] };
  expect(countPlaywright(report, 'darwin')).toEqual({ passed: 5, failed: 0 });
});

test('a runner without a report, or without a test, has failed', () => {
  const nothing = { passed: 0, failed: 1, remarks: ['failed: no test ran to its end (exit code 0)'] };
  expect(settle(null, 0)).toEqual(nothing);
  expect(settle({ passed: 0, failed: 0 }, 0)).toEqual(nothing);
  expect(settle(countVitest({}), 0)).toEqual(nothing);
});

test('an exit code that the report does not explain is a failure', () => {
  const remarks = ['failed: no test, but the run itself (exit code 1)'];
  expect(settle({ passed: 4, failed: 0 }, 1)).toEqual({ passed: 4, failed: 1, remarks });
  expect(settle({ passed: 4, failed: 2 }, 1)).toEqual({ passed: 4, failed: 2 });
  expect(settle({ passed: 4, failed: 0 }, 0)).toEqual({ passed: 4, failed: 0 });
});

test('the sum is over all parts', () => {
  expect(
    sum([
      { passed: 4, failed: 0 },
      { passed: 10, failed: 2, remarks: ['failed: a', 'failed: b'] },
      { passed: 0, failed: 1, remarks: ['failed: c'] },
    ]),
  ).toEqual({ passed: 14, failed: 3, remarks: ['failed: a', 'failed: b', 'failed: c'] });
});
