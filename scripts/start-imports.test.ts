import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const statement = /^(?:import|export) (?!type\b)(?:[^'";]*? from )?'([^']+)';/gm;

/** Packages that a file loads through static imports, directly or indirectly; type imports do not count. */
async function packagesOf(file: string, seen = new Set<string>()): Promise<Set<string>> {
  const packages = new Set<string>();
  if (seen.has(file)) return packages;
  seen.add(file);
  for (const [, name = ''] of (await readFile(file, 'utf8')).matchAll(statement)) {
    if (!name.startsWith('.')) packages.add(name);
    else for (const each of await packagesOf(join(dirname(file), name), seen)) packages.add(each);
  }
  return packages;
}

test('the window waits for Node and Electron alone: what else main needs is loaded while its page starts', async () => {
  const packages = [...(await packagesOf(join(root, 'src', 'main', 'index.ts')))];
  expect(packages).toContain('electron');
  expect(packages.filter((name) => name !== 'electron' && !name.startsWith('node:'))).toEqual([]);
  expect(await packagesOf(join(root, 'src', 'main', 'editor-services.ts'))).toContain('zod/mini');
});
