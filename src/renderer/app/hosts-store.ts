import { create } from 'zustand';
import type { HostSnapshot, HostStatus } from '../../shared/contract/host-state.ts';

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
