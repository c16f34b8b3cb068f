import type { RunningExtension } from '../../../shared/contract/extensions/extension-state.ts';
import type { ExtensionHost } from '../hosts/extension-host.ts';

/** @returns the extensions of a host for the Running extensions view */
export async function runningExtensions(
  host: ExtensionHost,
  lastCrashOf: (extensionId: string) => RunningExtension['lastCrash'],
): Promise<RunningExtension[]> {
  const metrics = await host.metrics();
  return host.members.map(({ id, extension, firstReason, connection }) => {
    const statistics = connection?.peer.statistics;
    const hasAnswered = statistics !== undefined && statistics.meanMs > 0;
    return {
      extensionId: id,
      extensionName: extension.manifest.name,
      hostId: host.id,
      hostKind: host.kind,
      hostStatus: host.status,
      pid: host.pid,
      activationReason: firstReason,
      activationMs: connection?.activationMs,
      calls: statistics?.calls ?? 0,
      pending: statistics?.pending ?? 0,
      errors: statistics?.errors ?? 0,
      badMessages: statistics?.badMessages ?? 0,
      meanMs: hasAnswered ? statistics.meanMs : undefined,
      p95Ms: hasAnswered ? statistics.p95Ms : undefined,
      memoryBytes: metrics?.memoryBytes,
      cpuPercent: metrics?.cpuPercent,
      lastCrash: lastCrashOf(id),
    };
  });
}
