import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { FailureError } from '../../../shared/contract/errors.ts';
import type { DiscoveredExtension } from '../catalog/discovery.ts';

/** @throws {FailureError} when the manifest's main file is missing; a host could only report that loading failed */
export async function requireMain({ manifest, rootPath }: DiscoveredExtension): Promise<void> {
  const { main } = manifest.runtime;
  const stats = await stat(join(rootPath, main)).catch((error: NodeJS.ErrnoException) => error);
  // Other problems of the file are reported by the host.
  const isThere = 'isFile' in stats ? stats.isFile() : stats.code !== 'ENOENT' && stats.code !== 'ENOTDIR';
  if (isThere) return;
  const message = `There is no "${main}" in the extension’s folder: check "main" under [runtime].`;
  throw new FailureError({ code: 'extension-failed', message, extensionId: manifest.id });
}
