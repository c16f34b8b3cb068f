import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { zipSync } from 'fflate';
import { test } from '../../fixtures.ts';

export interface ExtensionText {
  readonly version?: string;
  readonly kind?: 'worker' | 'js';
  /** Lines of the manifest before its first table. */
  readonly top?: string;
  /** Tables of the manifest. */
  readonly tables?: string;
  /** Body of `activate`. */
  readonly code?: string;
}

/** Writes an extension into a folder of the test, with its id as name. @returns the folder */
export function writeExtension(parent: string, id: string, text: ExtensionText = {}): string {
  const folder = join(parent, id);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'extension.toml'), manifestOf(id, text));
  writeFileSync(join(folder, 'main.js'), mainOf(text.code));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  return folder;
}

/** The files of an extension, for a project. */
export const extensionFiles = (path: string, id: string, text: ExtensionText = {}): Record<string, string> => ({
  [`${path}/${id}/extension.toml`]: manifestOf(id, text),
  [`${path}/${id}/main.js`]: mainOf(text.code),
});

export const manifestOf = (id: string, { version = '1.0.0', kind = 'worker', top = '', tables = '' }: ExtensionText) =>
  `id = "${id}"
name = "The ${id}"
version = "${version}"
schema_version = 1
${top}
[runtime]
kind = "${kind}"
main = "main.js"

${tables}
`;

export const mainOf = (code = ''): string => `export function activate(context) {\n  ${code}\n}\n`;

/** Code that shows a text in the status bar when the extension is loaded. */
export const shows = (text: string): string => `context.window.setStatus('it', { text: '${text}' });`;

/** Packs a folder in the layout of `npm pack`. */
export function packTgz(folder: string): string {
  const archive = `${folder}.tgz`;
  execFileSync('tar', ['-czf', archive, '-C', dirname(folder), '--transform=s,^[^/]*,package,', basename(folder)]);
  return archive;
}

export function packZip(folder: string): string {
  const archive = `${folder}.zip`;
  const entries = readdirSync(folder).map((name) => [name, new Uint8Array(readFileSync(join(folder, name)))]);
  writeFileSync(archive, zipSync(Object.fromEntries(entries)));
  return archive;
}

/** A folder of the running test for generated files. */
export const testFolder = (): string => {
  const folder = test.info().outputPath('extensions');
  mkdirSync(folder, { recursive: true });
  return folder;
};
