import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lengthOf } from '../../../../src/shared/testing/soak.ts';
import { threadTime } from '../../../../src/shared/testing/thread-time.ts';
import { applyEdit } from '../exact-edit.js';

const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\n', '\r\n', 'ä'), maxLength: 40 });
const plain = (value: string) => value.replaceAll('\r\n', '\n');

function edited(...[of, edit]: Parameters<typeof applyEdit>) {
  const result = applyEdit(of, edit);
  if ('problem' in result) throw new Error(result.problem);
  return result.text;
}

/** Number of occurrences of a text, including overlapping ones. */
const countOf = (part: string, of: string) => [...of].filter((_, at) => of.startsWith(part, at)).length;

describe('an exact edit', () => {
  it('is a plain replacement, whatever the line ends', { tags: ['search'] }, () => {
    fc.assert(
      fc.property(text, text, text, fc.boolean(), (before, old, after, all) => {
        fc.pre(old !== '');
        const result = applyEdit(before, { old, new: after, all });
        const count = countOf(plain(old), plain(before));
        expect('text' in result).toBe(all ? count > 0 : count === 1);
        if (!('text' in result)) return;
        expect(plain(result.text)).toBe(plain(before).split(plain(old)).join(plain(after)));
      }),
      { numRuns: lengthOf(370, 3000) },
    );
  });

  it('keeps the line ends of all that it does not replace, and takes those of the place', () => {
    const file = 'one\r\ntwo\nthree\r\nfour\r\n';
    expect(edited(file, { old: 'one', new: 'a\nb', all: false })).toBe('a\r\nb\r\ntwo\nthree\r\nfour\r\n');
    expect(edited(file, { old: 'two\nthree', new: 'x\ny\nz', all: false })).toBe('one\r\nx\ny\nz\r\nfour\r\n');
    expect(edited(file, { old: 'three\nfour', new: 'x\ny', all: false })).toBe('one\r\ntwo\nx\r\ny\r\n');
    expect(edited('a\nb\n', { old: 'a\r\nb', new: 'c\r\nd', all: false })).toBe('c\nd\n');
    fc.assert(
      fc.property(text, text, (head, tail) => {
        expect(edited(`${head}#${tail}`, { old: '#', new: '', all: false })).toBe(head + tail);
      }),
    );
  });

  it('names the lines that it edited', () => {
    expect(applyEdit('a\nb\na a\r\na', { old: 'a', new: 'c', all: true })).toMatchObject({ lines: [1, 3, 4] });
  });

  it('fills an empty file', () => {
    expect(edited('', { old: '', new: 'x\n', all: false })).toBe('x\n');
  });
});

describe('an edit that cannot be made says why', () => {
  const problem = (...[of, edit]: Parameters<typeof applyEdit>) => (applyEdit(of, edit) as { problem: string }).problem;
  const file = 'function one() {\n  return 1;\n}\n\nfunction two() {\n  return 2;\n}\n';

  it('when the text is there several times, also over itself', () => {
    expect(problem(file, { old: 'return', new: 'x', all: false })).toBe(
      '"old" is there 2 times, at lines 2, 6. Give more of the lines around it, or "all": true.',
    );
    expect(problem('aaa', { old: 'aa', new: 'b', all: false })).toContain('2 times');
    expect(problem('x\n'.repeat(50), { old: 'x', new: '', all: false })).toContain(
      'at lines 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 …',
    );
  });

  it('when nothing is to be replaced', () => {
    expect(problem('a', { old: '', new: 'x', all: true })).toContain('"old" is empty');
  });

  it('with the nearest lines', () => {
    expect(problem(file, { old: 'function two() {\n    return 2;\n}', new: '', all: false })).toBe(
      '"old" is not there. Only the white space differs. These lines are there:\n\n5\tfunction two() {\n6\t  return 2;\n7\t}',
    );
    expect(problem(file, { old: 'function two(a) {\n  return 2;', new: '', all: false })).toBe(
      '"old" is not there. The nearest lines are:\n\n5\tfunction two() {\n6\t  return 2;',
    );
    expect(problem(file, { old: 'class Z extends Q', new: '', all: false })).toContain('Nothing like it');
    expect(problem(file, { old: '2\t  return 1;', new: '', all: false })).toContain('Leave out the line numbers');
  });

  it('quickly in a long file', { tags: ['soak'] }, async () => {
    const long = Array.from({ length: 40_000 }, (_, line) => `  const value${line} = compute(${line % 97});`).join(
      '\n',
    );
    const old = Array.from({ length: 60 }, (_, line) => `  const other${line} = compute(0);`).join('\n');
    const time = await threadTime(() => expect(problem(long, { old, new: '', all: false })).toContain('nearest'));
    expect(time).toBeLessThan(2000);
  });
});
