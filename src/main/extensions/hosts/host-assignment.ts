import { type HostKind, hostKindOfRuntime, hostKinds } from '../../../shared/contract/extensions/host-kind.ts';
import type { DiscoveredExtension } from '../catalog/discovery.ts';

const sharedHostIds = new Set<string>(Object.values(hostKinds).map(({ sharedHostId }) => sharedHostId));

export const isSharedHost = (hostId: string): boolean => sharedHostIds.has(hostId);

export const hostKindOf = ({ manifest }: Pick<DiscoveredExtension, 'manifest'>): HostKind =>
  hostKindOfRuntime(manifest.runtime.kind);

/** @param isAlone it was separated from the others of a shared host, so that a crash is attributed to it alone */
export function hostIdOf(extension: DiscoveredExtension, isAlone: boolean): string {
  const { separates, sharedHostId } = hostKinds[hostKindOf(extension)];
  return (separates || extension.source === 'bundled') && !isAlone ? sharedHostId : extension.manifest.id;
}
