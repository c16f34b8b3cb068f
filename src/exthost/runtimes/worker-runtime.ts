import type { ExtensionModule } from '../../shared/contract/extension-api/extension-api.ts';
import type { Runtime } from './runtime.ts';

/** Runs an extension as a JavaScript module of the host's own worker; `mainPath` is its address there. */
export const workerRuntime: Runtime = {
  async load({ mainPath }) {
    const { activate, deactivate } = await importModule(mainPath);
    if (typeof activate !== 'function') {
      throw new TypeError(`${mainPath} exports no function "activate". Add: export function activate(context) { … }`);
    }
    return {
      activate: async (context) => activate(context),
      deactivate: async () => deactivate?.(),
    };
  },
};

async function importModule(mainPath: string): Promise<Partial<ExtensionModule>> {
  try {
    return await import(/* @vite-ignore */ mainPath);
  } catch (error) {
    // The browser says no more than that, whichever of the files it was.
    if (!String(error).includes('Failed to fetch dynamically imported module')) throw error;
    const [, , ...names] = new URL(mainPath).pathname.split('/');
    throw new Error(
      `${decodeURIComponent(names.join('/'))}, or something that it imports, could not be loaded. In the sandbox only files of the extension's folder can be imported, no node: modules.`,
    );
  }
}
