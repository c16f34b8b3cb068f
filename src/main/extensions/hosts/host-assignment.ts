import { type HostKind, hostKindOfRuntime, hostKinds } from '../../../shared/contract/extensions/host-kind.ts';
import type { DiscoveredExtension } from '../catalog/discovery.ts';

const sharedHostIds = new Set<string>(Object.values(hostKinds).map(({ sharedHostId }) => sharedHostId));

export const isSharedHost = (hostId: string): boolean => sharedHostIds.has(hostId);

export const hostKindOf = ({ manifest }: Pick<DiscoveredExtension, 'manifest'>): HostKind =>
  hostKindOfRuntime(manifest.runtime.kind);

/** @param isAlone it was separated from the other bundled extensions, so that a crash is attributed to it alone */
export function hostIdOf(extension: DiscoveredExtension, isAlone: boolean): string {
  return extension.source === 'bundled' && !isAlone
    ? hostKinds[hostKindOf(extension)].sharedHostId
    : extension.manifest.id;
}
