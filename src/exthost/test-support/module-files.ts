import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A temporary folder of extension modules. */
export function moduleFiles() {
  const folder = mkdtempSync(join(tmpdir(), 'outrigger-modules-'));
  let count = 0;
  return {
    folder,
    /** @returns the path of a new module, since modules are cached by path */
    write(source: string, extension = 'mjs'): string {
      count += 1;
      const path = join(folder, `extension-${count}.${extension}`);
      writeFileSync(path, source);
      return path;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
