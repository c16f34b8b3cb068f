import { expect, type Outrigger } from '../../fixtures.ts';
import { processesNaming, stillRunning, treeOf } from './process-tree.ts';

/** Ends a running app by `end`. @returns its exit code or signal, once all of its processes have ended */
export async function endOf({ app, userData }: Outrigger, end: () => unknown): Promise<number | NodeJS.Signals | null> {
  const child = app.process();
  const exit = new Promise<number | NodeJS.Signals | null>((resolve) =>
    child.once('exit', (code, signal) => resolve(signal ?? code)),
  );
  const processes = treeOf(Number(child.pid));
  // At least the app, its zygotes and GPU process, its network service, the page and a host.
  expect(processes.length).toBeGreaterThanOrEqual(6);
  // Its result would come after the connection is gone.
  void Promise.resolve(end()).catch(() => undefined);
  const code = await exit;
  await expect.poll(() => stillRunning(processes)).toEqual([]);
  expect(processesNaming(userData)).toEqual([]);
  return code;
}
