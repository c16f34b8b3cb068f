/**
 * Lines of one second that go to main, a few less than the 200 that it keeps: what says how many were dropped may come
 * within main's second of them.
 */
const maxInASecond = 190;
/** Characters of a line; of a longer one main would keep no more. */
const longest = 16_384;

/**
 * Lets so many lines pass in a second and counts the others: each of them would cost main time, and nobody would read it.
 * @param tell is told a second later at the latest how many were dropped
 * @returns cut, or undefined for one that is dropped
 */
export function createLineLimit(tell: (sentence: string) => void): (line: string) => string | undefined {
  let since = Number.NEGATIVE_INFINITY;
  let count = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function endSecond(): void {
    const dropped = count - maxInASecond;
    clearTimeout(timer);
    timer = undefined;
    count = 0;
    if (dropped > 0) tell(`… ${dropped.toLocaleString('en')} lines were dropped`);
  }

  return (line) => {
    const now = performance.now();
    // A loop that never ends lets no timer run.
    if (now - since >= 1000) {
      endSecond();
      since = now;
    }
    count += 1;
    if (count > maxInASecond) {
      timer ??= setTimeout(endSecond, 1000);
      return undefined;
    }
    return line.length > longest ? `${line.slice(0, longest)} …` : line;
  };
}
