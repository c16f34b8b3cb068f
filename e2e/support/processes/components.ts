import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../../../scripts/setup/project.mjs';
import { buildComponent, builtFolder } from '../../../src/shared/testing/components/build-component.ts';

/** Where extensions lie that tests load; some are components, which are built first. */

const folders = [join(root, 'e2e/extensions'), join(root, 'docs/extensions/samples')];
const isComponent = (source: string): boolean => {
  try {
    return /^kind = "wasm"$/m.test(readFileSync(join(source, 'extension.toml'), 'utf8'));
  } catch {
    return false;
  }
};

/** The folder to start the app with. */
export const loadable = (source: string): string => (isComponent(source) ? builtFolder(source) : source);

export default async function buildComponents(): Promise<void> {
  for (const folder of folders) {
    const sources = (await readdir(folder)).map((name) => join(folder, name)).filter(isComponent);
    for (const source of sources) await buildComponent(source);
  }
}
