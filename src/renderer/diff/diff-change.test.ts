import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lengthOf } from '../../shared/testing/soak.ts';
import { diffTexts } from '../../shared/text-diff.ts';
import { acceptedText, type DiffChange, rejectedText } from './diff-change.ts';
import { patchHunks, textHunks } from './patch-hunks.ts';

const changesOf = (before: string, after: string): DiffChange[] =>
  textHunks(before, after)
    .flat()
    .flatMap(({ change }) => (change ? [change] : []));

test('one change is accepted or rejected, and the other stays', () => {
  const [before, after] = ['one\ntwo\nthree\nfour\nfive', 'one\n2\nthree\nfour\n5\n'];
  const [first, second] = changesOf(before, after);
  if (!first || !second) throw new Error('There are not two changes.');
  expect(acceptedText(before, after, first)).toBe('one\n2\nthree\nfour\nfive');
  expect(rejectedText(before, after, first)).toBe('one\ntwo\nthree\nfour\n5\n');
  expect(acceptedText(before, after, second)).toBe('one\ntwo\nthree\nfour\n5\n');
  expect(rejectedText(before, after, second)).toBe('one\n2\nthree\nfour\nfive');
});

test('what is too different to be compared is one change, also where it only adds', () => {
  const [before, after] = ['one\ntwo\n', 'one\nnew\ntwo\n'];
  // As `diffTexts` writes it when its time is over.
  expect(diffTexts(before, after, undefined, -1).patch).toBe('@@ -1,0 +2,1 @@\n+new\n');
  const [hunk = []] = patchHunks('@@ -1,0 +2,1 @@\n+new\n');
  const change = hunk[0]?.change;
  expect(change && acceptedText(before, after, change)).toBe(after);
  expect(change && rejectedText(before, after, change)).toBe(before);
});

test('change by change, in any order, all accepted is the text after, all rejected the one before', {
  tags: ['search'],
}, () => {
  const text = fc
    .array(fc.constantFrom('', 'a', 'b', 'two words', 'd'), { maxLength: 30 })
    .map((all) => all.join('\n'));
  fc.assert(
    fc.property(text, text, fc.nat(5), (before, after, which) => {
      let [accepted, rejected] = [before, after];
      for (let round = 0; round < 50; round++) {
        const left = changesOf(accepted, after);
        const change = left[which % left.length];
        if (change) accepted = acceptedText(accepted, after, change);
        const right = changesOf(before, rejected);
        const other = right[which % right.length];
        if (other) rejected = rejectedText(before, rejected, other);
      }
      expect(accepted).toBe(after);
      expect(rejected).toBe(before);
    }),
    { numRuns: lengthOf(250, 2000) },
  );
});
