import fc from 'fast-check';
import { expect, test } from 'vitest';
import { expectToGrowWithText } from '../testing/growth.ts';
import { lengthOf } from '../testing/soak.ts';
import type { PathPlatform } from './link-target.ts';
import vectors from './links.vectors.json' with { type: 'json' };
import { parseLink } from './parse-link.ts';
import { parseLiteral } from './parse-literal.ts';

const posix = { platform: 'posix' } as const;

test.each([
  ['src/a#b.ts', { kind: 'file', path: 'src/a#b.ts' }],
  ['src/a#b.ts:12', { kind: 'file', path: 'src/a#b.ts', line: 12 }],
  ['file:///p/a#b.ts#L3-L8', { kind: 'file', path: '/p/a#b.ts', line: 3, endLine: 8 }],
  ['file:///p/a#b.ts#L10', { kind: 'file', path: '/p/a#b.ts', line: 10 }],
  ['file:///p/C#/a%20b.ts', { kind: 'file', path: '/p/C#/a b.ts' }],
  ['src/what?.md', { kind: 'file', path: 'src/what?.md' }],
  ['src/what?.md#L2', { kind: 'file', path: 'src/what?.md', line: 2 }],
  ['src/C#', { kind: 'file', path: 'src/C#' }],
  ['/p/src/#a.ts', { kind: 'file', path: '/p/src/#a.ts' }],
])('%s may be a name with all its signs', (href, target) => {
  expect(parseLiteral(href, posix)).toEqual(target);
});

test('what can be read in one way only has no other', () => {
  for (const href of [
    'src/a.ts',
    'src/a.ts#L10',
    'src/a.ts:12',
    'a%23b.ts',
    'src/a#b.ts#L3-L8',
    '#heading',
    '?a',
    '/p/a.ts?column=5#L3',
    'https://a.test/b?c#d',
    'outrigger:///agent/thread/1?name=a#b',
    'javascript:a?b#c',
    '//host/a#b',
  ]) {
    expect(parseLiteral(href, posix), href).toBeNull();
  }
});

test('a place that was read stays one', () => {
  for (const { input, platform, expect: target } of vectors) {
    if (target === null || !('path' in target) || 'line' in target)
      expect(parseLiteral(input, { platform: platform as PathPlatform }), input).toBeNull();
  }
});

test('it names a path where the usual reading names one, and reaches no other machine', { tags: ['search'] }, () => {
  const piece = fc.oneof(
    fc.constantFrom('file:', '//', '/', '\\', 'C:', '#L3', '#', '?', '%', '%23', ':4', 'a.ts', 'host', '\0', 'http:'),
    fc.string({ maxLength: 4 }),
  );
  const check = (pieces: string[], platform: PathPlatform) => {
    const href = pieces.join('');
    const literal = parseLiteral(href, { platform });
    if (!literal) return;
    const usual = parseLink(href, { platform });
    expect(literal.path).not.toMatch(/\p{Cc}/u);
    expect(usual && 'path' in usual).toBe(true);
    const server = (path: string) => /^\\\\[^\\]*/.exec(path)?.[0];
    if (platform === 'win32' && usual && 'path' in usual) expect(server(literal.path)).toBe(server(usual.path));
  };
  const platforms = fc.constantFrom<PathPlatform>('posix', 'win32');
  fc.assert(fc.property(fc.array(piece, { maxLength: 10 }), platforms, check), { numRuns: lengthOf(620, 5000) });
});

test('it is read in time that grows with its length only', { tags: ['soak'] }, async () => {
  await expectToGrowWithText(8000, ['#', '?', '#L1', '?a=', '%3A', ':1', '#?'], (text) => {
    for (const start of ['', '/p/', 'file:///']) parseLiteral(start + text, posix);
  });
});
