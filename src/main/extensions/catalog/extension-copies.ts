import type { Ask } from '../../../shared/contract/extensions/extension-state.ts';
import type { Manifest } from '../../../shared/contract/extensions/manifest.ts';
import type { DiscoveredExtension, Discovery } from './discovery.ts';
import type { ExtensionDecisions } from './extension-decisions.ts';

/** One folder that holds an extension, and its state among the copies of the same id. */
export type ExtensionCopy = { readonly extension: DiscoveredExtension } & (
  | { readonly standing: 'used' | 'disabled' }
  | { readonly standing: 'waiting'; readonly asks: readonly Ask[] }
  /** `by`: the folder of the copy in use. */
  | { readonly standing: 'shadowed'; readonly by: string }
);

/**
 * Uses the first copy of each id that may run. A copy that is disabled or waits for consent does not claim the id: the
 * next one takes its place, and comes where its own root does.
 */
export function copiesOf(
  { extensions, shadowed, order }: Discovery,
  { isDisabled, missingConsent }: Pick<ExtensionDecisions, 'isDisabled' | 'missingConsent'>,
): ExtensionCopy[] {
  const used = new Map<string, DiscoveredExtension>();
  const stand = (extension: DiscoveredExtension): ExtensionCopy => {
    const { id } = extension.manifest;
    const by = used.get(id);
    if (by) return { extension, standing: 'shadowed', by: by.rootPath };
    if (isDisabled(extension)) return { extension, standing: 'disabled' };
    const asks = missingConsent(extension);
    if (asks.length > 0) return { extension, standing: 'waiting', asks };
    used.set(id, extension);
    return { extension, standing: 'used' };
  };
  const inOrder = [...extensions, ...shadowed].sort(
    (one, other) => order.indexOf(one.rootPath) - order.indexOf(other.rootPath),
  );
  return inOrder.map(stand);
}

/** Whether a running extension can stay. What a script registered by itself is no reason to run it anew. */
export const isSameCopy = (one: DiscoveredExtension, other: DiscoveredExtension): boolean =>
  one.rootPath === other.rootPath &&
  one.source === other.source &&
  one.script?.hash === other.script?.hash &&
  isSameManifest(one.script?.written ?? one.manifest, other.script?.written ?? other.manifest);

/** Whether another instance runs the same files: of a bundled extension rows and endpoints change the manifest alone. */
export const isSameCode = (one: DiscoveredExtension, other: DiscoveredExtension): boolean =>
  one.rootPath === other.rootPath && one.source === 'bundled' && other.source === 'bundled';

/** They compare as JSON: plain data in the order of the same file. */
export const isSameManifest = (one: Manifest, other: Manifest): boolean =>
  JSON.stringify(one) === JSON.stringify(other);
