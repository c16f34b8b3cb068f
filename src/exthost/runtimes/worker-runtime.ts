import type { ExtensionModule } from '../../shared/contract/extension-api.ts';
import type { Runtime } from './runtime.ts';

/** Runs an extension as a JavaScript module of the host's own worker; `mainPath` is its address there. */
export const workerRuntime: Runtime = {
  async load({ mainPath }) {
    const { activate, deactivate }: Partial<ExtensionModule> = await import(/* @vite-ignore */ mainPath);
    if (typeof activate !== 'function') {
      throw new TypeError(`${mainPath} exports no function "activate". Add: export function activate(context) { … }`);
    }
    return {
      activate: async (context) => activate(context),
      deactivate: async () => deactivate?.(),
    };
  },
};
