import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { parse, TomlError } from 'smol-toml';
import type { z } from 'zod/mini';
import { type Manifest, type ManifestProblem, manifestSchema } from '../../../shared/contract/extensions/manifest.ts';
import type { Unserved } from '../../../shared/contract/extensions/unserved.ts';
import { scriptOfFolder } from '../sources/script-place.ts';
import { formatManifestIssue } from './format-manifest.ts';
import { lineOf } from './toml-line.ts';
import { fromZed, missingCode } from './zed/zed-manifest.ts';
import { isZedManifest, zedSchema } from './zed/zed-schema.ts';
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

const unclosed = 'a text is not closed on its line, or a control character is in it';

/**
 * @param file for the problem; it is not read
 * @param beside names of what lies in its folder, as a path for those in `grammars/`
 */
export function parseManifest(file: string, text: string, beside: ReadonlySet<string> = new Set()): ManifestRead {
  let value: unknown;
  try {
    value = parse(text);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const [first = ''] = error.message.replace(/^Invalid TOML document: /, '').split('\n');
    // The parser reports the end of the line as a control character; usually a quote is missing.
    const reason = first === 'control characters are not allowed in strings' ? unclosed : first;
    return { problem: { file, line: error.line, reason } };
  }
  const problem = (path: readonly PropertyKey[], reason: string): ManifestRead => ({
    problem: { file, line: lineOf(text, path.map(String)), reason },
  });
  const refused = ({ issues: [issue] }: z.core.$ZodError): ManifestRead => {
    if (!issue) return problem([], 'it does not fit the format');
    const path = issue.code === 'unrecognized_keys' ? [...issue.path, ...issue.keys.slice(0, 1)] : issue.path;
    return problem(path, formatManifestIssue(issue, value));
  };
  if (isZedManifest(value, beside)) {
    const zed = zedSchema.safeParse(value);
    if (!zed.success) return refused(zed.error);
    const missing = missingCode(zed.data, beside);
    if (missing) return problem(missing.path, missing.reason);
    const mapped = manifestSchema.safeParse(fromZed(zed.data, beside));
    return mapped.success ? { manifest: mapped.data, unserved: unservedOf(zed.data, beside) } : refused(mapped.error);
  }
  const parsed = manifestSchema.safeParse(value);
  if (!parsed.success) return refused(parsed.error);
  const code = parsed.data.runtime ? undefined : usualMains.find((name) => beside.has(name));
  if (code) return problem([], `"runtime" is missing: it names the code, such as ${code} beside it`);
  return { manifest: parsed.data };
}

/** Files that tell that an extension without `[runtime]` was meant to have code. */
const usualMains = ['main.js', 'main.mjs', 'main.lua', scriptOfFolder, 'component.wasm'];
