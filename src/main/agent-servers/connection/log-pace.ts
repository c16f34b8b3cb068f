/** Lines that may come at once, and after that in a second. */
const mostLines = 200;
const windowMs = 1_000;

/**
 * Lets so many lines a second through, so that a flood does not push everything else out of the log.
 * @param logged gets them, and how many were left out
 */
export function paceLog(logged: (line: string) => void, now: () => number = performance.now.bind(performance)) {
  let since = now();
  let count = 0;
  let leftOut = 0;
  const tell = () => {
    if (leftOut > 0) logged(`${leftOut.toLocaleString('en')} lines were left out here.`);
    leftOut = 0;
  };
  return {
    add(line: string): void {
      if (now() - since >= windowMs) {
        since = now();
        count = 0;
        tell();
      }
      if (count++ < mostLines) logged(line);
      else leftOut++;
    },
    /** No more will come. */
    end: tell,
  };
}
