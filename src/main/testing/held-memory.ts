import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

/** Bytes of this thread; other files are tested in the same process. */
function taken(): number {
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/**
 * Watches what is held from now on.
 * @param enough bytes; what is less is not told from garbage, as collecting that takes its time
 * @returns ends it, and returns the most bytes that were held
 */
export function watchHeldMemory(enough: number): () => number {
  collectGarbage();
  const before = taken();
  let most = 0;
  function look(): void {
    if (taken() - before > Math.max(most, enough)) collectGarbage();
    most = Math.max(most, taken() - before);
  }
  const timer = setInterval(look, 1);
  return () => {
    clearInterval(timer);
    look();
    return most;
  };
}
