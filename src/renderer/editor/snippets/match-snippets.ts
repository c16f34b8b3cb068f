import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import type { EditorState } from '@codemirror/state';
import type { Snippet } from '../../../shared/contract/languages/snippet.ts';
import { isProse, isQuoted } from '../editing/words.ts';
import { fillIn, type ValueOf } from './fill-in.ts';
import { insertSnippet } from './insert-snippet.ts';
import { parseBody } from './parse-body.ts';
import { type SnippetPlace, valueOfVariable } from './variables.ts';

/** Where a snippet of a text is inserted now. */
export type PlaceIn = (state: EditorState) => SnippetPlace;

/** Letters until snippets are offered by themselves, as for words. */
const fewestLetters = 2;
const word = /[\p{L}\p{N}_$]+$/u;

/**
 * The snippets that may be meant by what is typed. In prose, comments and strings those that begin with it, in the latter
 * two on request only.
 */
export function matchSnippets(
  context: CompletionContext,
  snippets: readonly Snippet[],
  placeIn: PlaceIn,
): CompletionResult | null {
  const { state, explicit, pos } = context;
  if (!explicit && isQuoted(context)) return null;
  const all = snippets.flatMap((snippet) => snippet.prefixes.map((prefix) => optionOf(prefix, snippet, placeIn)));
  const typed = context.matchBefore(/\S+$/);
  // Such as “#!” and “for-in”, of which CodeMirror would take the last word alone.
  const signs = typed && !/^[\p{L}\p{N}_$]+$/u.test(typed.text) ? startingWith(all, typed.text) : [];
  if (typed && signs.length > 0) return { from: typed.from, options: signs, filter: false };
  const letters = context.matchBefore(word);
  if (!explicit && (letters?.text.length ?? 0) < fewestLetters) return null;
  const options = letters && !explicit && isProse(state) ? startingWith(all, letters.text) : all;
  return options.length === 0 ? null : { from: letters?.from ?? pos, options, validFor: /^[\p{L}\p{N}_$]*$/u };
}

const startingWith = (options: readonly Completion[], text: string): Completion[] =>
  options.filter(({ label }) => label.toLowerCase().startsWith(text.toLowerCase()));

function optionOf(prefix: string, { name, description, body }: Snippet, placeIn: PlaceIn): Completion {
  const filled = (variable: ValueOf) => fillIn(parseBody(body), variable);
  return {
    label: prefix,
    detail: description || name,
    info() {
      const shown = document.createElement('pre');
      shown.textContent = filled((variable) => variable)
        .map(({ text }) => text)
        .join('');
      return shown;
    },
    apply(view, completion, from, to) {
      const place = placeIn(view.state);
      insertSnippet(
        view,
        filled((variable) => valueOfVariable(variable, place)),
        completion,
        from,
        to,
      );
    },
  };
}
