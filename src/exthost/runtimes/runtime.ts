import type { ExtensionContext } from '../../shared/contract/extension-api/extension-api.ts';
import type { ExtensionOpen } from '../../shared/contract/extensions/exthost-api.ts';

/** A loaded extension, whatever language it is written in. */
export interface LoadedExtension {
  activate(context: ExtensionContext): Promise<void>;
  deactivate(): Promise<void>;
}

/** A way to run extensions of one kind. */
export interface Runtime {
  /** @throws when the module cannot be loaded or has no `activate`; the message says what to mend */
  load(open: ExtensionOpen): Promise<LoadedExtension>;
}
