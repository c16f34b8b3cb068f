/** @module-tag search */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lengthOf } from '../testing/soak.ts';
import type { LinkTarget, PathPlatform } from './link-target.ts';
import vectors from './links.vectors.json' with { type: 'json' };
import { parseLink } from './parse-link.ts';

interface Vector {
  readonly input: string;
  readonly platform: PathPlatform;
  readonly label?: string;
  readonly expect: LinkTarget | null;
}

const vector = fc.constantFrom(...(vectors as Vector[]));
const parse = (input: string, { platform, label }: Vector) =>
  parseLink(input, { platform, ...(label !== undefined && { label }) });

test('blanks around an address, and capitals in its scheme and its fragment, change nothing', () => {
  const check = (known: Vector) => {
    expect(parse(` ${known.input}\n`, known)).toEqual(known.expect);
    const loud = known.input
      .replace(/^(file|outrigger|zed):/, (scheme) => scheme.toUpperCase())
      .replace(/#L(?=\d)/, '#l');
    expect(parse(loud, known)).toEqual(known.expect);
  };
  fc.assert(fc.property(vector, check), { numRuns: lengthOf(60, 500) });
});

test('a place written in any of its forms is the same place', () => {
  const line = fc.integer({ min: 1, max: 99_999 });
  const check = (first: number, length: number, column: number) => {
    const last = first + length;
    const range = { kind: 'file', path: '/p/a.ts', line: first, endLine: last };
    for (const fragment of [`L${first}-L${last}`, `L${first}-${last}`, `l${first}-l${last}`, `L${last}-L${first}`]) {
      expect(parseLink(`file:///p/a.ts#${fragment}`, { platform: 'posix' })).toEqual(range);
      expect(parseLink(`/p/a.ts#${fragment}`, { platform: 'posix' })).toEqual(range);
    }
    const place = { kind: 'file', path: '/p/a.ts', line: first, column };
    for (const link of [
      `/p/a.ts#L${first}C${column}`,
      `/p/a.ts:${first}:${column}`,
      `/p/a.ts?column=${column}#L${first}`,
    ]) {
      expect(parseLink(link, { platform: 'posix' })).toEqual(place);
      expect(parseLink(`file://${link}`, { platform: 'posix' })).toEqual(place);
    }
    const label = `@a.ts (${first}:${column})`;
    expect(parseLink(`file:///p/a.ts#L${first}:${column}`, { platform: 'posix', label })).toEqual(place);
  };
  fc.assert(fc.property(line, fc.nat(500), line, check), { numRuns: lengthOf(60, 500) });
});

test('one character more or less never makes another kind of program run or another host be reached', () => {
  const check = (known: Vector, at: number, character: string) => {
    const cut = at % (known.input.length + 1);
    const changed = known.input.slice(0, cut) + character + known.input.slice(cut);
    const target = parse(changed, known);
    if (target?.kind === 'web') expect(target.url).toMatch(/^(https?:\/\/|mailto:)/i);
    if (target && 'path' in target) expect(target.path).not.toMatch(/^(javascript|data|vbscript|vscode):/i);
  };
  const character = fc.constantFrom(
    '',
    ':',
    '/',
    '\\',
    '#',
    '?',
    '%',
    '@',
    '(',
    ')',
    '[',
    ' ',
    '.',
    '\u202e',
    '\0',
    'é',
  );
  fc.assert(fc.property(vector, fc.nat(), character, check), { numRuns: lengthOf(620, 5000) });
});
