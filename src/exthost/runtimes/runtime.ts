import type { ExtensionContext, ExtensionModule } from '../../shared/contract/extension-api/extension-api.ts';
import type { ExtensionOpen } from '../../shared/contract/extensions/exthost-api.ts';

/** A loaded extension, independent of its language. */
export interface LoadedExtension {
  activate(context: ExtensionContext): Promise<void>;
  deactivate(): Promise<void>;
}

/** A way to run extensions of one kind. */
export interface Runtime {
  /** @throws if the module cannot be loaded or has no `activate`; the message tells how to mend it */
  load(open: ExtensionOpen): Promise<LoadedExtension>;
}

/**
 * Wraps a JavaScript module as an extension.
 * @param path of the module, for error messages
 */
export function loadedModule({ activate, deactivate }: Partial<ExtensionModule>, path: string): LoadedExtension {
  if (typeof activate !== 'function') {
    throw new TypeError(`${path} exports no function "activate". Add: export function activate(context) { … }`);
  }
  return {
    activate: async (context) => activate(context),
    deactivate: async () => deactivate?.(),
  };
}
