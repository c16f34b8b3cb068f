/** What is measured may be code of the page, which knows no Node. */
const { threadCpuUsage } = (
  globalThis as unknown as {
    process: { threadCpuUsage(since?: object): { readonly user: number; readonly system: number } };
  }
).process;

/** Milliseconds that no computer takes for what should be over at once: a step grows with the square of something, or doubles with it. */
export const forEver = 30_000;

/**
 * How long this thread works, whatever else keeps the machine busy.
 * @param work what it does meanwhile; of what it only waits for nothing counts
 * @returns milliseconds of the processor
 */
export async function threadTime(work: () => unknown): Promise<number> {
  const before = threadCpuUsage();
  await work();
  const { user, system } = threadCpuUsage(before);
  return (user + system) / 1000;
}
