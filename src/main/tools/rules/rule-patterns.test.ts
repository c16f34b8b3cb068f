import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { expectToGrowWithText } from '../../../shared/testing/growth.ts';
import {
  asCommandPattern,
  fitsCommand,
  fitsPath,
  fitsTool,
  fitsUrl,
  isUsableGlob,
  toolPattern,
} from './rule-patterns.ts';

const inside = (path: string) => [path, `/p/${path}`] as const;

describe('a pattern of paths', () => {
  test.each<[pattern: string, path: string, narrow: boolean, wide: boolean]>([
    ['src/a.ts', 'src/a.ts', true, true],
    ['src/**', 'src/deep/a.ts', true, true],
    ['src/**', 'src', false, false],
    ['src/*.ts', 'src/deep/a.ts', false, false],
    ['**', 'any/thing', true, true],
    ['src', 'src/a.ts', false, true],
    ['src/', 'src/a.ts', false, true],
    ['**/.env', 'deep/.env', true, true],
    ['SRC/**', 'src/a.ts', false, true],
    ['é.ts', 'e\u0301.ts', true, true],
    ['/p/src/**', 'src/a.ts', false, true],
  ])(
    '%j for %j fits narrowly, which allowing takes: %s; and widely, which denying takes: %s',
    (pattern, path, narrow, wide) => {
      expect(fitsPath(pattern, ...inside(path), 'wide')).toBe(wide);
      if (process.platform === 'linux') expect(fitsPath(pattern, ...inside(path), 'narrow')).toBe(narrow);
    },
  );

  test('of the folder allows nothing outside it, and denies there what it begins with "**" for', () => {
    const outside = ['/etc/key.pem', '/etc/key.pem'] as const;
    expect(fitsPath('**', ...outside, 'narrow')).toBe(false);
    expect(fitsPath('etc/**', ...outside, 'narrow')).toBe(false);
    expect(fitsPath('/etc/**', ...outside, 'narrow')).toBe(true);
    expect(fitsPath('**/*.pem', ...outside, 'wide')).toBe(true);
    expect(fitsPath('etc/**', ...outside, 'wide')).toBe(false);
  });

  test('that cannot be read denies, and never allows', () => {
    for (const pattern of ['{a,b}'.repeat(7), 'x'.repeat(501)]) {
      expect(isUsableGlob(pattern)).toBe(false);
      expect(fitsPath(pattern, ...inside('a'), 'wide')).toBe(true);
      expect(fitsPath(pattern, ...inside('a'), 'narrow')).toBe(false);
    }
    expect(isUsableGlob('{a,b,c}/{d,e}/*')).toBe(true);
  });
});

describe('a pattern of commands', () => {
  test.each<[pattern: string, text: string, fits: boolean]>([
    ['npm test', 'npm test', true],
    ['npm test', 'npm test x', false],
    ['npm test', 'xnpm test', false],
    ['npm test *', 'npm test', true],
    ['npm test *', 'npm test a b', true],
    ['npm test *', 'npm tests', false],
    ['npm*', 'npmx', true],
    ['git * --stat', 'git log -3 --stat', true],
    ['echo \\*', 'echo *', true],
    ['echo \\*', 'echo x', false],
    ['echo \\*', 'echo', false],
    ["echo 'a b'", "echo 'a b'", true],
    ['*', '', true],
    ['a*b*c', 'a\nb\nc', true],
  ])('%j fits %j: %s', (pattern, text, fits) => expect(fitsCommand(pattern, text)).toBe(fits));

  test('made of a text fits it and nothing else', () => {
    const text = fc
      .string({ unit: fc.constantFrom('a', '*', '\\', ' ', "'", 'é'), maxLength: 8 })
      .map((one) => `x${one}x`);
    fc.assert(fc.property(text, text, (one, other) => fitsCommand(asCommandPattern(one), other) === (one === other)));
  });

  test('takes time that grows with the length of a line only', { tags: ['soak'] }, async () => {
    await expectToGrowWithText(10_000, ['a'], (text) => fitsCommand('*a'.repeat(500), `${text}b`));
    // As long as the spellings of a line may be, with as many rules as a person may have.
    await expectToGrowWithText(180_000, ['a b; c d '], (text) => {
      for (let n = 0; n < 100; n += 1) fitsCommand(`*evil${n}* -rf *`, text);
    });
  });
});

