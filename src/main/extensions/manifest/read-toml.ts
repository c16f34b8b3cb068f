import { parse, TomlError } from 'smol-toml';
import type { z } from 'zod/mini';
import type { ManifestProblem } from '../../../shared/contract/extensions/manifest.ts';
import { formatManifestIssue } from './format-manifest.ts';
import { lineOf } from './toml-line.ts';

export interface Toml {
  readonly value: unknown;
  /** @param path of the key that is wrong */
  problemAt(path: readonly PropertyKey[], reason: string): ManifestProblem;
  /** The first problem that a schema has with the value. */
  problemOf(error: z.core.$ZodError): ManifestProblem;
}

const unclosed = 'a text is not closed on its line, or a control character is in it';

/** Reads TOML that an author writes. @param file for the problems; it is not read */
export function readToml(file: string, text: string): Toml | { readonly problem: ManifestProblem } {
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
  const problemAt = (path: readonly PropertyKey[], reason: string): ManifestProblem => ({
    file,
    line: lineOf(text, path.map(String)),
    reason,
  });
  return {
    value,
    problemAt,
    problemOf({ issues: [issue] }) {
      if (!issue) return problemAt([], 'it does not fit the format');
      const path = issue.code === 'unrecognized_keys' ? [...issue.path, ...issue.keys.slice(0, 1)] : issue.path;
      return problemAt(path, formatManifestIssue(issue, value));
    },
  };
}
