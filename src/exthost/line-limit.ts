/**
 * Lines per second for main, a few less than the 200 that main keeps: the line about dropped ones may arrive within
 * the same second of main.
 */
const maxInASecond = 190;
/** Characters of a line; main would keep no more. */
const longest = 16_384;

/**
 * Limits the lines per second and counts the others: each would cost main time, and nobody would read them.
 * @param tell gets the number of dropped lines, a second later at most
 * @returns the line, cut, or undefined if it is dropped
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
    // In an endless loop no timer runs.
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
