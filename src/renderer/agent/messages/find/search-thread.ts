import type { ThreadView } from '../../../../shared/contract/thread.ts';
import { isSliceOver, nextSlice } from '../../panel/work-slices.ts';
import { findScopes } from './find-scopes.ts';
import { foldText, occurrencesIn } from './fold-text.ts';
import type { FindScope } from './text-scopes.ts';

export interface FoundMatch {
  readonly scope: FindScope;
  /** The how-manieth of its scope. */
  readonly index: number;
}

/** Text that was searched before; gone with the bar. */
export type FoldedScopes = WeakMap<FindScope, string>;

/**
 * Finds every occurrence of a query in a thread, in slices of time.
 * @param isWanted asked now and then; otherwise it gives up
 * @returns null: it gave up
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

/** Whether two searches found the same place. */
export const isSameMatch = (one: FoundMatch | undefined, other: FoundMatch | undefined): boolean =>
  one?.scope.id === other?.scope.id && one?.index === other?.index;
