import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DiscoveredExtension, discoverExtensions } from '../discovery.ts';

/** A manifest that is complete. */
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

/** A temporary folder in which extensions are written as their authors would ship them. */
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
    /** Writes an extension and finds it by discovery. */
    async create(id: string, main: string, source: 'explicit' | 'bundled' = 'explicit'): Promise<DiscoveredExtension> {
      write(`${id}/extension.toml`, manifestText(id));
      write(`${id}/main.mjs`, main);
      const { extensions, problems } = await discoverExtensions([{ path: join(root, id), source }]);
      const [extension] = extensions;
      if (!extension) throw new Error(`${id} was not found: ${problems[0]?.reason}`);
      return extension;
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}
