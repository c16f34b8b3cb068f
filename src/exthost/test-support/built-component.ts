import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CompiledComponent } from '../../shared/contract/extensions/compiled-component.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const wit = join(root, 'resources', 'wit');
const cache = join(root, 'node_modules', '.cache', 'outrigger-components');
/** Counts changes of how components are built here. */
const version = 1;

export interface BuiltComponent {
  /** As main hands it over. */
  readonly component: CompiledComponent;
  /** Address of the glue. */
  readonly mainPath: string;
}

/** @param world what it imports and exports, beside `import`s and `export`s lines: `include app;` */
export interface ComponentSource {
  readonly source: string;
  readonly world: string;
}

/** Builds a component from JavaScript. Of the same source and WIT it is built once. */
export async function builtComponent(of: ComponentSource): Promise<BuiltComponent> {
  return kept(keyOf(of), async () => {
    const { componentize } = await import('componentize-qjs');
    const folder = join(cache, `wit-${process.pid}-${Math.random()}`);
    mkdirSync(join(folder, 'deps', 'extension'), { recursive: true });
    try {
      for (const name of readdirSync(wit)) {
        writeFileSync(join(folder, 'deps', 'extension', name), readFileSync(join(wit, name)));
      }
      writeFileSync(join(folder, 'world.wit'), `package test:component;\nworld its { ${of.world} }\n`);
      const { component } = await componentize({
        ...{ witPath: folder, world: 'its', jsSource: of.source },
        ...{ sync: true, optSize: true, stubWasi: false },
      });
      return component;
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
}

/** A component of these bytes. */
export const componentOf = (bytes: Uint8Array): Promise<BuiltComponent> =>
  kept(createHash('sha256').update(String(version)).update(bytes).digest('hex'), async () => bytes);

function keyOf({ source, world }: ComponentSource): string {
  const hash = createHash('sha256').update(`${version}\0${source}\0${world}`);
  for (const name of readdirSync(wit).toSorted()) hash.update(readFileSync(join(wit, name)));
  return hash.digest('hex');
}

interface KeptFacts {
  readonly imports: string[];
  readonly exports: string[];
  readonly modules: string[];
}

async function kept(key: string, build: () => Promise<Uint8Array>): Promise<BuiltComponent> {
  const folder = join(cache, key);
  if (!existsSync(folder)) {
    const whole = `${folder}-${process.pid}-${Math.random()}`;
    await compile(await build(), whole);
    try {
      renameSync(whole, folder);
    } catch (thrown) {
      // Another test has built the same one meanwhile.
      rmSync(whole, { recursive: true, force: true });
      if (!existsSync(folder)) throw thrown;
    }
  }
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
  const { files, imports, exports } = generate(component, {
    ...{ name: 'component', noTypescript: true, instantiation: { tag: 'async' }, compat: false },
    ...{ noNodejsCompat: true, tlaCompat: false, base64Cutoff: 0, asyncMode: { tag: 'sync' } },
  });
  mkdirSync(folder, { recursive: true });
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
