import { pathToFileURL } from 'node:url';
import type { ExtensionModule } from '../../shared/contract/extension-api/extension-api.ts';
import type { Runtime } from './runtime.ts';

/** Runs an extension as a JavaScript module of the host's own process. */
export const jsRuntime: Runtime = {
  async load({ mainPath }) {
    const loaded: Partial<ExtensionModule> = await import(/* @vite-ignore */ pathToFileURL(mainPath).href);
    const { activate, deactivate } = loaded;
    if (typeof activate !== 'function') {
      throw new TypeError(`${mainPath} exports no function "activate". Add: export function activate(context) { … }`);
    }
    return {
      activate: async (context) => activate(context),
      deactivate: async () => deactivate?.(),
    };
  },
};
