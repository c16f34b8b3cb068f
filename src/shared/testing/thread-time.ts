/**
 * How long this thread works, whatever else keeps the machine busy.
 * @param work what it does meanwhile; of what it only waits for nothing counts
 * @returns milliseconds of the processor
 */
export async function threadTime(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}