describe('a pattern of addresses', () => {
  test.each<[pattern: string, url: string, narrow: boolean, wide: boolean]>([
    ['a.com', 'https://a.com/x', true, true],
    ['A.com', 'https://a.COM/x', true, true],
    ['a.com', 'https://a.com.evil.com', false, false],
    ['a.com', 'https://b.a.com', false, false],
    ['a.com', 'https://a.com./', true, true],
    ['a.com', 'https://a.com:8443/', false, true],
    ['a.com:8443', 'https://a.com:8443/', true, true],
    ['a.com:443', 'https://a.com/', true, true],
    ['*.a.com', 'https://b.a.com', true, true],
    ['*.a.com', 'https://a.com', false, false],
    ['*.a.com', 'https://xa.com', false, false],
    ['*', 'https://a.com', true, true],
    ['https://a.com/docs/', 'https://a.com/docs/x', true, true],
    ['https://a.com/docs/', 'https://a.com/docs/../x', false, false],
    ['https://a.com/docs/', 'https://a.com/docs/%2e%2e/x', false, false],
    ['https://a.com', 'https://a.com.evil.com/', false, false],
    ['https://a.com', 'http://a.com/', false, true],
    ['bücher.de', 'https://xn--bcher-kva.de/', true, true],
    ['not a pattern://', 'https://a.com/', false, true],
    ['https://a.com/admin', 'https://a.com/%61dmin/x', false, true],
    ['https://a.com/admin', 'https://a.com/%2561dmin', false, true],
    ['https://a.com/admin', 'https://a.com//ADMIN', false, true],
    ['https://*.a.com/', 'https://b.a.com/x', false, true],
  ])(
    '%j for %j fits narrowly, which allowing takes: %s; and widely, which denying takes: %s',
    (pattern, url, narrow, wide) => {
      expect([fitsUrl(pattern, new URL(url), 'narrow'), fitsUrl(pattern, new URL(url), 'wide')]).toEqual([
        narrow,
        wide,
      ]);
    },
  );
});

test('a pattern of tools names one, or all of an extension', () => {
  expect(
    ['a:b', 'a:*', 'a:c', '*', 'x:*'].map((pattern) =>
      fitsTool(pattern, { extensionId: 'a', id: 'b', origin: 'bundled' }, 'narrow'),
    ),
  ).toEqual([...[true, true, false, false, false]]);
});

test('a rule that allows a tool follows the folder of its extension, and not its id alone', () => {
  const at = (origin: string) => ({ extensionId: 'a', id: 'b', origin });
  expect(toolPattern(at('bundled'))).toBe('a:b');
  expect(toolPattern(at('/mine/a b'))).toBe('a:b in /mine/a b');
  for (const pattern of ['a:b in /mine/a b', 'a:* in /mine/a b']) {
    expect(fitsTool(pattern, at('/mine/a b'), 'narrow'), pattern).toBe(true);
    for (const other of ['bundled', '/mine/a', '/other']) expect(fitsTool(pattern, at(other), 'narrow')).toBe(false);
  }
  // Without a folder: allows bundled extensions only, and denies every extension with the id.
  expect(['bundled', '/mine'].map((origin) => fitsTool('a:*', at(origin), 'narrow'))).toEqual([true, false]);
  expect(['bundled', '/mine'].map((origin) => fitsTool('a:b', at(origin), 'wide'))).toEqual([true, true]);
});
