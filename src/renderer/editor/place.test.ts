import { Text } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import { offsetToPlace, placeToSelection } from './place.ts';

const doc = Text.of(['first', 'second line', '', 'last']);

describe('a place in a file', () => {
  it('is 1-based in both directions', () => {
    expect(placeToSelection(doc, { line: 2, column: 3 })).toEqual({ anchor: 8, head: 8 });
    expect(placeToSelection(doc, { line: 1, column: 1 })).toEqual({ anchor: 0, head: 0 });
    expect(placeToSelection(doc, { line: 4 })).toEqual({ anchor: 19, head: 19 });
  });

  it('is clamped to its line and to the file', () => {
    expect(placeToSelection(doc, { line: 2, column: 99 }).head).toBe(17);
    expect(placeToSelection(doc, { line: 3, column: 99 }).head).toBe(18);
    expect(placeToSelection(doc, { line: 99, column: 2 }).head).toBe(20);
    expect(placeToSelection(doc, { line: 0, column: -4 }).head).toBe(0);
    expect(placeToSelection(doc, { line: Number.NaN, column: Number.NaN }).head).toBe(0);
  });

  it('with an end line selects whole lines and keeps the head at the first', () => {
    expect(placeToSelection(doc, { line: 1, endLine: 2 })).toEqual({ anchor: 17, head: 0 });
    expect(placeToSelection(doc, { line: 2, endLine: 1 })).toEqual({ anchor: 17, head: 0 });
    expect(placeToSelection(doc, { line: 2, endLine: 99 })).toEqual({ anchor: 23, head: 6 });
  });

  it('is found again from its offset', () => {
    expect(offsetToPlace(doc, 8)).toEqual({ line: 2, column: 3 });
    expect(offsetToPlace(doc, 23)).toEqual({ line: 4, column: 5 });
  });
});
