import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const statement = /^(?:import|export) (?!type\b)(?:[^'";]*? from )?'([^']+)';/gm;

/**
 * Packages that a file loads through static imports, directly or indirectly; type imports do not count.
 * @param seen gets the text of each of our files by its path
 */
async function packagesOf(file: string, seen = new Map<string, string>()): Promise<Set<string>> {
  const packages = new Set<string>();
  if (seen.has(file)) return packages;
  const text = await readFile(file, 'utf8');
  seen.set(file, text);
  for (const [, name = ''] of text.matchAll(statement)) {
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

test('what the first paint needs has no schemas but those of the editor in main, and none in the page', async () => {
  const main = new Map<string, string>();
  await packagesOf(join(root, 'src', 'main', 'editor-services.ts'), main);
  const contract = join(root, 'src', 'shared', 'contract');
  expect([...main.keys()]).toContain(join(contract, 'methods', 'editor-methods.ts'));
  const ofThePanel = ['methods/agent-methods.ts', 'methods/extension-methods.ts', 'extensions/manifest.ts'];
  expect(ofThePanel.filter((file) => main.has(join(contract, file)))).toEqual([]);
  expect([...(await packagesOf(join(root, 'src', 'renderer', 'main.tsx')))]).not.toContain('zod/mini');
});

test.each(['main/editor-services.ts', 'renderer/main.tsx'])(
  'no module behind src/%s makes a formatter or collator when it is loaded',
  async (entry) => {
    const files = new Map<string, string>();
    await packagesOf(join(root, 'src', entry), files);
    expect(files.size).toBeGreaterThan(100);
    const slow = [...files].filter(([, text]) => /^(?:export )?const \w+ = new Intl\./m.test(text));
    expect(slow.map(([file]) => file)).toEqual([]);
  },
);
