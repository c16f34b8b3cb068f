import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Copies of e2e/extensions/faulty: each has an id, and so a host, of its own. */

const original = join(import.meta.dirname, '..', '..', 'extensions', 'faulty');

export interface Faulty {
  readonly id: string;
  readonly name: string;
  readonly model: string;
}

export interface FaultyCopies {
  /** For the app's command line. */
  readonly args: readonly string[];
  remove(): Promise<void>;
}

/** @param name one word, as the fault that it is for */
export const faulty = (name: string): Faulty => ({
  id: `faulty-${name}`,
  name: `Faulty ${name}`,
  model: `faulty-${name}:faulty/faulty`,
});

/** @param kinds the names of the copies, with the kind of host that each runs in */
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
