import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { expectToGrowWithText } from '../testing/growth.ts';
import { lengthOf } from '../testing/soak.ts';
import { formatLink } from './format-link.ts';
import type { LinkTarget, PathPlatform } from './link-target.ts';
import vectors from './links.vectors.json' with { type: 'json' };
import { parseLink } from './parse-link.ts';

interface Vector {
  readonly input: string;
  readonly platform: PathPlatform;
  readonly label?: string;
  readonly expect: LinkTarget | null;
}

const platforms = fc.constantFrom<PathPlatform>('posix', 'win32');
const address = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }),
  fc
    .array(
      fc.oneof(
        fc.constantFrom(
          'file:',
          '//',
          '/',
          '\\',
          'C:',
          '#L',
          ':',
          '3',
          '42',
          '-',
          '?symbol=',
          '?column=',
          '%',
          '%2e',
          '.',
          '#',
        ),
        fc.string({ maxLength: 4 }),
      ),
      { maxLength: 12 },
    )
    .map((pieces) => pieces.join('')),
);

describe('parseLink', () => {
  test.each(vectors as Vector[])('reads $input on $platform', ({ input, platform, label, expect: expected }) => {
    expect(parseLink(input, { platform, ...(label !== undefined && { label }) })).toEqual(expected);
  });

  test('what it gives is null or one of the harmless kinds, for any text', { tags: ['search'] }, () => {
    const check = (href: string, platform: PathPlatform, label: string) => {
      const target = parseLink(href, { platform, label });
      if (target?.kind === 'web') expect(target.url).toMatch(/^(https?:\/\/|mailto:)/i);
      if (target && 'path' in target) {
        expect(target.path).not.toMatch(/\p{Cc}/u);
        expect(target.path).not.toBe('');
      }
      if (target && 'line' in target) expect(target.line).toBeGreaterThan(0);
      if (target && 'endLine' in target) expect(target.endLine).toBeGreaterThanOrEqual(target.line ?? Infinity);
    };
    fc.assert(fc.property(address, platforms, fc.string(), check), { numRuns: lengthOf(620, 5000) });
  });

  test('formatting what was parsed and parsing it again gives the same target', { tags: ['search'] }, () => {
    const check = (href: string, platform: PathPlatform, label: string) => {
      const target = parseLink(href, { platform, label });
      fc.pre(target !== null);
      expect(parseLink(formatLink(target, { platform }), { platform, label })).toEqual(target);
    };
    fc.assert(fc.property(address, platforms, fc.string(), check), { numRuns: lengthOf(620, 5000) });
  });

  test('every target that can be shown survives formatting', { tags: ['search'] }, () => {
    const name = fc
      .string({ unit: 'grapheme', minLength: 1 })
      .filter((text) => !/[\p{Cc}\p{Cs}\u2028\u2029/\\:]/u.test(text));
    const segment = name.filter((text) => text !== '.' && text !== '..');
    const line = fc.integer({ min: 1, max: 999_999_999 });
    const relative = fc.array(segment, { minLength: 1, maxLength: 4 });
    const path = fc
      .tuple(fc.constantFrom('', '/', './', '../'), relative)
      .map(([start, parts]) => start + parts.join('/'));
    const file = fc.oneof(
      fc.record({ kind: fc.constant('file' as const), path }),
      fc.record({ kind: fc.constant('file' as const), path, line }),
      fc.record({ kind: fc.constant('file' as const), path, line, column: line }),
      fc.tuple(path, line, line).map(([p, a, b]) => ({
        kind: 'file' as const,
        path: p,
        line: Math.min(a, b),
        endLine: Math.max(a, b),
      })),
    );
    const target: fc.Arbitrary<LinkTarget> = fc.oneof(
      file,
      path.map((p) => ({ kind: 'directory' as const, path: `${p}/` })),
      fc.record({ kind: fc.constant('symbol' as const), path, name, line }),
      fc.record({ kind: fc.constant('thread' as const), id: fc.stringMatching(/^[A-Za-z0-9_-]{1,40}$/), name }),
    );
    fc.assert(
      fc.property(target, fc.string(), (value, label) => {
        const href = formatLink(value, { platform: 'posix' });
        expect(href).not.toMatch(/[\s()<>]/);
        expect(parseLink(href, { platform: 'posix', label })).toEqual(value);
      }),
      { numRuns: lengthOf(250, 2000) },
    );
  });

  test('an address that is longer than any place is none', () => {
    expect(parseLink(`/p/${'a'.repeat(9000)}`, { platform: 'posix' })).toBeNull();
  });

  test('an address of the longest kind is read in time that grows with its length only', {
    tags: ['soak'],
  }, async () => {
    const hostile = [':1', '.b', '-', ' ', '%2e', '/..', '1:', 'a.', '(1:1)', '#L1', '\\\\', '@'];
    await expectToGrowWithText(8000, hostile, (long) => {
      for (const text of [long, `file:///${long}`, `a${long}:x`, `mailto:${long}`, `https://${long}`]) {
        parseLink(text, { platform: 'win32', label: long });
        parseLink(text, { platform: 'posix', label: long });
      }
    });
  });
});

test('elsewhere than on Windows a letter between slashes is a folder, and a backslash a letter of a name', () => {
  expect(parseLink('/c/work/a.ts', { platform: 'posix' })).toEqual({ kind: 'file', path: '/c/work/a.ts' });
  const named = { kind: 'file', path: 'src\\a.ts' } as const;
  expect(parseLink('src\\a.ts', { platform: 'posix' })).toEqual(named);
  expect(parseLink(formatLink(named, { platform: 'posix' }), { platform: 'posix' })).toEqual(named);
});
