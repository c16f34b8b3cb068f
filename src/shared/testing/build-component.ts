import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';

/**
 * Extensions that are components of WebAssembly, built from their sources: a folder with `extension.toml`, `main.js`
 * with its modules, and `world.wit`, if the component has a world of its own. A build is kept as long as its sources, the
 * published interface and the compiler are the same.
 */

const root = join(import.meta.dirname, '../../..');
const kept = join(root, '.cache/components');
const wit = join(root, 'resources/wit');
const compiler = 'componentize-qjs';
/** Milliseconds for which a build is kept that may be of other sources. */
const keptMs = 7 * 24 * 3600 * 1000;

/** The folder of the built extension: its manifest, and `component.wasm`. It exists once `buildComponent` has run. */
export function builtFolder(source: string): string {
  const hash = createHash('sha256').update(versionOf(compiler));
  for (const path of [source, wit].flatMap(filesIn)) hash.update(`\0${basename(path)}\0`).update(readFileSync(path));
  return join(kept, `${basename(source)}-${hash.digest('hex').slice(0, 16)}`);
}

/** @returns the folder of the built extension */
export async function buildComponent(source: string): Promise<string> {
  const built = builtFolder(source);
  if (existsSync(built)) return built;
  const { componentize } = await import(compiler);
  mkdirSync(kept, { recursive: true });
  const work = mkdtempSync(join(kept, 'work-'));
  try {
    const made = join(work, 'extension');
    mkdirSync(made);
    cpSync(join(source, 'extension.toml'), join(made, 'extension.toml'));
    const jsPath = join(source, 'main.js');
    const { component } = await componentize({
      ...worldOf(source, join(work, 'wit')),
      jsPath,
      jsSource: readFileSync(jsPath, 'utf8'),
      moduleRoot: source,
      sync: true,
      optSize: true,
    });
    writeFileSync(join(made, 'component.wasm'), component);
    // Another thread may have been faster.
    if (!existsSync(built)) renameSync(made, built);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  for (const other of readdirSync(kept).map((name) => join(kept, name))) {
    if (Date.now() - statSync(other).mtimeMs > keptMs) rmSync(other, { recursive: true, force: true });
  }
  return built;
}

/** The world of a component: its own, beside the published ones, or the published one of providers. */
function worldOf(source: string, folder: string): { witPath: string; world?: string } {
  const own = join(source, 'world.wit');
  if (!existsSync(own)) return { witPath: wit, world: 'provider' };
  cpSync(wit, join(folder, 'deps/outrigger-extension'), { recursive: true });
  cpSync(own, join(folder, 'world.wit'));
  return { witPath: folder };
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.includes('.'))
    .map((name) => join(folder, name));

function versionOf(name: string): string {
  const file = createRequire(import.meta.url).resolve(`${name}/package.json`);
  return String(JSON.parse(readFileSync(file, 'utf8')).version);
}
