import type { ExtensionContext, ExtensionModule } from '../../shared/contract/extension-api/extension-api.ts';
import type { CompiledComponent } from '../../shared/contract/extensions/compiled-component.ts';
import type { ExtensionOpen } from '../../shared/contract/extensions/exthost-api.ts';
import type { Registering } from '../../shared/contract/extensions/manifest.ts';
import type { ScriptSources } from '../../shared/contract/extensions/script-sources.ts';
import type { GivenGrammars } from '../../shared/contract/languages/given-grammars.ts';
import type { Highlighted, HighlightRequest } from '../../shared/contract/languages/highlight.ts';

/** What main hands over with an extension that a host cannot load by itself. */
export interface HandedOver {
  /** Of a script. */
  readonly sources?: ScriptSources | undefined;
  readonly component?: CompiledComponent | undefined;
  readonly grammars?: GivenGrammars | undefined;
  /** Tells main all that a script has registered by now. Rejects if main refuses it. */
  tell(registered: Registering): Promise<unknown>;
}

/** A loaded extension, independent of its language. */
export interface LoadedExtension {
  /** @returns what a script has registered; null for kinds whose manifest declares it */
  activate(context: ExtensionContext): Promise<Registering | null>;
  /** Colours a part of a text by a grammar; absent where there are none. */
  highlight?(request: HighlightRequest): Promise<Highlighted>;
  deactivate(): Promise<void>;
}

/** A way to run extensions of one kind. */
export interface Runtime {
  /**
   * @param handed for runtimes of scripts and components
   * @throws if the module cannot be loaded or has no `activate`; the message tells how to mend it
   */
  load(open: ExtensionOpen, handed: HandedOver): Promise<LoadedExtension>;
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
