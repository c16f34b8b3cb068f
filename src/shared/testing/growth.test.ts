import { expect, test } from 'vitest';
import { expectToGrowWithText } from './growth.ts';

/** Fake time that the work returns: real time would make this test flaky. */
const told = async (work: () => unknown) => Number(work());

test('a step that grows with the square of a text is told with its piece, one that grows with its length passes', async () => {
  await expectToGrowWithText(8_000, ['ab', 'c'], ({ length }) => length, told);
  const squared = expectToGrowWithText(8_000, ['ab'], ({ length }) => length ** 2, told);
  await expect(squared).rejects.toThrow(
    '"ab" over and over: An eighth of the length takes 1000000 ms, and all of it 64000000 ms.',
  );
});

test('one slow run is forgiven, be it of the shorter or of the longer text', async () => {
  let run = 0;
  const slowOnce = ({ length }: { length: number }) => (++run === 5 ? length * 1000 : length);
  await expectToGrowWithText(8_000, ['a'], slowOnce, told);
});
