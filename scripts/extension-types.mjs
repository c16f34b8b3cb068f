import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './setup/project.mjs';
import { printDeclarations, readDeclarations } from './types/declarations.mjs';

/**
 * The extension API as one file of types, docs/extensions/outrigger.d.ts, for authors to copy or reference.
 * `node scripts/extension-types.mjs` regenerates it after a change of the contracts; a test compares.
 */
export const typesPath = join(root, 'docs/extensions/outrigger.d.ts');

const roots = ['ExtensionModule', 'ExtensionContext', 'ExtensionFailureCode'];
const header =
  '/** The API of Outrigger’s extensions. Made from src/shared/contract by scripts/extension-types.mjs: change it there. */';

/** @returns {string} */
export function extensionTypes() {
  const input = `${header}\n\n${printDeclarations(readDeclarations(join(root, 'src/shared/contract')), roots)}\n`;
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');
  return execFileSync(process.execPath, [biome, 'format', `--stdin-file-path=${typesPath}`], {
    cwd: root,
    input,
    encoding: 'utf8',
  });
}

if (process.argv[1] === import.meta.filename) writeFileSync(typesPath, extensionTypes());
