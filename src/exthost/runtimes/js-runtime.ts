import { realpath } from 'node:fs/promises';
import { relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { ExtensionModule } from '../../shared/contract/extension-api/extension-api.ts';
import type { ExtensionOpen } from '../../shared/contract/extensions/exthost-api.ts';
import { syntaxPlace } from '../syntax-place.ts';
import { loadedModule, type Runtime } from './runtime.ts';
import { syntaxErrorAt } from './syntax-error.ts';

/** Runs an extension as a JavaScript module in the host's process. */
export const jsRuntime: Runtime = {
  load: async (open) => loadedModule(await importModule(open), open.mainPath),
};

async function importModule({ rootPath, mainPath }: ExtensionOpen): Promise<Partial<ExtensionModule>> {
  const { href } = pathToFileURL(mainPath);
  try {
    return await import(/* @vite-ignore */ href);
  } catch (error) {
    const place = error instanceof SyntaxError ? await syntaxPlace(error, href) : null;
    if (!place) throw error;
    const file = place.file.startsWith('file:') ? fileURLToPath(place.file) : place.file;
    // Relative to the real path: Node resolves links.
    throw syntaxErrorAt(error as SyntaxError, relative(await realpath(rootPath), file), { ...place, file });
  }
}
