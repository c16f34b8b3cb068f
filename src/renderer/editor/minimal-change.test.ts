import { Text } from '@codemirror/state';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { minimalChange, textChange } from './minimal-change.ts';

function applyChange(text: string, after: string): string {
  const change = minimalChange(text, after);
  return change ? text.slice(0, change.from) + change.insert + text.slice(change.to) : text;
}

describe('the change for a reload', () => {
  it('gives the new text, for any two texts', () => {
    const piece = fc.constantFrom('a', 'b', '\n', '😀', '😁');
    const text = fc.array(piece, { maxLength: 12 }).map((parts) => parts.join(''));
    fc.assert(fc.property(text, text, (before, after) => applyChange(before, after) === after));
  });

  it('is the same for texts of the editor', () => {
    const line = fc.constantFrom('', 'a', 'ab', 'b😀', 'b😁');
    const lines = fc.array(line, { minLength: 1, maxLength: 100 });
    fc.assert(
      fc.property(lines, lines, lines, (start, middle, end) => {
        const [before, after] = [Text.of([...start, ...end]), Text.of([...start, ...middle, ...end])];
        for (const [one, other] of [
          [before, after],
          [after, before],
        ] as const) {
          const change = textChange(one, other);
          expect(change && { ...change, insert: change.insert.toString() }).toEqual(
            minimalChange(one.toString(), other.toString()),
          );
        }
      }),
    );
  });

  it('touches only what differs', () => {
    expect(minimalChange('one two three', 'one 2 three')).toEqual({ from: 4, to: 7, insert: '2' });
    expect(minimalChange('ab', 'aab')).toEqual({ from: 1, to: 1, insert: 'a' });
    expect(minimalChange('aaa', 'aa')).toEqual({ from: 2, to: 3, insert: '' });
  });

  it('does not cut a character in two', () => {
    expect(minimalChange('x😀y', 'x😁y')).toEqual({ from: 1, to: 3, insert: '😁' });
  });

  it('is none for equal texts', () => {
    expect(minimalChange('same', 'same')).toBeNull();
  });
});
