import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { minimalChange } from './minimal-change.ts';

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
