import type { HostKind } from '../../../shared/contract/host-kind.ts';
import type { DiscoveredExtension } from '../catalog/discovery.ts';

/** Ids of the hosts that bundled extensions share. No extension's id holds a ":", so none can ask its way in. */
export const sharedHostIds = {
  worker: 'shared:bundled',
  process: 'shared:bundled-process',
} as const satisfies Record<HostKind, string>;

export const isSharedHost = (hostId: string): boolean => Object.values<string>(sharedHostIds).includes(hostId);

export const hostKindOf = ({ manifest }: Pick<DiscoveredExtension, 'manifest'>): HostKind =>
  manifest.runtime.kind === 'worker' ? 'worker' : 'process';

/** @param isAlone it was separated from the others, so that what it does from here on is its own */
export function hostIdOf(extension: DiscoveredExtension, isAlone: boolean): string {
  return extension.source === 'bundled' && !isAlone ? sharedHostIds[hostKindOf(extension)] : extension.manifest.id;
}
