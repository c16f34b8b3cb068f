import { promises } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/**
 * Kills this process in place of a rename, as a crash between two steps of a write would: the same one in each run.
 * @param which the first is 1
 */
export function killAtRename(which: number): void {
  const { rename } = promises;
  let count = 0;
  promises.rename = async (...paths) => {
    count += 1;
    if (count === which) process.kill(process.pid, 'SIGKILL');
    return rename(...paths);
  };
  syncBuiltinESMExports();
}
