import { join } from 'node:path';
import type { Failure } from '../shared/contract/errors.ts';
import type { HostKind } from '../shared/contract/extensions/host-kind.ts';
import { createEmitter } from '../shared/emitter.ts';
import type { AiServicesDeps } from './ai-services-contract.ts';
import type { ExtensionLog } from './extensions/api/extension-log.ts';
import { profileHost } from './extensions/cpu-profile/profile-host.ts';
import type { ExtensionHost } from './extensions/hosts/extension-host.ts';
import { isSharedHost } from './extensions/hosts/host-assignment.ts';
import { hostLimitsOf } from './extensions/hosts/host-limits.ts';
import type { HostNews, HostPorts } from './extensions/hosts/host-news.ts';
import type { HostLauncher } from './extensions/hosts/host-process.ts';
import { withoutOwnFrames } from './extensions/hosts/output-entries.ts';
import { spawnUtilityProcess } from './extensions/hosts/process/utility-process-gateway.ts';
import { spawnWorkerHost } from './extensions/hosts/worker/worker-host-gateway.ts';
import { FairTurns } from './extensions/ports/fair-turns.ts';
import { turnLimits } from './extensions/ports/turn-limits.ts';
import { ExtensionRegistry } from './extensions/registry/extension-registry.ts';
import type { FindCode } from './extensions/sources/find-code.ts';
import { workspaceContains } from './workspace/workspace-contains.ts';

export interface HostServicesDeps
  extends Pick<
    AiServicesDeps,
    'installation' | 'deadlines' | 'commandLine' | 'extensionLog' | 'publish' | 'workspacePath'
  > {
  readonly ports: HostPorts;
  readonly findCode: FindCode;
  readonly log: ExtensionLog;
  /** Removes secrets from an extension's failure. */
  scrub(failure: Failure): Failure;
}

/** Wires the enabled extensions and their hosts. */
export function createHostServices(deps: HostServicesDeps) {
  const { log, publish } = deps;
  const { built, userData } = deps.installation;
  const { inspectPort } = deps.commandLine;
  const { hosts, hostProcesses, files } = deps.deadlines;
  const limits = hostLimitsOf(hosts);
  const isInspected = (hostId: string) => isSharedHost(hostId) && inspectPort !== undefined;
  // A new kind of host needs its module, an entry here and a row of `hostKinds`
  const launchers: Readonly<Record<HostKind, HostLauncher>> = {
    process: {
      limits,
      spawn: spawnUtilityProcess(join(built, 'main', 'exthost.cjs'), {
        deadlines: hostProcesses,
        inspectPort: (hostId) => (isSharedHost(hostId) ? inspectPort : undefined),
      }),
    },
    worker: {
      limits,
      spawn: spawnWorkerHost(join(built, 'preload', 'worker-host'), {
        deadlines: hostProcesses,
        isInspected,
      }),
    },
    lua: {
      limits,
      spawn: spawnWorkerHost(join(built, 'preload', 'lua-host'), {
        deadlines: hostProcesses,
        code: 'scripts',
        isInspected,
      }),
    },
    wasm: {
      limits,
      spawn: spawnWorkerHost(join(built, 'preload', 'wasm-host'), {
        deadlines: hostProcesses,
        code: 'components',
        isInspected,
      }),
    },
  };
  /** Events of the hosts. */
  const news = createEmitter<HostNews<ExtensionHost>>((error, { type }) =>
    deps.extensionLog.write('error', 'extensions', `after ${type}: ${String(error)}`),
  );
  news.on({
    'hosts-changed': ({ hosts }) => publish({ type: 'hosts', hosts }),
    log: ({ source, text, level = 'info', isVerdict }) => log.write(source, level, withoutOwnFrames(text), isVerdict),
  });
  const registry = new ExtensionRegistry({
    launchers,
    turns: new FairTurns(turnLimits),
    ports: deps.ports,
    findCode: deps.findCode,
    news,
    profile: ({ id, inspect }, extensions, signal) =>
      profileHost({ inspect }, id, extensions, join(userData, 'logs', 'profiles'), {
        orderMs: hostProcesses.profilerMs,
        signal,
      }),
    scrub: deps.scrub,
    containsMs: files.containsMs,
    async workspaceContains(globs, signal) {
      const root = deps.workspacePath();
      return root !== null && workspaceContains(root, globs, signal);
    },
  });
  return { news, registry };
}
