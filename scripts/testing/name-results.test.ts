import { expect, test } from 'vitest';
import { namePlaywright, nameVitest } from './name-results.mjs';

test('unit tests: what failed, what was skipped and what was repeated is named with why', () => {
  const why = '\u001b[31mError: no\u001b[0m\n    at a.ts:1';
  const assertionResults = [
    { fullName: 'simply passes', status: 'passed', failureMessages: [] },
    { fullName: 'fails', status: 'failed', failureMessages: [why] },
    { fullName: 'is skipped', status: 'skipped' },
    { fullName: 'is late', status: 'passed', failureMessages: [why] },
  ];
  expect(nameVitest({ testResults: [{ name: '/p/src/a.test.ts', status: 'failed', assertionResults }] }, '/p')).toEqual(
    [
      'failed: src/a.test.ts › fails: Error: no | at a.ts:1',
      'skipped: src/a.test.ts › is skipped',
      'flaky: src/a.test.ts › is late: Error: no | at a.ts:1',
    ],
  );
});

test('unit tests: a file that did not load is named', () => {
  const file = { name: '/p/src/a.test.ts', status: 'failed', message: 'SyntaxError', assertionResults: [] };
  expect(nameVitest({ testResults: [file] }, '/p')).toEqual(['failed: src/a.test.ts › the file itself: SyntaxError']);
});

test('end-to-end tests: those of inner suites too, and errors outside of them', () => {
  const results = [{ errors: [{ message: 'Timeout\nmore' }] }, { errors: [] }];
  const specs = [
    { title: 'passes', tests: [{ status: 'expected', results: [] }] },
    { title: 'is late', tests: [{ status: 'flaky', results }] },
  ];
  const inner = { file: 'a.spec.ts', specs: [{ title: 'fails', tests: [{ status: 'unexpected', results }] }] };
  expect(
    namePlaywright({ suites: [{ file: 'a.spec.ts', specs, suites: [inner] }], errors: [{ message: 'no config' }] }),
  ).toEqual([
    'flaky: a.spec.ts › is late: Timeout | more',
    'failed: a.spec.ts › fails: Timeout | more',
    'failed: outside of the tests: no config',
  ]);
});

test('a report of another shape is not named', () => {
  expect(nameVitest({}, '/p')).toEqual([]);
  expect(namePlaywright({})).toEqual([]);
});
