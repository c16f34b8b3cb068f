import { promises } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/**
 * Kills this process in place of a rename, to simulate a crash between two steps of a write, reproducibly.
 * @param which number of the rename, from 1
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
