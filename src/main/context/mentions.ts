import { fail, ok, type Result, resultOf } from '../../shared/contract/errors.ts';
import type { RendererApi } from '../../shared/contract/renderer-api.ts';
import { directoriesOf, filesBelow } from './project-paths.ts';
import { createSymbolIndex } from './symbol-index.ts';

const maxPaths = 50_000;

/** Finds mentions for a prompt in the open folder. A newer question ends the one before. */
export function createMentions({ root }: { root(): string | null }): RendererApi['mentions'] {
  const index = createSymbolIndex();
  const asked = { paths: new AbortController(), symbols: new AbortController() };

  async function ask<T>(
    what: keyof typeof asked,
    nothing: NoInfer<T>,
    look: (folder: string, signal: AbortSignal) => Promise<T>,
  ): Promise<Result<T>> {
    asked[what].abort();
    asked[what] = new AbortController();
    const { signal } = asked[what];
    const folder = root();
    if (folder === null) return ok(nothing);
    const found = await resultOf(() => look(folder, signal));
    return !found.ok && signal.aborted ? fail('cancelled', 'A newer question took its place.') : found;
  }

  return {
    paths: () =>
      ask<readonly string[]>('paths', [], async (folder, signal) => {
        const { paths: files } = await filesBelow(folder, '', maxPaths, signal);
        return [...directoriesOf(files), ...files].slice(0, maxPaths);
      }),
    symbols: (query) => ask('symbols', [], (folder, signal) => index.find(folder, query, signal)),
    async declared(names) {
      const folder = root();
      if (folder === null) return ok([]);
      return resultOf(() => index.places(folder, names));
    },
  };
}
