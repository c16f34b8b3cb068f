import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

/** Bytes in use by this thread, as other test files run in the same process. */
function taken(): number {
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/**
 * Measures the memory that is allocated from now on.
 * @param enough bytes; smaller amounts are not distinguished from garbage, as collecting that takes time
 * @returns ends the measurement, and returns the maximum in bytes
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
