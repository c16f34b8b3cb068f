import { create } from 'zustand';
import type { ExtensionSnapshot } from '../../../shared/contract/extensions/extension-state.ts';
import type { HostSnapshot, HostStatus } from '../../../shared/contract/extensions/host-state.ts';

export const useHosts = create<{ readonly hosts: readonly HostSnapshot[] }>(() => ({ hosts: [] }));

export type HostHealth = 'good' | 'waiting' | 'bad' | 'off';

export const healthOf: Readonly<Record<HostStatus, HostHealth>> = {
  running: 'good',
  starting: 'waiting',
  restarting: 'waiting',
  unresponsive: 'waiting',
  failed: 'bad',
  stopped: 'off',
};

export const statusNames: Readonly<Record<HostStatus, string>> = {
  running: 'running',
  starting: 'starting',
  restarting: 'restarting',
  unresponsive: 'not responding',
  failed: 'stopped after failures',
  stopped: 'stopped',
};

/** Worst first. */
const severity: readonly HostStatus[] = ['failed', 'unresponsive', 'restarting', 'starting', 'running', 'stopped'];

/** The status that stands for all hosts: the worst one. null: there is no host. */
function worstStatus(hosts: readonly HostSnapshot[]): HostStatus | null {
  return severity.find((status) => hosts.some((host) => host.status === status)) ?? null;
}

/** A host or an extension that should run and does not. */
export interface FailedItem {
  readonly key: string;
  readonly name: string;
  /** A sentence. */
  readonly reason: string | undefined;
  /** The extension whose log tells more; absent: its manifest cannot be read, so that there is nothing to start. */
  readonly extensionId?: string | undefined;
  /** The host to restart; absent: the extension is started, in whatever host. */
  readonly hostId?: string | undefined;
}

type Known = Pick<ExtensionSnapshot, 'id' | 'name' | 'status' | 'reason' | 'rootPath'>;

/** Hosts that stay off, and extensions that are in no host or cannot even be read. */
export function failedItems(hosts: readonly HostSnapshot[], extensions: readonly Known[]): FailedItem[] {
  const down = hosts.filter(({ status }) => status === 'failed');
  // Extensions of a host that stays off are covered by the row of the host.
  const told = new Set(down.flatMap((host) => host.extensions.map(({ id }) => id)));
  const failed = extensions.filter(({ id, status }) => isBad(status) && !told.has(id));
  return [
    ...down.map((host) => ({
      key: host.id,
      name: namesIn(host),
      reason: host.failure?.message,
      extensionId: host.extensions[0]?.id,
      hostId: host.id,
    })),
    ...failed.map(({ id, name, reason, status, rootPath }) => ({
      key: rootPath,
      name,
      reason,
      ...(status === 'failed' && { extensionId: id }),
    })),
  ];
}

export const namesIn = ({ extensions }: HostSnapshot): string =>
  extensions.map(({ name }) => name).join(', ') || 'No extensions';

/** The health of all extensions, in one word and one colour; the number is that of `failedItems`. */
export function overallHealth(
  hosts: readonly HostSnapshot[],
  extensions: readonly Known[],
): { readonly words: string; readonly health: HostHealth } {
  const worst = worstStatus(hosts.filter(({ status }) => status !== 'failed'));
  const words = worst === null ? 'none running' : statusNames[worst];
  const failed = failedItems(hosts, extensions).length;
  if (failed > 0) return { words: `${words}, ${failed} failed`, health: 'bad' };
  return { words, health: worst === null ? 'off' : healthOf[worst] };
}

const isBad = (status: ExtensionSnapshot['status']): boolean => status === 'failed' || status === 'invalid';
