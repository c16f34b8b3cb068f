import type { ThreadView } from '../../../../shared/contract/thread-view.ts';
import { isSliceOver, nextSlice } from '../../panel/work-slices.ts';
import { findScopes } from './find-scopes.ts';
import { foldText, occurrencesIn } from './fold-text.ts';
import type { FindScope } from './text-scopes.ts';

export interface FoundMatch {
  readonly scope: FindScope;
  /** Index among the matches of its scope. */
  readonly index: number;
}

/** Cache of folded texts, for the lifetime of the bar. */
export type FoldedScopes = WeakMap<FindScope, string>;

/**
 * Finds all matches of a query in a thread, in slices of time.
 * @param isWanted checked now and then; when false the search ends
 * @returns null: it was no longer wanted
 */
export async function searchThread(
  view: ThreadView,
  query: string,
  folded: FoldedScopes,
  isWanted: () => boolean,
): Promise<FoundMatch[] | null> {
  const matches: FoundMatch[] = [];
  const needle = foldText(query).text;
  if (needle === '') return matches;
  for (const scope of findScopes(view)) {
    if (isSliceOver()) {
      await nextSlice();
      if (!isWanted()) return null;
    }
    const text = folded.get(scope) ?? foldText(scope.text()).text;
    folded.set(scope, text);
    for (const index of occurrencesIn(text, needle).keys()) matches.push({ scope, index });
  }
  return matches;
}

export const isSameMatch = (one: FoundMatch | undefined, other: FoundMatch | undefined): boolean =>
  one?.scope.id === other?.scope.id && one?.index === other?.index;
