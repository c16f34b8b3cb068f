import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** @returns an empty folder that is removed when the test is over; absolute, without links */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(await realpath(tmpdir()), 'outrigger-test-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
