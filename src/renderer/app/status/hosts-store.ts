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
export function worstStatus(hosts: readonly HostSnapshot[]): HostStatus | null {
  return severity.find((status) => hosts.some((host) => host.status === status)) ?? null;
}

/** How all extensions do, in one word and one colour. */
export function overallHealth(
  hosts: readonly HostSnapshot[],
  extensions: readonly Pick<ExtensionSnapshot, 'id' | 'status'>[],
): { readonly words: string; readonly health: HostHealth } {
  const worst = worstStatus(hosts);
  const words = worst === null ? 'none running' : statusNames[worst];
  // Those of a host that stays off are what its own status tells.
  const told = new Set(hosts.flatMap((host) => (host.status === 'failed' ? host.extensions.map(({ id }) => id) : [])));
  const failed = extensions.filter(({ id, status }) => isBad(status) && !told.has(id)).length;
  if (failed > 0) return { words: `${words}, ${failed} failed`, health: 'bad' };
  return { words, health: worst === null ? 'off' : healthOf[worst] };
}

const isBad = (status: ExtensionSnapshot['status']): boolean => status === 'failed' || status === 'invalid';
