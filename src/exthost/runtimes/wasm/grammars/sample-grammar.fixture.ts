import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { codeTags } from '../../../../shared/contract/themes/code-tags.ts';
import { grammarNodeThread } from '../../../test-support/node-thread.ts';
import { ActiveGrammars } from './active-grammars.ts';
import type { GrammarLimits } from './grammar-thread.ts';

/** The grammar of JSON, as its package has it. */
export const jsonModule = new Uint8Array(
  readFileSync(fileURLToPath(import.meta.resolve('tree-sitter-json/tree-sitter-json.wasm'))),
);

export const jsonColours = `
  (string) @string
  (pair key: (_) @property)
  (number) @number
  [(true) (false)] @boolean
  (comment) @comment
  ((string) @keyword (#match? @keyword "^\\"(?i)key"))
`;

/** A language “sample” of a grammar, until the end of the test. */
export function sampleGrammar(
  given: { readonly module?: Uint8Array; readonly highlights?: string; readonly limits?: Partial<GrammarLimits> } = {},
) {
  const { module = jsonModule, highlights = jsonColours, limits } = given;
  const languages = { sample: { grammar: 'json', highlights } };
  const warnings: string[] = [];
  let threads = 0;
  const makeThread: typeof grammarNodeThread = (name) => {
    threads += 1;
    return grammarNodeThread(name);
  };
  const grammars = new ActiveGrammars({ modules: { json: module }, languages }, makeThread, {
    runMs: 60_000,
    ...limits,
  });
  onTestFinished(() => grammars.end());
  let texts = 0;
  const ask = (request: Omit<Parameters<typeof grammars.highlight>[0], 'language'>) =>
    grammars.highlight({ language: 'sample', ...request }, { warn: (text) => void warnings.push(text) });
  /** The colours of a whole text that was not asked for before, as `tag: part of the text`. */
  const coloursOf = async (text: string) => {
    texts += 1;
    const part = { from: 0, to: text.length };
    return namedSpans(await ask({ document: `text ${texts}`, version: 1, text: { whole: text }, ...part }), text);
  };
  return { ask, coloursOf, warnings, threads: () => threads };
}

export function namedSpans(spans: Uint32Array | 'unknown-base', text: string): string[] {
  if (spans === 'unknown-base') throw new Error(spans);
  return Array.from({ length: spans.length / 3 }, (_each, index) => {
    const [from = 0, to = 0, tag = 0] = spans.subarray(index * 3);
    return `${codeTags[tag]}: ${text.slice(from, to)}`;
  });
}
