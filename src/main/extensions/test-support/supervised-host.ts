import { expect, vi } from 'vitest';
import { nothingDeclared } from '../../../shared/contract/extensions/contribution-kinds.ts';
import type { ExtensionMethods } from '../../../shared/contract/extensions/exthost-api.ts';
import { createEmitter, type Handlers } from '../../../shared/emitter.ts';
import { Peer } from '../../../shared/rpc/peer.ts';
import type { HostLimits } from '../hosts/host-limits.ts';
import { HostSupervisor, type SupervisorEvent } from '../hosts/host-supervisor.ts';
import { FairTurns } from '../ports/fair-turns.ts';
import { turnLimits } from '../ports/turn-limits.ts';
import { extensionFolders } from './extension-folders.ts';
import { forkedHosts, unhurried } from './forked-hosts.ts';

/** Generous, for real processes on a busy machine. */
export const patience = { timeout: 120_000, interval: 10 };

export const folders = extensionFolders();
const started: { supervisor: HostSupervisor; hosts: ReturnType<typeof forkedHosts> }[] = [];

/** For `afterEach`: no process may outlive its test. */
export async function stopAll(): Promise<void> {
  for (const { supervisor } of started) await supervisor.stop();
  for (const { hosts } of started.splice(0)) expect(hosts.liveCount).toBe(0);
}

/** A supervisor over real processes. @param modulePath run in place of an extension host */
export function supervise(modulePath?: string, limits: Partial<HostLimits> = {}) {
  const hosts = forkedHosts(modulePath);
  const heard: string[] = [];
  const peers: Peer<ExtensionMethods>[] = [];
  const events = createEmitter<SupervisorEvent>((error) => {
    throw error;
  });
  events.on({
    changed: ({ state }) => heard.push(state.status),
    connected: () => heard.push('connect'),
    disconnected({ reason }) {
      heard.push(`disconnect: ${reason}`);
      for (const peer of peers.splice(0)) peer.close();
    },
    unresponsive: () => heard.push('is unresponsive'),
    responsive: () => heard.push('answers again'),
    crashed: ({ reason, restartInMs }) => heard.push(`crash: ${reason}, back in ${restartInMs}`),
    failed: ({ reason }) => heard.push(`fail: ${reason}`),
    output: ({ line }) => heard.push(`output: ${line}`),
    'exit-attempt': ({ attempt }) => heard.push(`exit attempt: ${attempt.call}`),
    overrun: ({ does }) => heard.push(`overrun: ${does}`),
  } satisfies Handlers<SupervisorEvent>);
  const supervisor = new HostSupervisor({
    id: 'subject',
    spawn: hosts.spawn,
    limits: { ...unhurried, ...limits },
    turns: new FairTurns(turnLimits),
    tell: events.emit,
    leavePorts(reason) {
      heard.push(`shut down: ${reason}`);
      const leaving = peers.splice(0);
      return () => {
        for (const peer of leaving) peer.close();
      };
    },
    oldestUnacknowledgedAt: () =>
      peers.map((peer) => peer.oldestUnacknowledgedAt).find((oldest) => oldest !== undefined),
  });
  started.push({ supervisor, hosts });
  /** Runs a module in the host, on its own port. */
  const open = async (source: string, name = 'extension'): Promise<Peer<ExtensionMethods>> => {
    const mainPath = folders.write(`${name}-${Math.random()}.mjs`, source);
    const port = supervisor.openExtension({
      type: 'extension',
      extensionId: name,
      rootPath: folders.root,
      mainPath,
      runtime: 'js',
      declares: { ...nothingDeclared, providers: ['p'] },
    });
    const peer = new Peer<ExtensionMethods>(port);
    peers.push(peer);
    await peer.call('activate', { reason: 'test' });
    return peer;
  };
  const status = (expected: string) => vi.waitFor(() => expect(supervisor.state.status).toBe(expected), patience);
  return { supervisor, hosts, heard, open, status };
}

/** A provider whose `models` runs the given code. */
export const doing = (what: string) => `
  export const activate = (context) =>
    void context.languageModels.registerProvider({ id: 'p', name: 'P' }, {
      async models() { ${what} },
      isAuthenticated: () => true, authenticate() {}, resetCredentials() {}, async *stream() {},
    });`;
export const models = { providerId: 'p' };
