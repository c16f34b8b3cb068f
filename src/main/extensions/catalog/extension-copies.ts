import type { Ask } from '../../../shared/contract/extensions/extension-state.ts';
import type { DiscoveredExtension, Discovery } from './discovery.ts';
import type { ExtensionDecisions } from './extension-decisions.ts';

/** One folder that holds an extension, and whether it is the one of its id that is used. */
export type ExtensionCopy = { readonly extension: DiscoveredExtension } & (
  | { readonly standing: 'used' | 'disabled' }
  | { readonly standing: 'waiting'; readonly asks: readonly Ask[] }
  /** `by`: the folder of the one that is used. */
  | { readonly standing: 'shadowed'; readonly by: string }
);

/**
 * Of each id the first copy that may run is used. One that a person turned off, or that waits for their consent, claims
 * nothing: the next one of its id has its place.
 */
export function copiesOf(
  { extensions, shadowed }: Discovery,
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
  return [...extensions, ...shadowed].map(stand);
}

/** Whether what runs may go on as it is. Manifests are plain data, read from the same file in the same order. */
export const isSameCopy = (one: DiscoveredExtension, other: DiscoveredExtension): boolean =>
  one.rootPath === other.rootPath &&
  one.source === other.source &&
  JSON.stringify(one.manifest) === JSON.stringify(other.manifest);
