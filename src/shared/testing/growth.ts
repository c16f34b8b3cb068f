import { threadTime } from './thread-time.ts';

const part = 8;
/** Eight times as much takes eight times as long where time grows with the length, and sixty-four where it grows with its square. */
const maxGrowth = 24;
/** Milliseconds: what takes less is noise. */
const leastTime = 2;
const maxTries = 12;

/**
 * Times `work` for an eighth of a length and for all of it, until a pair or the shortest times of both say that it grows with the
 * length only: what else the computer does, and what the engine tidies up meanwhile, makes a run several times longer.
 * @param length of the longer one; long enough that a step which grows with its square would take some 50 ms
 * @param work what is done for a length
 * @param time milliseconds that it takes
 * @throws when time grows faster, with both times
 */
export async function expectToGrowWithLength(
  length: number,
  work: (length: number) => unknown,
  time = threadTime,
): Promise<void> {
  const timeEighth = () => time(() => work(Math.floor(length / part)));
  const isSlow = (short: number, long: number) => long >= maxGrowth * Math.max(short, leastTime);
  // The first runs are of code that the engine has not made fast yet, and would hide what grows.
  for (let warming = 0; warming < 3; warming += 1) await timeEighth();
  let [shortest, longest] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let tries = 0; tries < maxTries; tries += 1) {
    const eighth = await timeEighth();
    const whole = await time(() => work(length));
    shortest = Math.min(shortest, eighth);
    longest = Math.min(longest, whole);
    if (!isSlow(eighth, whole) || !isSlow(shortest, longest)) return;
  }
  throw new Error(`An eighth of the length takes ${shortest} ms, and all of it ${longest} ms.`);
}

/** The same for a text, which is made of one piece again and again. */
export async function expectToGrowWithText(
  length: number,
  pieces: readonly string[],
  work: (text: string) => unknown,
  time = threadTime,
): Promise<void> {
  for (const piece of pieces) {
    const onText = (most: number) => work(piece.repeat(Math.floor(most / piece.length)));
    await expectToGrowWithLength(length, onText, time).catch((error: unknown) => {
      throw new Error(`${JSON.stringify(piece)} over and over: ${error instanceof Error ? error.message : error}`);
    });
  }
}
