import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { resolveRuntime } from '../../../scripts/setup/electron-runtime.mjs';
import { cacheDirectory, root } from '../../../scripts/setup/project.mjs';
import { startApp, windowOf } from './app-process.ts';

/**
 * The window's code cache of an app that was started before, with which a start takes a third less CPU time. Made
 * once per build, and copied into the user data of every app that tests start.
 */

const folderName = 'Code Cache';
const sample = join(root, 'resources', 'sample-project');
const kept = join(cacheDirectory, 'e2e-code-cache');
/** V8 stores the code of a script when it is loaded again. */
const startsUntilKept = 3;

/** Needs a display. */
export default async function makeCodeCache(): Promise<void> {
  const wanted = `${await readFile(join(cacheDirectory, 'build-stamp'), 'utf8')} ${resolveRuntime().dist}`;
  const stamp = join(kept, 'stamp');
  if ((await readFile(stamp, 'utf8').catch(() => '')) === wanted) return;
  const userData = await mkdtemp(join(tmpdir(), 'outrigger-code-'));
  for (let start = 0; start < startsUntilKept; start += 1) {
    const app = await startApp([`--user-data-dir=${userData}`, sample, join(sample, 'src', 'parser.ts')]);
    const page = await windowOf(app);
    await page.getByRole('textbox', { name: 'Message' }).waitFor();
    await app.close();
  }
  await rm(kept, { recursive: true, force: true });
  await mkdir(kept, { recursive: true });
  await cp(join(userData, folderName), join(kept, folderName), { recursive: true });
  await rm(userData, { recursive: true, force: true });
  await writeFile(stamp, wanted);
}

export const giveCodeCache = (userData: string): Promise<void> =>
  cp(join(kept, folderName), join(userData, folderName), { recursive: true });
