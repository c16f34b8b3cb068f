import { type Language, Query, type QueryCapture, type Tree } from 'web-tree-sitter';
import { tagOfCapture } from '../../../../../shared/contract/themes/capture-tags.ts';
import { lineAt, patternsOf, type QueryPattern, withFlagsOfRust } from './query-patterns.ts';

/** Matches that may be begun at once: a bad query costs no more. */
const matchLimit = 256;
/** Of one file; more say nothing new. */
const mostProblems = 20;

/** A captured part of a text, and its class of code as an index of `codeTags`. */
export interface Coloured {
  readonly from: number;
  readonly to: number;
  readonly tag: number;
}

/** The `highlights.scm` of a language. */
export class ColourQuery {
  readonly #query: Query;
  /** Sentences about what is left out. */
  readonly problems: readonly string[];

  /** @param file for the sentences */
  constructor(language: Language, text: string, file: string) {
    const readable = withFlagsOfRust(text);
    const { query, problems } = compiled(language, readable, file);
    this.#query = query;
    this.problems = problems;
  }

  /** What is captured in a part of a text, in the order in which a later one goes over an earlier one. */
  coloured({ rootNode }: Tree, from: number, to: number): Coloured[] {
    const captures = this.#query.captures(rootNode, { startIndex: from, endIndex: to, matchLimit });
    return captures.flatMap(colouredOf);
  }
}

const tags = new Map<string, number | null>();

function colouredOf({ name, node }: QueryCapture): Coloured[] {
  let tag = tags.get(name);
  if (tag === undefined) {
    tag = tagOfCapture(name);
    tags.set(name, tag);
  }
  return tag === null ? [] : [{ from: node.startIndex, to: node.endIndex, tag }];
}

/** One bad pattern would cost all the others, so that each is tried alone if they do not fit together. */
function compiled(language: Language, text: string, file: string): { query: Query; problems: string[] } {
  try {
    return { query: new Query(language, text), problems: [] };
  } catch (thrown) {
    const tried = patternsOf(text).map((pattern) => ({ pattern, problem: problemOf(language, pattern) }));
    const faults = tried.flatMap(({ problem }) => problem ?? []);
    const good = tried.filter(({ problem }) => problem === null);
    // None of them fails alone: it is not known which to leave out.
    if (faults.length === 0) {
      return { query: new Query(language, ''), problems: [`${file}: ${sentenceOf(thrown)}; nothing of it is used`] };
    }
    const problems = faults.slice(0, mostProblems).map((fault) => `${file}:${fault}; the pattern is left out`);
    if (faults.length > mostProblems) problems.push(`${file}: ${faults.length - mostProblems} more are left out`);
    return { query: new Query(language, good.map(({ pattern }) => pattern.text).join('\n')), problems };
  }
}

/** @returns the line and what is wrong there; null: it can be used */
function problemOf(language: Language, { text, line }: QueryPattern): string | null {
  try {
    new Query(language, text).delete();
    return null;
  } catch (thrown) {
    const index = typeof thrown === 'object' && thrown !== null && 'index' in thrown ? Number(thrown.index) : 0;
    return `${line + lineAt(text, index) - 1}: ${sentenceOf(thrown)}`;
  }
}

const sentenceOf = (thrown: unknown): string =>
  (thrown instanceof Error ? thrown.message : String(thrown)).split('\n')[0]?.slice(0, 200) ?? '';
