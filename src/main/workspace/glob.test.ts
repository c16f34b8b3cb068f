import fc from 'fast-check';
import picomatch from 'picomatch';
import { describe, expect, test } from 'vitest';
import { lengthOf } from '../../shared/testing/soak.ts';
import { compileGlobs, isGlob } from './glob.ts';

function isMatch(glob: string | readonly string[], path: string, isCaseSensitive = true): boolean {
  const compiled = compileGlobs([glob].flat(), isCaseSensitive);
  if (!compiled) return false;
  return compiled.isMatch(path.split('/').reduce((state, name) => compiled.step(state, name), compiled.start));
}

describe('a glob', () => {
  test.each([
    ['**/*.rs', 'a.rs', true],
    ['**/*.rs', 'src/deep/a.rs', true],
    ['**/*.rs', 'src/a.rs/b', false],
    ['src/**', 'src/a/b', true],
    ['src/**', 'src', false],
    ['**', 'src', true],
    ['src/**/test/*.ts', 'src/test/a.ts', true],
    ['src/**/test/*.ts', 'src/x/y/test/a.ts', true],
    ['*.json', 'sub/a.json', false],
    ['*.json', '.hidden.json', true],
    ['{package,tsconfig}.json', 'tsconfig.json', true],
    ['**/{a,b/{c,d}}.x', 'z/b/d.x', true],
    ['file-[0-9][!a].txt', 'file-1b.txt', true],
    ['file-[0-9][!a].txt', 'file-1a.txt', false],
    ['a?c', 'abc', true],
    ['a?c', 'a\u{1F600}c', true],
    ['a*b*c', 'aXbXbXc', true],
    ['a*b*c', 'aXcXb', false],
    ['a[b', 'a[b', true],
    ['a{b', 'a{b', true],
  ])('%j says whether it matches %j: %j', (glob, path, expected) => {
    expect(isMatch(glob, path)).toBe(expected);
  });

  test('goes by the system in upper and lower case', () => {
    expect(isMatch('Cargo.*', 'cargo.TOML', false)).toBe(true);
    expect(isMatch('Cargo.*', 'cargo.TOML', true)).toBe(false);
  });

  test('matches what another implementation of globs matches', { tags: ['search'] }, () => {
    const name = fc.string({ unit: fc.constantFrom('a', 'b', '.'), minLength: 1, maxLength: 3 });
    const piece = fc.constantFrom('a', 'b', '.', '*', '?', '[ab]', '[^a]', '{a,b}', '{ab,b.}');
    const part = fc.oneof(
      { weight: 3, arbitrary: fc.array(piece, { minLength: 1, maxLength: 3 }).map((pieces) => pieces.join('')) },
      { weight: 1, arbitrary: fc.constant('**') },
    );
    const isPlain = (text: string): boolean => !text.split('/').some((one) => one === '.' || one === '..');
    let matched = 0;
    fc.assert(
      fc.property(
        fc.array(part, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('/')),
        fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join('/')),
        (glob, path) => {
          // Where the other one joins stars, ends with them or takes "." for a folder, it has rules of its own.
          fc.pre(isPlain(path) && isPlain(glob) && !/\*\*\*|[^/]\*\*|\*\*[^/]|\*\*$|\*\.\*/.test(glob));
          const expected = picomatch.isMatch(path, glob, { dot: true, noextglob: true });
          if (expected) matched++;
          expect(isMatch(glob, path)).toBe(expected);
        },
      ),
      { numRuns: lengthOf(500, 4000) },
    );
    expect(matched).toBeGreaterThan(lengthOf(5, 50));
  });

  test('made to take for ever comes to an end', () => {
    expect(isMatch(`${'*a'.repeat(60)}*b`, 'a'.repeat(255))).toBe(false);
    expect(isMatch(`${'**/a/'.repeat(60)}b`, `${'a/'.repeat(300)}c`)).toBe(false);
    expect(isMatch(`${'{a,b}'.repeat(60)}c`, 'a'.repeat(60))).toBe(false);
    expect(isMatch(Array<string>(5000).fill('**/*a*b*c'), `${'ab'.repeat(100)}/x`)).toBe(false);
  });

  test('of nothing, or far too long, is none', () => {
    expect(compileGlobs([], true)).toBeNull();
    expect(compileGlobs(['*'.repeat(501)], true)).toBeNull();
  });

  test('is told from a path', () => {
    expect(['Cargo.toml', 'a/b-c', '.git'].some(isGlob)).toBe(false);
    expect(['*.x', 'a?', '{a}', '[a]'].every(isGlob)).toBe(true);
  });
});
