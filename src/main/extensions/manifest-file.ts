import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse, TomlError } from 'smol-toml';
import { type Manifest, type ManifestProblem, manifestSchema } from '../../shared/contract/manifest.ts';
import { inWords } from './manifest-words.ts';
import { lineOf } from './toml-line.ts';

export type ManifestRead = { readonly manifest: Manifest } | { readonly problem: ManifestProblem };

export const manifestFileName = 'extension.toml';

/** Reads and checks the manifest of the extension in `folder`; never throws. */
export async function readManifest(folder: string): Promise<ManifestRead> {
  const file = join(folder, manifestFileName);
  try {
    return parseManifest(file, await readFile(file, 'utf8'));
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'there is no such file' : String(error);
    return { problem: { file, reason } };
  }
}

/** @param file named in the problem, not read */
export function parseManifest(file: string, text: string): ManifestRead {
  let value: unknown;
  try {
    value = parse(text);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const [first = ''] = error.message.replace(/^Invalid TOML document: /, '').split('\n');
    return { problem: { file, line: error.line, reason: first } };
  }
  const parsed = manifestSchema.safeParse(value);
  if (parsed.success) return { manifest: parsed.data };
  const [issue] = parsed.error.issues;
  if (!issue) return { problem: { file, line: 1, reason: 'it does not fit the format' } };
  const path = issue.code === 'unrecognized_keys' ? [...issue.path, ...issue.keys.slice(0, 1)] : issue.path;
  return { problem: { file, line: lineOf(text, path.map(String)), reason: inWords(issue, value) } };
}
