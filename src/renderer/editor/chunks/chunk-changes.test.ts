import { Chunk } from '@codemirror/merge';
import { Text } from '@codemirror/state';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lengthOf } from '../../../shared/testing/soak.ts';
import { acceptedChange, rejectedChange } from './chunk-changes.ts';
import { diffLimits } from './diff-limits.ts';

const textOf = (text: string) => Text.of(text.split('\n'));
const text = fc.array(fc.constantFrom('', 'a', 'b', 'two words', 'd'), { maxLength: 10 }).map((all) => all.join('\n'));
const pick = fc.nat(5);
/** The library finds a chunk now and then in which nothing changes. */
const chunksOf = (before: Text, after: Text) =>
  Chunk.build(before, after, diffLimits).filter(({ changes }) =>
    changes.some(({ fromA, toA, fromB, toB }) => fromA < toA || fromB < toB),
  );

test('one chunk is accepted or rejected, and the other stays', () => {
  const [before, after] = [textOf('one\ntwo\nthree\nfour\nfive\n'), textOf('one\n2\nthree\nfour\n5\n')];
  const [first] = chunksOf(before, after);
  if (!first) throw new Error('There is no chunk.');
  expect(acceptedChange(before, after, first).apply(before).toString()).toBe('one\n2\nthree\nfour\nfive\n');
  expect(rejectedChange(before, after, first).apply(after).toString()).toBe('one\ntwo\nthree\nfour\n5\n');
});

test('chunk by chunk, in any order, all accepted is the text after, all rejected the one before', {
  tags: ['search'],
}, () => {
  fc.assert(
    fc.property(text, text, pick, (one, other, which) => {
      const [before, after] = [textOf(one), textOf(other)];
      let [accepted, rejected] = [before, after];
      for (let round = 0; round < 50; round++) {
        const left = chunksOf(accepted, after);
        const chunk = left[which % left.length];
        if (chunk) accepted = acceptedChange(accepted, after, chunk).apply(accepted);
        const right = chunksOf(before, rejected);
        const other = right[which % right.length];
        if (other) rejected = rejectedChange(before, rejected, other).apply(rejected);
      }
      expect(accepted.toString()).toBe(after.toString());
      expect(rejected.toString()).toBe(before.toString());
    }),
    { numRuns: lengthOf(250, 2000) },
  );
});
