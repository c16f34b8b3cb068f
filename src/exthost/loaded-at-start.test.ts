import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

/** Static imports of a module and of the project's modules that it imports, by the specifiers in the code. */
function importsOf(file: string, seen = new Map<string, string[]>()): Map<string, string[]> {
  if (seen.has(file)) return seen;
  const code = readFileSync(file, 'utf8');
  const names = [...code.matchAll(/^(?:import|export)(?! type\b)[^;]*?from '([^']+)'|^import '([^']+)'/gm)];
  const imported = names.map(([, from, bare]) => from ?? bare ?? '');
  seen.set(file, imported);
  for (const name of imported) if (name.startsWith('.')) importsOf(join(dirname(file), name), seen);
  return seen;
}

test('a host starts without the library of the schemas, which would be half of what it loads', () => {
  const loaded = importsOf(join(import.meta.dirname, 'index.ts'));
  expect(loaded.size).toBeGreaterThan(20);
  expect([...loaded].filter(([, names]) => names.some((name) => name.startsWith('zod')))).toEqual([]);
});
