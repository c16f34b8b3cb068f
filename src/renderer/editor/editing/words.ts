import { CompletionContext, type CompletionResult, completeAnyWord } from '@codemirror/autocomplete';
import { language, syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';

const longestLabel = 100;
/** Words of other documents are looked for in the first of them only. */
const maxOthers = 20;

export function isProse(state: EditorState): boolean {
  const name = state.facet(language)?.name ?? '';
  return name === '' || /markdown|text/i.test(name);
}

/** In a comment or a string. */
export function isQuoted({ state, pos }: CompletionContext): boolean {
  for (let node = syntaxTree(state).resolveInner(pos, -1); ; node = node.parent) {
    if (/comment|string/i.test(node.name)) return true;
    if (node.parent === null) return false;
  }
}

/** In prose, comments and strings words are offered on request only. */
const isCode = (context: CompletionContext): boolean => !isProse(context.state) && !isQuoted(context);

/**
 * The words that begin with what is typed, those of the document before those of others.
 * @param others the other documents to look in
 */
export function completeWords(context: CompletionContext, others: readonly EditorState[]): CompletionResult | null {
  const typed = context.matchBefore(/[\p{L}\p{N}_$]+$/u);
  if (!context.explicit && ((typed?.text.length ?? 0) < 2 || !isCode(context))) return null;
  const from = typed?.from ?? context.pos;
  const found = [
    completeAnyWord(new CompletionContext(context.state, context.pos, true)),
    ...others.slice(0, maxOthers).map((state) => completeAnyWord(new CompletionContext(state, 0, true))),
  ] as (CompletionResult | null)[];
  const labels = new Set(found.flatMap((each) => each?.options ?? []).map(({ label }) => label));
  const isOffered = (label: string) =>
    label !== typed?.text && label.length <= longestLabel && !/^(?:\d|.$)/u.test(label);
  const options = [...labels].filter(isOffered);
  if (options.length === 0) return null;
  return {
    from,
    // Without more, so that a word which the language offers as well is there once.
    options: options.map((label) => ({ label })),
    validFor: /^[\p{L}\p{N}_$]*$/u,
  };
}
