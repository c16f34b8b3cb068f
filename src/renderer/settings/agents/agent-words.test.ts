import { expect, test } from 'vitest';
import { formatFoundNode, formatList, formatPlan, splitWords } from './agent-words.ts';

test('a command line is split at spaces that are in no quotes', () => {
  expect(splitWords(` node "/my path/agent.mjs"  --name 'a b' `)).toEqual([
    'node',
    '/my path/agent.mjs',
    '--name',
    'a b',
  ]);
});

test('what an installation would do is said with its size, and whether a hash is compared', () => {
  const plan = { bytes: 42_000_000, packages: 12, hosts: ['a.test'], isChecked: true };
  expect(formatPlan(plan)).toMatch(/^Downloads .*MB in 12 packages from a\.test\. Each file is compared/);
  expect(formatPlan({ ...plan, bytes: null, isChecked: false })).toMatch(/does not tell.* without a hash/);
});

test('the Node.js in the PATH is said with its version, or why it does not run', () => {
  const path = '/usr/bin/node';
  expect(formatFoundNode(null)).toBe('There is none in your PATH.');
  expect(formatFoundNode({ path, version: '20.1.0' })).toBe('The one in your PATH, /usr/bin/node, is 20.1.0.');
  expect(formatFoundNode({ path, version: null, problem: 'it does not answer' })).toContain('run: it does not answer.');
});

test('the age of the list is said in days', () => {
  const day = 24 * 60 * 60 * 1000;
  const list = { at: 0, dropped: [] };
  expect([0, 1, 40].map((days) => formatList(list, days * day))).toEqual([
    expect.stringContaining('made today'),
    expect.stringContaining('made yesterday'),
    expect.stringContaining('40 days ago'),
  ]);
  expect(formatList({ ...list, host: 'a.test' }, day)).toBe('Fetched from a.test yesterday.');
});
