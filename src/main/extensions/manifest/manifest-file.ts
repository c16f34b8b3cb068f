import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { parse, TomlError } from 'smol-toml';
import { type Manifest, type ManifestProblem, manifestSchema } from '../../../shared/contract/extensions/manifest.ts';
import { formatManifestIssue } from './format-manifest.ts';
import { lineOf } from './toml-line.ts';

export type ManifestRead =
  | { readonly manifest: Manifest }
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
    return parseManifest(file, await readFile(file, 'utf8'));
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

const unclosed = 'a text is not closed on its line, or a control character is in it';

/** @param file for the problem; it is not read */
export function parseManifest(file: string, text: string): ManifestRead {
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
  const parsed = manifestSchema.safeParse(value);
  if (parsed.success) return { manifest: parsed.data };
  const [issue] = parsed.error.issues;
  if (!issue) return { problem: { file, line: 1, reason: 'it does not fit the format' } };
  const path = issue.code === 'unrecognized_keys' ? [...issue.path, ...issue.keys.slice(0, 1)] : issue.path;
  return { problem: { file, line: lineOf(text, path.map(String)), reason: formatManifestIssue(issue, value) } };
}
