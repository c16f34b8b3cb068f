import { expect, test } from 'vitest';
import { countOf, longest, playwrightOutcomes, sum, vitestOutcomes } from './results.mjs';

const why = '\u001b[31mError: no\u001b[0m\n    at a.ts:1';
const all = () => true;
const unit = (file: object, isWanted: (tags: readonly string[]) => boolean = all) =>
  countOf(vitestOutcomes({ testResults: [{ name: '/p/src/a.test.ts', ...file }] }, '/p', isWanted), 0);
const inApp = (report: object, platform = 'linux') => countOf(playwrightOutcomes(report, '/p', platform), 0);

test('unit tests: what failed, what was skipped and what was repeated is named with why', () => {
  const assertionResults = [
    { fullName: 'simply passes', status: 'passed', failureMessages: [] },
    { fullName: 'fails', status: 'failed', failureMessages: [why] },
    { fullName: 'is skipped', status: 'skipped' },
    { fullName: 'is yet to do', status: 'todo' },
    { fullName: 'is late', status: 'passed', failureMessages: [why] },
  ];
  expect(unit({ status: 'failed', assertionResults })).toEqual({
    passed: 2,
    failed: 3,
    remarks: [
      'failed: src/a.test.ts › fails: Error: no | at a.ts:1',
      'skipped: src/a.test.ts › is skipped',
      'skipped: src/a.test.ts › is yet to do',
      'flaky: src/a.test.ts › is late: Error: no | at a.ts:1',
    ],
  });
});

test('unit tests: what another suite has is not counted, and what this one has and was skipped is', () => {
  const assertionResults = [
    { fullName: 'one', status: 'passed' },
    { fullName: 'soaked', status: 'skipped', tags: ['soak'] },
    { fullName: 'other', status: 'skipped', tags: ['search'] },
  ];
  const counted = unit({ status: 'passed', assertionResults }, (tags) => !tags.includes('soak'));
  expect(counted).toMatchObject({ passed: 1, failed: 1 });
});

test('unit tests: a file that did not load, or whose own clean-up failed, is one failure', () => {
  const remarks = ['failed: src/a.test.ts › the file itself: SyntaxError'];
  const file = { status: 'failed', message: 'SyntaxError' };
  expect(unit({ ...file, assertionResults: [] })).toEqual({ passed: 0, failed: 1, remarks });
  const passing = [{ fullName: 'a', status: 'passed' }];
  expect(unit({ ...file, assertionResults: passing })).toEqual({ passed: 1, failed: 1, remarks });
});

test('end-to-end tests: those of inner suites too, with the pictures of what failed, and errors outside of them', () => {
  const picture = { path: '/p/test-results/late/failed.png', contentType: 'image/png' };
  const results = [
    { errors: [{ message: 'Timeout\nmore' }], attachments: [picture, { path: '/p/trace', contentType: 'text/plain' }] },
    { errors: [] },
  ];
  const specs = [
    { title: 'passes', tests: [{ status: 'expected', results: [] }] },
    { title: 'is late', tests: [{ status: 'flaky', results }] },
  ];
  const inner = { file: 'a.spec.ts', specs: [{ title: 'fails', tests: [{ status: 'unexpected', results }] }] };
  const report = { suites: [{ file: 'a.spec.ts', specs, suites: [inner] }], errors: [{ message: 'no config' }] };
  expect(inApp(report)).toEqual({
    passed: 2,
    failed: 2,
    remarks: [
      'flaky: a.spec.ts › is late: Timeout | more: see test-results/late/failed.png',
      'failed: a.spec.ts › fails: Timeout | more: see test-results/late/failed.png',
      'failed: outside of the tests: no config',
    ],
  });
});

test('end-to-end tests: what was skipped is a failure on Linux, and nothing on another platform', () => {
  const passed = { title: 'passes', tests: [{ status: 'expected' }] };
  const specs = [passed, { title: 'is of another platform', tests: [{ status: 'skipped' }] }];
  const report = { suites: [{ file: 'a.spec.ts', specs }] };
  expect(inApp(report)).toMatchObject({ passed: 1, failed: 1 });
  expect(inApp(report, 'darwin')).toMatchObject({ passed: 1, failed: 0 });
});

test('the longest tests come first, with the time of their repetitions', () => {
  const assertionResults = [
    { fullName: 'short', status: 'passed', duration: 20 },
    { fullName: 'skipped', status: 'skipped', duration: null },
    { fullName: 'long', status: 'passed', duration: 900 },
  ];
  const specs = [{ title: 'twice', tests: [{ status: 'flaky', results: [{ duration: 700 }, { duration: 800 }] }] }];
  const outcomes = [
    ...vitestOutcomes({ testResults: [{ name: '/p/a.test.ts', status: 'passed', assertionResults }] }, '/p', all),
    ...playwrightOutcomes({ suites: [{ file: 'b.spec.ts', specs }] }, '/p', 'linux'),
  ];
  expect(longest(outcomes, 2)).toEqual(['1.5 s  b.spec.ts › twice', '0.9 s  a.test.ts › long']);
});

test('a runner without a report, or without a test where one was to be, has failed', () => {
  const nothing = { passed: 0, failed: 1, remarks: ['failed: no test ran to its end (exit code 0)'] };
  expect(countOf(null, 0)).toEqual(nothing);
  expect(countOf(null, 0, { mayBeEmpty: true })).toEqual(nothing);
  expect(countOf(vitestOutcomes({}, '/p', all), 0)).toEqual(nothing);
  expect(countOf([], 0, { mayBeEmpty: true })).toEqual({ passed: 0, failed: 0, remarks: [] });
  expect(countOf([], 1, { mayBeEmpty: true })).toMatchObject({ passed: 0, failed: 1 });
});

test('an exit code that the report does not explain is a failure', () => {
  const one = { outcome: 'passed', name: 'a' } as const;
  const remarks = ['failed: no test, but the run itself (exit code 1)'];
  expect(countOf([one], 1)).toEqual({ passed: 1, failed: 1, remarks });
  expect(countOf([one, { outcome: 'failed', name: 'b' }], 1)).toEqual({ passed: 1, failed: 1, remarks: ['failed: b'] });
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
