import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ExtensionSource } from '../../../shared/contract/extensions/extension-state.ts';
import type { DiscoveredExtension } from '../catalog/discovery.ts';
import { readManifest } from '../manifest/manifest-file.ts';

/** A complete manifest. */
export const manifestText = (id: string, more = ''): string => `id = "${id}"
name = "Extension ${id}"
version = "1.0.0"
schema_version = 1
${more}
[runtime]
kind = "js"
main = "main.mjs"

[language_model_providers.p]
name = "Provider of ${id}"
`;

/** A temporary folder with extensions as their authors ship them. */
export function extensionFolders() {
  const root = mkdtempSync(join(tmpdir(), 'outrigger-extensions-'));
  const write = (path: string, text: string): string => {
    const file = join(root, path);
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, text);
    return file;
  };
  return {
    root,
    write,
    /** Writes an extension and reads it like discovery. @param more lines of the manifest before its first table */
    async create(
      id: string,
      main: string,
      source: ExtensionSource = 'explicit',
      more = '',
    ): Promise<DiscoveredExtension> {
      const rootPath = join(root, id);
      write(`${id}/extension.toml`, manifestText(id, more));
      write(`${id}/main.mjs`, main);
      const read = await readManifest(rootPath);
      if ('problem' in read) throw new Error(`${id} cannot be read: ${read.problem.reason}`);
      return { manifest: read.manifest, rootPath, source };
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}
