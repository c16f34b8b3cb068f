import type { ExtensionContext, ExtensionModule } from '../../shared/contract/extension-api/extension-api.ts';
import type { ExtensionOpen } from '../../shared/contract/extensions/exthost-api.ts';
import type { Registering } from '../../shared/contract/extensions/manifest.ts';
import type { ScriptSources } from '../../shared/contract/extensions/script-sources.ts';

/** What a runtime of scripts is given by main. */
export interface ScriptGiven {
  readonly sources: ScriptSources;
  /** Tells main all that the script has registered by now. Rejects if main refuses it. */
  tell(registered: Registering): Promise<unknown>;
}

/** A loaded extension, independent of its language. */
export interface LoadedExtension {
  /** @returns what a script has registered; null for kinds whose manifest declares it */
  activate(context: ExtensionContext): Promise<Registering | null>;
  deactivate(): Promise<void>;
}

/** A way to run extensions of one kind. */
export interface Runtime {
  /**
   * @param script for a runtime of scripts
   * @throws if the module cannot be loaded or has no `activate`; the message tells how to mend it
   */
  load(open: ExtensionOpen, script?: ScriptGiven): Promise<LoadedExtension>;
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
    async activate(context) {
      await activate(context);
      return null;
    },
    deactivate: async () => deactivate?.(),
  };
}
