import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { keptComponents } from './kept-folder.ts';

const root = join(import.meta.dirname, '../../../..');
const wit = join(root, 'resources/wit');
const compiler = 'componentize-qjs';

export interface ComponentSource {
  readonly source: string;
  /** A file of WIT with one world of its own, which finds the published worlds; without, that of providers. */
  readonly wit?: string;
  /** Of `source`: modules that it imports are found from there. */
  readonly path?: string;
  /** The folder that these modules lie in. */
  readonly moduleRoot?: string;
}

/** What a component is made of besides its own source: the published interface, and the compiler. */
export function hashOfSurroundings(): string {
  const file = createRequire(import.meta.url).resolve(`${compiler}/package.json`);
  const hash = createHash('sha256').update(String(JSON.parse(readFileSync(file, 'utf8')).version));
  for (const name of readdirSync(wit).toSorted()) hash.update(`\0${name}\0`).update(readFileSync(join(wit, name)));
  return hash.digest('hex');
}

/** Builds a component from JavaScript. */
export async function componentizeSource(of: ComponentSource): Promise<Uint8Array> {
  const { componentize } = await import(compiler);
  mkdirSync(keptComponents, { recursive: true });
  const folder = mkdtempSync(join(keptComponents, 'work-wit-'));
  try {
    const { component } = await componentize({
      ...worldIn(folder, of.wit),
      ...(of.path && { jsPath: of.path }),
      ...(of.moduleRoot && { moduleRoot: of.moduleRoot }),
      jsSource: of.source,
      sync: true,
      optSize: true,
    });
    return component;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function worldIn(folder: string, own: string | undefined): { witPath: string; world?: string } {
  if (own === undefined) return { witPath: wit, world: 'provider' };
  cpSync(wit, join(folder, 'deps', basename(wit)), { recursive: true });
  writeFileSync(join(folder, 'world.wit'), own);
  return { witPath: folder };
}
