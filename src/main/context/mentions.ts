import { fail, ok, resultOf } from '../../shared/contract/errors.ts';
import type { RendererApi } from '../../shared/contract/renderer-api.ts';
import { createSymbolIndex } from './symbol-index.ts';

/** Finds mentions for a prompt in the open folder. A newer question ends the one before. */
export function createMentions({ root }: { root(): string | null }): RendererApi['mentions'] {
  const index = createSymbolIndex();
  let asked = new AbortController();

  return {
    async symbols(query) {
      asked.abort();
      asked = new AbortController();
      const { signal } = asked;
      const folder = root();
      if (folder === null) return ok([]);
      const found = await resultOf(() => index.find(folder, query, signal));
      return !found.ok && signal.aborted ? fail('cancelled', 'A newer question took its place.') : found;
    },
    async declared(names) {
      const folder = root();
      if (folder === null) return ok([]);
      return resultOf(() => index.places(folder, names));
    },
  };
}
