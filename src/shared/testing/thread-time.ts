/** Typed here, as tests of the page's code have no types of Node. */
const { threadCpuUsage } = (
  globalThis as unknown as {
    process: { threadCpuUsage(since?: object): { readonly user: number; readonly system: number } };
  }
).process;

/** Limit in milliseconds for work that should be done at once: only quadratic or exponential time exceeds it. */
export const forEver = 30_000;

/**
 * CPU time of this thread, independent of other load.
 * @param work the work to measure; waiting does not count
 * @returns milliseconds
 */
export async function threadTime(work: () => unknown): Promise<number> {
  const before = threadCpuUsage();
  await work();
  const { user, system } = threadCpuUsage(before);
  return (user + system) / 1000;
}
