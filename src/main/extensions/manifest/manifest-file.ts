import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Manifest, type ManifestProblem, manifestSchema } from '../../../shared/contract/extensions/manifest.ts';
import type { Unserved } from '../../../shared/contract/extensions/unserved.ts';
import { scriptOfFolder } from '../sources/script-place.ts';
import { readToml } from './read-toml.ts';
import { isZedManifest } from './zed/zed-form.ts';
import { fromZed, missingCode } from './zed/zed-manifest.ts';
import { zedSchema } from './zed/zed-schema.ts';
import { unservedOf } from './zed/zed-unserved.ts';

export type ManifestRead =
  | {
      readonly manifest: Manifest;
      /** Of an extension of Zed: what of it has no use here. */
      readonly unserved?: Unserved;
    }
  /** `isAbsent`: the file or its folder does not exist. */
  | { readonly problem: ManifestProblem; readonly isAbsent?: boolean };

export const manifestFileName = 'extension.toml';

/** Bytes; no hand-written manifest is larger. */
const maxManifest = 256 * 1024;

/** Reads and validates the manifest of the extension in `folder`; never throws. */
export async function readManifest(folder: string): Promise<ManifestRead> {
  const file = join(folder, manifestFileName);
  try {
    // Before opening it: opening a pipe would wait for its other end.
    const stats = await stat(file);
    if (!stats.isFile()) return { problem: { file, reason: 'it is not a file' } };
    if (stats.size > maxManifest) return { problem: { file, reason: `it is larger than ${maxManifest / 1024} KB` } };
    return parseManifest(file, await readFile(file, 'utf8'), await namesIn(folder));
  } catch (error) {
    const isAbsent = (error as NodeJS.ErrnoException).code === 'ENOENT';
    return { problem: { file, reason: whyUnreadable(error) }, isAbsent };
  }
}

/** The file system's error about a manifest or a folder of extensions, in words. */
export function whyUnreadable(error: unknown, what: 'file' | 'folder' = 'file'): string {
  const { code } = error as NodeJS.ErrnoException;
  switch (code) {
    case 'ENOENT':
      return `there is no such ${what}`;
    case 'ENOTDIR':
      return what === 'folder' ? 'it is not a folder' : 'what should be its folder is a file';
    case 'EACCES':
    case 'EPERM':
      return 'the system does not permit to read it';
    case 'ELOOP':
      return 'its links lead in a circle';
    default:
      return `it could not be read (${code ?? String(error)})`;
  }
}

/** What lies in the folder of an extension, and in its `grammars/`. */
async function namesIn(folder: string): Promise<ReadonlySet<string>> {
  const list = (below: string) => readdir(join(folder, below)).catch(() => []);
  const [names, grammars] = await Promise.all([list(''), list('grammars')]);
  return new Set([...names, ...grammars.map((name) => `grammars/${name}`)]);
}

/**
 * @param file for the problem; it is not read
 * @param beside names of what lies in its folder, as a path for those in `grammars/`
 */
export function parseManifest(file: string, text: string, beside: ReadonlySet<string> = new Set()): ManifestRead {
  const toml = readToml(file, text);
  if ('problem' in toml) return toml;
  const { value, problemAt, problemOf } = toml;
  if (isZedManifest(value, beside)) {
    const zed = zedSchema.safeParse(value);
    if (!zed.success) return { problem: problemOf(zed.error) };
    const missing = missingCode(zed.data, beside);
    if (missing) return { problem: problemAt(missing.path, missing.reason) };
    const mapped = manifestSchema.safeParse(fromZed(zed.data, beside));
    if (!mapped.success) return { problem: problemOf(mapped.error) };
    return { manifest: mapped.data, unserved: unservedOf(zed.data, beside) };
  }
  const parsed = manifestSchema.safeParse(value);
  if (!parsed.success) return { problem: problemOf(parsed.error) };
  const code = parsed.data.runtime ? undefined : usualMains.find((name) => beside.has(name));
  if (code) return { problem: problemAt([], `"runtime" is missing: it names the code, such as ${code} beside it`) };
  return { manifest: parsed.data };
}

/** Files that tell that an extension without `[runtime]` was meant to have code. */
const usualMains = ['main.js', 'main.mjs', 'main.lua', scriptOfFolder, 'component.wasm'];
