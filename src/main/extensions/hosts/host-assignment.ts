import { FailureError } from '../../../shared/contract/errors.ts';
import { type HostKind, hostKinds } from '../../../shared/contract/extensions/host-kind.ts';
import type { Manifest } from '../../../shared/contract/extensions/manifest.ts';
import type { DiscoveredExtension } from '../catalog/discovery.ts';

const sharedHostIds = new Set<string>(Object.values(hostKinds).map(({ sharedHostId }) => sharedHostId));

export const isSharedHost = (hostId: string): boolean => sharedHostIds.has(hostId);

/** @throws {FailureError} for an extension without code, which no host can run */
export function runtimeOf({ id, name, runtime }: Manifest): NonNullable<Manifest['runtime']> {
  if (runtime) return runtime;
  throw new FailureError({ code: 'invalid-request', message: `${name} has no code to run.`, extensionId: id });
}

/** @param isAlone it was separated from the others of a shared host, so that a crash is attributed to it alone */
export function hostIdOf(extension: DiscoveredExtension, kind: HostKind, isAlone: boolean): string {
  const { separates, sharedHostId } = hostKinds[kind];
  return (separates || extension.source === 'bundled') && !isAlone ? sharedHostId : extension.manifest.id;
}
