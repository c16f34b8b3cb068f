import { createHash } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { componentizeSource, hashOfSurroundings } from './componentize-source.ts';
import { fillOnce, keptComponents } from './kept-folder.ts';

/**
 * Extensions that are components of WebAssembly, built from their sources: a folder with `extension.toml`, `main.js`
 * with its modules, and `world.wit`, if the component has a world of its own. A build is kept as long as its sources, the
 * published interface and the compiler are the same.
 */

/** Milliseconds for which a build is kept that may be of other sources. */
const keptMs = 7 * 24 * 3600 * 1000;

/** The folder of the built extension: its manifest, and `component.wasm`. It exists once `buildComponent` has run. */
export function builtFolder(source: string): string {
  const hash = createHash('sha256').update(hashOfSurroundings());
  for (const path of filesIn(source)) hash.update(`\0${basename(path)}\0`).update(readFileSync(path));
  return join(keptComponents, `${basename(source)}-${hash.digest('hex').slice(0, 16)}`);
}

/** @returns the folder of the built extension */
export async function buildComponent(source: string): Promise<string> {
  const built = builtFolder(source);
  if (existsSync(built)) return built;
  await fillOnce(built, async (made) => {
    cpSync(join(source, 'extension.toml'), join(made, 'extension.toml'));
    const path = join(source, 'main.js');
    const own = join(source, 'world.wit');
    const component = await componentizeSource({
      ...{ source: readFileSync(path, 'utf8'), path, moduleRoot: source },
      ...(existsSync(own) && { wit: readFileSync(own, 'utf8') }),
    });
    writeFileSync(join(made, 'component.wasm'), component);
  });
  for (const other of readdirSync(keptComponents).map((name) => join(keptComponents, name))) {
    if (Date.now() - statSync(other).mtimeMs > keptMs) rmSync(other, { recursive: true, force: true });
  }
  return built;
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.includes('.'))
    .map((name) => join(folder, name));
