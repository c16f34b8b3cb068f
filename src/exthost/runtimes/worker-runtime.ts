import type { ExtensionModule } from '../../shared/contract/extension-api/extension-api.ts';
import { loadedModule, type Runtime } from './runtime.ts';
import { type CodePlace, syntaxErrorAt } from './syntax-error.ts';

/** Runs an extension as a JavaScript module of the host's own worker; `mainPath` is its address there. */
export const workerRuntime: Runtime = {
  load: async ({ mainPath }) => loadedModule(await importModule(mainPath), mainPath),
};

async function importModule(mainPath: string): Promise<Partial<ExtensionModule>> {
  try {
    return await import(/* @vite-ignore */ mainPath);
  } catch (error) {
    const place = error instanceof SyntaxError ? placeOf(error) : null;
    if (place) throw syntaxErrorAt(error as SyntaxError, pathOf(place.file), place);
    // The browser says no more than that, whichever of the files it was.
    if (!String(error).includes('Failed to fetch dynamically imported module')) throw error;
    throw new Error(
      `${pathOf(mainPath)}, or something that it imports, could not be loaded. In the sandbox only files of the extension's folder can be imported, no node: modules.`,
    );
  }
}

/** From the extension's folder. */
function pathOf(address: string): string {
  const [, , ...names] = new URL(address).pathname.split('/');
  return decodeURIComponent(names.join('/'));
}

/** The browser tells the place of an error to those alone who hear of one that nobody caught. */
function placeOf(error: SyntaxError): CodePlace | null {
  let place: CodePlace | null = null;
  const hear = (event: ErrorEvent) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    const { filename: file, lineno: line, colno: column } = event;
    if (file !== '') place = { file, line, column };
  };
  // Before the listener that logs what nobody caught.
  const options = { capture: true };
  addEventListener('error', hear, options);
  reportError(error);
  removeEventListener('error', hear, options);
  return place;
}
