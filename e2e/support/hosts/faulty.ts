import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Copies of e2e/extensions/faulty, each with its own id, and so its own host. */

const original = join(import.meta.dirname, '..', '..', 'extensions', 'faulty');

export interface Faulty {
  readonly id: string;
  readonly name: string;
  readonly model: string;
}

export interface FaultyCopies {
  /** Arguments for the app's command line. */
  readonly args: readonly string[];
  remove(): Promise<void>;
}

/** @param name one word, that of the fault */
export const faulty = (name: string): Faulty => ({
  id: `faulty-${name}`,
  name: `Faulty ${name}`,
  model: `faulty-${name}:faulty/faulty`,
});

/** @param kinds kind of host by name of the copy */
export async function makeFaulty(kinds: Readonly<Record<string, 'js' | 'worker'>>): Promise<FaultyCopies> {
  const folder = await mkdtemp(join(tmpdir(), 'outrigger-faulty-'));
  const args: string[] = [];
  for (const [name, kind] of Object.entries(kinds)) {
    const copy = join(folder, name);
    await cp(original, copy, { recursive: true });
    const manifest = await readFile(join(copy, 'extension.toml'), 'utf8');
    const changed = manifest
      .replace('id = "faulty"', `id = "faulty-${name}"`)
      .replace('"Faulty extension"', `"Faulty ${name}"`)
      .replace('kind = "js"', `kind = "${kind}"`)
      .replace('name = "Faulty"', `name = "Faulty ${name}"`);
    await writeFile(join(copy, 'extension.toml'), changed);
    args.push(`--extension-path=${copy}`);
  }
  return { args, remove: () => rm(folder, { recursive: true, force: true }) };
}
