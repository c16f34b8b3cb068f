import { basename } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Input, Parser, Tree } from '@lezer/common';
import { FailureError } from '../../shared/contract/errors.ts';
import type { Diagnostic } from '../../shared/contract/extension-api/extension-tool-call.ts';
import type { SyntaxFinding } from './bracket-errors.ts';
import { type GrammarTrust, syntaxErrors } from './syntax-errors.ts';

export interface DiagnosticsDeps {
  /** The text as the person sees it; null when there is no such file. */
  readText(path: string): Promise<string | null>;
  /** The documents that are open in the window. */
  openPaths(): readonly string[];
}

/** By the names of @codemirror/language-data. Languages that are not named have no grammar that could be believed. */
const trusted: Readonly<Record<string, GrammarTrust>> = {
  JavaScript: 'whole',
  JSX: 'whole',
  TypeScript: 'but-types',
  TSX: 'but-types',
  CSS: 'whole',
  HTML: 'but-brackets',
  XML: 'but-brackets',
  YAML: 'but-brackets',
  Python: 'whole',
  Rust: 'brackets',
  Go: 'brackets',
  Java: 'brackets',
};

const maxDiagnostics = 200;
/** Characters. */
const longestText = 1_000_000;
/** Longest time in ms for which a grammar may occupy the process. */
const slice = 8;
/** JSON in which comments may stand. */
const withComments = /^(\.|(ts|js)config\b|devcontainer\.json$)|\.code-workspace$/;

/** Finds errors of syntax in a file, or with null in the open documents: at most 200, with the paths that were given. */
export function createDiagnostics({ readText, openPaths }: DiagnosticsDeps) {
  return async (path: string | null, signal: AbortSignal): Promise<Diagnostic[]> => {
    const found: Diagnostic[] = [];
    for (const each of path === null ? openPaths() : [path]) {
      signal.throwIfAborted();
      const text = await readText(each);
      if (text !== null) found.push(...(await diagnosticsOf(each, text, signal)));
      else if (path !== null) {
        throw new FailureError({ code: 'file-not-found', message: `“${basename(path)}” does not exist.` });
      }
      if (found.length >= maxDiagnostics) break;
    }
    return found.slice(0, maxDiagnostics);
  };
}

async function diagnosticsOf(path: string, text: string, signal: AbortSignal): Promise<Diagnostic[]> {
  const name = basename(path);
  const findings = await findingsOf(name, text, signal);
  if (findings !== 'too-long') return placed(path, text, findings);
  const message = 'It is too long to be checked.';
  return [{ path, line: 1, column: 1, severity: 'warning', message }];
}

async function findingsOf(name: string, text: string, signal: AbortSignal): Promise<SyntaxFinding[] | 'too-long'> {
  const { LanguageDescription } = await import('@codemirror/language');
  const { languages } = await import('@codemirror/language-data');
  const description = LanguageDescription.matchFilename(languages, name);
  const isJson = description?.name === 'JSON' && !withComments.test(name);
  const trust = trusted[description?.name ?? ''];
  if (!description || !(isJson || trust)) return [];
  if (text.length > longestText) return 'too-long';
  if (isJson && jsonError(text, null) === null) return [];
  const tree = await parsed((await description.load()).language.parser, text, signal);
  if (trust) return syntaxErrors(text, tree, trust);
  const error = jsonError(text, tree);
  return error ? [error] : [];
}

/** Parses without keeping the process from everything else. */
async function parsed(parser: Parser, text: string, signal: AbortSignal): Promise<Tree> {
  const input: Input = {
    length: text.length,
    lineChunks: false,
    chunk: (from) => text.slice(from),
    read: (from, to) => text.slice(from, to),
  };
  const parse = parser.startParse(input);
  for (let since = performance.now(); ; ) {
    const tree = parse.advance();
    if (tree) return tree;
    if (performance.now() - since < slice) continue;
    await setImmediate();
    signal.throwIfAborted();
    since = performance.now();
  }
}

/** @param findings in their order */
function placed(path: string, text: string, findings: readonly SyntaxFinding[]): Diagnostic[] {
  let line = 1;
  let start = 0;
  return findings.map(({ at, message }) => {
    for (let next = text.indexOf('\n', start); next >= 0 && next < at; next = text.indexOf('\n', start)) {
      line += 1;
      start = next + 1;
    }
    return { path, line, column: at - start + 1, severity: 'error', message };
  });
}

/**
 * Error of the JSON parser, which finds more than the grammar does; null when nothing is wrong.
 * @param tree says where it is when the parser does not
 */
function jsonError(text: string, tree: Tree | null): SyntaxFinding | null {
  try {
    JSON.parse(text);
    return null;
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    const position = / at position (\d+)/.exec(said)?.[1];
    const at = position === undefined ? firstError(tree, text) : Number(position);
    const message = said.replace(/ (in JSON )?(at position .*)$|, (\.\.\.)?".* is not valid JSON$/s, '').trim();
    return { at, message: `${message.replace(/ (in|of) JSON( input)?$/, '')}.` };
  }
}

function firstError(tree: Tree | null, text: string): number {
  let at = text.length;
  tree?.iterate({
    enter: ({ type, from }) => {
      if (type.isError) at = Math.min(at, from);
    },
  });
  return at;
}
