import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Seen } from './apps/extension-hosts/seen.ts';
import { bundleApp } from './electron/bundle-app.ts';
import { seenIn } from './electron/seen-lines.ts';

const out = join(import.meta.dirname, '..', 'out');
const extension = join(import.meta.dirname, 'apps', 'extension-hosts', 'extension');

/** Runs the app `extension-hosts`. @returns what its rounds saw, by name */
export async function askExtensionHosts(
  question: 'recovery' | 'memory',
  rounds: number,
): Promise<ReadonlyMap<string, readonly Seen[]>> {
  const folder = await mkdtemp(join(tmpdir(), `outrigger-${question}-`));
  try {
    const app = join(folder, 'app');
    await bundleApp('extension-hosts', ['main', 'bare'], app);
    const args = [app, `--user-data-dir=${join(folder, 'data')}`, out, extension, question, String(rounds)];
    return Map.groupBy(await seenIn<Seen>(args), ({ name }) => name);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
