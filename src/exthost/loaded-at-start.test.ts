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
  for (const name of imported) if (/^\..*\.ts$/.test(name)) importsOf(join(dirname(file), name), seen);
  return seen;
}

const inWorker = (name: string) => join(import.meta.dirname, 'worker', name);
const process = join(import.meta.dirname, 'index.ts');
const ofComponents = ['wasm-worker.ts', 'component-worker.ts', 'grammar-worker.ts'].map(inWorker);

test.each([process, inWorker('worker.ts'), ...ofComponents])(
  'a host starts without the library of the schemas, which would be half of what it loads: %s',
  (entry) => {
    const loaded = importsOf(entry);
    expect(loaded.size).toBeGreaterThan(10);
    expect([...loaded].filter(([, names]) => names.some((name) => name.startsWith('zod')))).toEqual([]);
  },
);

test('what runs components is loaded by their hosts alone', () => {
  const its = (entry: string) => [...importsOf(entry).keys()].filter((file) => /[\\/]wasm[\\/]/.test(file));
  for (const entry of [process, ...['worker.ts', 'lua-worker.ts'].map(inWorker)]) expect(its(entry)).toEqual([]);
  for (const entry of ofComponents) expect(its(entry)).not.toEqual([]);
});
