import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CompiledComponent } from '../../shared/contract/extensions/compiled-component.ts';
import { compilerOptions, compilerVersion } from '../../shared/extensions/component-compiler.ts';
import { componentizeSource, hashOfSurroundings } from '../../shared/testing/components/componentize-source.ts';
import { fillOnce, keptComponents } from '../../shared/testing/components/kept-folder.ts';

export interface BuiltComponent {
  /** As main hands it over. */
  readonly component: CompiledComponent;
  /** Address of the glue. */
  readonly mainPath: string;
}

export interface ComponentSource {
  readonly source: string;
  /** What it imports and exports: `include app;`. */
  readonly world?: string;
  /** In place of it: a package with one world. */
  readonly wit?: string;
}

/** Builds a component from JavaScript, and compiles it. Of the same source and WIT both are done once. */
export function builtComponent({
  source,
  world = '',
  wit = `package test:component;\nworld its { ${world} }\n`,
}: ComponentSource): Promise<BuiltComponent> {
  return kept([hashOfSurroundings(), source, wit], () => componentizeSource({ source, wit }));
}

/** A component of these bytes. */
export const componentOf = (bytes: Uint8Array): Promise<BuiltComponent> => kept([bytes], async () => bytes);

interface KeptFacts {
  readonly imports: string[];
  readonly exports: string[];
  readonly modules: string[];
}

/** @param of what it is made of */
async function kept(of: readonly (string | Uint8Array)[], build: () => Promise<Uint8Array>): Promise<BuiltComponent> {
  const hash = createHash('sha256').update(JSON.stringify([compilerVersion, compilerOptions]));
  for (const part of of) hash.update(part).update('\0');
  const folder = join(keptComponents, `compiled-${hash.digest('hex')}`);
  await fillOnce(folder, async (made) => compile(await build(), made));
  const { modules, ...facts }: KeptFacts = JSON.parse(readFileSync(join(folder, 'facts.json'), 'utf8'));
  const bytes = modules.map((name): [string, Uint8Array] => [name, new Uint8Array(readFileSync(join(folder, name)))]);
  return {
    component: { ...facts, modules: Object.fromEntries(bytes) },
    mainPath: pathToFileURL(join(folder, 'component.js')).href,
  };
}

async function compile(component: Uint8Array, folder: string): Promise<void> {
  const { $init, generate } = await import('@bytecodealliance/jco-transpile/component');
  await $init;
  const { files, imports, exports } = generate(component, compilerOptions);
  for (const [name, bytes] of files) writeFileSync(join(folder, name), bytes);
  // A module as Node knows it by its name.
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  const facts: KeptFacts = {
    imports,
    exports: exports.map(([name]) => name),
    modules: files.map(([name]) => name).filter((name) => name.endsWith('.wasm')),
  };
  writeFileSync(join(folder, 'facts.json'), JSON.stringify(facts));
}
