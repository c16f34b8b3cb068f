import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../setup/project.mjs';

const strict = ['--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess', '--allowJs', '--checkJs'];
const target = ['--noEmit', '--target', 'es2024', '--types', '', '--module', 'esnext'];
const resolution = ['--moduleResolution', 'bundler', '--allowImportingTsExtensions', '--pretty', 'false'];

/**
 * Type-checks files in the strictest mode, in a temporary folder.
 * @param {Readonly<Record<string, string>>} files texts by name
 * @param {{ lib?: string, beside?: readonly string[] }} [options] `beside`: files to copy into the folder
 * @returns {Promise<string>} output of the compiler; "" without errors
 */
export async function typeCheck(files, { lib = 'es2024,dom', beside = [] } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'outrigger-types-'));
  try {
    for (const path of beside) await copyFile(path, join(folder, basename(path)));
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
    const compiler = join(root, 'node_modules/typescript/bin/tsc');
    const args = [compiler, ...strict, ...target, '--lib', lib, ...resolution, ...Object.keys(files)];
    const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { cwd: folder }).catch(
      (/** @type {{ stdout: string, stderr: string }} */ failed) => failed,
    );
    return stdout + stderr;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
