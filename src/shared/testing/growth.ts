import { threadTime } from './thread-time.ts';

const part = 8;
/** Eight times the length takes eight times as long in linear time, and 64 times as long in quadratic time. */
const maxGrowth = 24;
/** Milliseconds; shorter times are noise. */
const leastTime = 2;
const maxTries = 12;

/**
 * Times `work` for an eighth of a length and for the whole, until one pair or the shortest times of both show that
 * time is linear: other load and the garbage collector can make a run several times longer.
 * @param length the whole length; long enough that a quadratic step would take some 50 ms
 * @param work the work for a length
 * @param time measures it in milliseconds
 * @throws if time grows faster, with both times
 */
export async function expectToGrowWithLength(
  length: number,
  work: (length: number) => unknown,
  time = threadTime,
): Promise<void> {
  const timeEighth = () => time(() => work(Math.floor(length / part)));
  const isSlow = (short: number, long: number) => long >= maxGrowth * Math.max(short, leastTime);
  // The first runs are not optimised by the engine yet, and would hide the growth.
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

/** The same for texts, each of which repeats one piece. */
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
