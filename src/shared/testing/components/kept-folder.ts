import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Where components of tests are kept. */
export const keptComponents = join(import.meta.dirname, '../../../../.cache/components');

/**
 * Fills a folder of `keptComponents` once. It is there as a whole or not at all, also if another thread fills it at the
 * same time.
 */
export async function fillOnce(folder: string, fill: (made: string) => Promise<void>): Promise<void> {
  if (existsSync(folder)) return;
  mkdirSync(keptComponents, { recursive: true });
  const made = mkdtempSync(join(keptComponents, 'work-'));
  try {
    await fill(made);
    renameSync(made, folder);
  } catch (thrown) {
    if (!existsSync(folder)) throw thrown;
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
}
