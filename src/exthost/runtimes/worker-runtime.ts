import type { ExtensionModule } from '../../shared/contract/extension-api/extension-api.ts';
import { loadedModule, type Runtime } from './runtime.ts';
import { type CodePlace, syntaxErrorAt } from './syntax-error.ts';

/** Runs an extension as a JavaScript module in the host's worker; `mainPath` is its URL there. */
export const workerRuntime: Runtime = {
  load: async ({ mainPath }) => loadedModule(await importModule(mainPath), mainPath),
};

async function importModule(mainPath: string): Promise<Partial<ExtensionModule>> {
  try {
    return await import(/* @vite-ignore */ mainPath);
  } catch (error) {
    const place = error instanceof SyntaxError ? placeOf(error) : null;
    if (place) throw syntaxErrorAt(error as SyntaxError, pathOf(place.file), place);
    // The browser gives no details, not even which file it was.
    if (!String(error).includes('Failed to fetch dynamically imported module')) throw error;
    throw new Error(
      `${pathOf(mainPath)}, or something that it imports, could not be loaded. In the sandbox only files of the extension's folder can be imported, no node: modules.`,
    );
  }
}

/** Path relative to the extension's folder. */
function pathOf(address: string): string {
  const [, , ...names] = new URL(address).pathname.split('/');
  return decodeURIComponent(names.join('/'));
}

/**
 * The browser gives the place of an error only to listeners for uncaught ones, so that the error is reported as one.
 */
function placeOf(error: SyntaxError): CodePlace | null {
  let place: CodePlace | null = null;
  const hear = (event: ErrorEvent) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    const { filename: file, lineno: line, colno: column } = event;
    if (file !== '') place = { file, line, column };
  };
  // Captured before the listener that logs uncaught errors.
  const options = { capture: true };
  addEventListener('error', hear, options);
  reportError(error);
  removeEventListener('error', hear, options);
  return place;
}
