import { expect, test } from 'vitest';
import { mostSpans } from '../../../../../shared/contract/languages/highlight-limits.ts';
import { flatSpans } from './flat-spans.ts';

/** @param captured `from to tag` of each, with commas between them @returns spans in the same form */
function flat(captured: string, from = 0, to = 100): string {
  const each = captured.split(', ').map((one) => one.split(' ').map(Number));
  const spans = flatSpans(
    each.map(([start = 0, end = 0, tag = 0]) => ({ from: start, to: end, tag })),
    from,
    to,
  );
  return [...spans].join(' ').replaceAll(/(\d+ \d+ \d+) /g, '$1, ');
}

test.each([
  ['what is within goes over what is around it, which goes on behind it', '0 10 1, 3 5 2', '0 3 1, 3 5 2, 5 10 1'],
  ['of what begins at one place, the later goes over the earlier', '0 4 1, 0 4 2', '0 4 2'],
  ['a longer one that comes later too', '0 4 1, 0 6 2', '0 6 2'],
  ['what lies apart stays apart', '0 2 1, 4 6 1', '0 2 1, 4 6 1'],
  ['the same within the same is one', '0 10 1, 3 5 1', '0 10 1'],
  ['three deep', '0 9 1, 1 8 2, 2 3 3', '0 1 1, 1 2 2, 2 3 3, 3 8 2, 8 9 1'],
])('%s', (_what, captured, spans) => {
  expect(flat(captured)).toBe(spans);
});

test('only what lies in the part that was asked for is there', () => {
  expect(flat('0 10 1, 2 3 2, 8 30 3, 40 50 4', 5, 20)).toBe('5 8 1, 8 20 3');
});

test('there are so many at most', () => {
  const captured = Array.from({ length: mostSpans + 2 }, (_each, at) => ({ from: at, to: at + 1, tag: at % 2 }));
  expect(flatSpans(captured, 0, captured.length)).toHaveLength(mostSpans * 3);
});
