import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { FailureError } from '../../../shared/contract/errors.ts';
import type { ScriptSources } from '../../../shared/contract/extensions/script-sources.ts';
import type { DiscoveredExtension } from '../catalog/discovery.ts';
import { hashOf, readSources } from './read-sources.ts';

/** What is handed to the host of an extension, and how these sources are known again; nothing for a module. */
interface Code {
  readonly sources?: ScriptSources;
  readonly hash?: string;
}

/**
 * @returns the sources of a script; of others the host loads the main file itself
 * @throws {FailureError} when a file is missing: a host could only report that loading failed
 */
export async function findCode({ manifest, rootPath, script }: DiscoveredExtension): Promise<Code> {
  const failed = (message: string) => new FailureError({ code: 'extension-failed', message, extensionId: manifest.id });
  if (script) {
    try {
      const sources = await readSources(script.place);
      return { sources, hash: hashOf(sources) };
    } catch (error) {
      throw failed(`The script cannot be read: ${error instanceof Error ? error.message : String(error)}.`);
    }
  }
  const { main } = manifest.runtime;
  const stats = await stat(join(rootPath, main)).catch((error: NodeJS.ErrnoException) => error);
  // Other problems of the file are reported by the host.
  const isThere = 'isFile' in stats ? stats.isFile() : stats.code !== 'ENOENT' && stats.code !== 'ENOTDIR';
  if (isThere) return {};
  throw failed(`There is no "${main}" in the extension’s folder: check "main" under [runtime].`);
}
