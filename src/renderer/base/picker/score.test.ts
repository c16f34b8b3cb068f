import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rank, Searchable } from './score.ts';

const files = [
  'src/app/App.tsx',
  'src/app/paths.ts',
  'docs/parser.md',
  'src/parser.ts',
  'src/parser.test.ts',
  'package.json',
];
const matchOf = (text: string, query: string) => rank([text], (one) => one, query, 1)[0]?.match;
const best = (query: string) => rank(files, (file) => file, query, 10).map(({ item }) => item);

describe('quick open', () => {
  it('finds characters in their order, and nothing else', () => {
    expect(matchOf('src/parser.ts', 'prs')?.positions).toEqual([4, 6, 7]);
    expect(matchOf('src/parser.ts', 'srp')).toBeDefined();
    expect(matchOf('src/parser.ts', 'zz')).toBeUndefined();
    expect(matchOf('src/parser.ts', 'stp')).toBeUndefined();
  });

  it('prefers the name of a file to its directories, and a whole word to scattered letters', () => {
    expect(best('parser')[0]).toBe('src/parser.ts');
    expect(best('app')[0]).toBe('src/app/App.tsx');
    expect(best('pack')[0]).toBe('package.json');
    expect(best('parsertest')).toEqual(['src/parser.test.ts']);
  });

  it('prefers a name that holds the query to a directory that does', () => {
    const order = rank(['parser/zz.ts', 'lib/zzparser.ts'], (file) => file, 'parser', 2);
    expect(order.map(({ item }) => item)).toEqual(['lib/zzparser.ts', 'parser/zz.ts']);
  });

  it('prefers characters together to the same ones at beginnings of words', () => {
    const order = rank(['a-b-c', 'abc-x'], (file) => file, 'abc', 2);
    expect(order.map(({ item }) => item)).toEqual(['abc-x', 'a-b-c']);
  });

  it('takes a path with either separator, and ignores spaces and case', () => {
    expect(best('app/pa')[0]).toBe('src/app/paths.ts');
    expect(best('APP\\ pa')[0]).toBe('src/app/paths.ts');
    expect(matchOf('src\\app\\paths.ts', 'app/pa')).toBeDefined();
  });

  it('takes letters with their marks, together or apart, in the query and in the text', () => {
    const [together, apart] = ['übé.md', 'übé.md'.normalize('NFD')];
    for (const query of [together, apart]) {
      expect(matchOf(together, query)?.positions).toEqual([0, 1, 2, 3, 4, 5]);
      // Of the text as it is shown.
      expect(matchOf(apart, query)?.positions).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    }
    expect(matchOf(apart, 'bm')?.positions).toEqual([2, 6]);
    // A character of two units stands before it.
    expect(matchOf(`😀${apart}`, 'bm')?.positions).toEqual([4, 8]);
  });

  it('keeps the order and the limit when nothing is asked for', () => {
    expect(rank(files, (file) => file, '', 2).map(({ item }) => item)).toEqual(files.slice(0, 2));
  });

  it('finds by each key what it finds when asked for the whole query at once', () => {
    const letters = fc.constantFrom(...'ab/ .-B\\');
    const text = fc.string({ unit: letters, maxLength: 12 });
    fc.assert(
      fc.property(fc.array(text, { maxLength: 20 }), fc.array(text, { maxLength: 6 }), (texts, queries) => {
        const searchable = new Searchable(texts, (one) => one);
        // Typed, taken back, and typed anew.
        for (const query of queries) {
          for (let end = 0; end <= query.length; end += 1) {
            const typed = query.slice(0, end);
            expect(searchable.rank(typed, 5)).toEqual(rank(texts, (one) => one, typed, 5));
          }
        }
      }),
    );
  });

  it('matches every text by any of its own subsequences', () => {
    const text = fc.string({ minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(text, fc.array(fc.boolean(), { minLength: 20, maxLength: 20 }), (whole, taken) => {
        const query = [...whole].filter((_, index) => taken[index]).join('');
        return matchOf(whole, query) !== undefined;
      }),
    );
  });
});
