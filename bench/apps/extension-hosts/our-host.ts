import { join } from 'node:path';
import { usualDeadlines } from '../../../src/main/deadlines.ts';
import type { DiscoveredExtension } from '../../../src/main/extensions/catalog/discovery.ts';
import type { ExtensionHost } from '../../../src/main/extensions/hosts/extension-host.ts';
import { hostLimits } from '../../../src/main/extensions/hosts/host-limits.ts';
import type { HostNews } from '../../../src/main/extensions/hosts/host-news.ts';
import { spawnUtilityProcess } from '../../../src/main/extensions/hosts/process/utility-process-gateway.ts';
import { spawnWorkerHost } from '../../../src/main/extensions/hosts/worker/worker-host-gateway.ts';
import { readManifest } from '../../../src/main/extensions/manifest/manifest-file.ts';
import { FairTurns } from '../../../src/main/extensions/ports/fair-turns.ts';
import { turnLimits } from '../../../src/main/extensions/ports/turn-limits.ts';
import { ExtensionRegistry } from '../../../src/main/extensions/registry/extension-registry.ts';
import { FailureError } from '../../../src/shared/contract/errors.ts';
import { hostKinds, type ModuleHostKind } from '../../../src/shared/contract/extensions/host-kind.ts';
import { createEmitter } from '../../../src/shared/emitter.ts';

/** A host of the app's own with one small extension active in it. */
export interface OurHost {
  readonly pid: number;
  /** Resolves when a call into the extension succeeded, as often as it takes. */
  succeed(): Promise<void>;
  stop(): Promise<void>;
}

const [built = '', extensionRoot = ''] = process.argv.slice(-4);

/** Opens a host the way the app does: the registry, the supervisor and the built host are the app's. */
export async function openOurHost(kind: ModuleHostKind): Promise<OurHost> {
  const deadlines = usualDeadlines.hostProcesses;
  const news = createEmitter<HostNews<ExtensionHost>>((error) => console.error(error));
  news.on({ log: ({ source, text }) => console.log(`${source}: ${text}`) });
  const registry = new ExtensionRegistry({
    launchers: {
      process: { limits: hostLimits, spawn: spawnUtilityProcess(join(built, 'main', 'exthost.cjs'), { deadlines }) },
      worker: { limits: hostLimits, spawn: spawnWorkerHost(join(built, 'preload', 'worker-host'), { deadlines }) },
      lua: {
        limits: hostLimits,
        spawn: spawnWorkerHost(join(built, 'preload', 'lua-host'), { deadlines, code: 'scripts' }),
      },
      wasm: {
        limits: hostLimits,
        spawn: spawnWorkerHost(join(built, 'preload', 'wasm-host'), { deadlines, code: 'components' }),
      },
    },
    turns: new FairTurns(turnLimits),
    ports: { methodsFor: () => ({}) },
    findCode: async () => ({ given: {} }),
    containsMs: usualDeadlines.files.containsMs,
    news,
  });
  const extension = await readExtension(kind);
  registry.setExtensions([extension]);
  const handle = registry.require(extension.manifest.id);

  const host: OurHost = {
    get pid() {
      const [snapshot] = registry.hosts;
      if (snapshot?.pid === undefined) throw new Error('the host does not run');
      return snapshot.pid;
    },
    async succeed() {
      for (;;) {
        try {
          await handle.call('command.run', { id: 'answer' });
          return;
        } catch (error) {
          if (!(error instanceof FailureError) || error.failure.code !== 'host-crashed') throw error;
        }
      }
    },
    stop: () => registry.stop(),
  };
  await host.succeed();
  return host;
}

/** An extension that a person installed has a host of its own. */
async function readExtension(kind: ModuleHostKind): Promise<DiscoveredExtension> {
  const read = await readManifest(extensionRoot);
  if ('problem' in read) throw new Error(`${extensionRoot} cannot be read: ${read.problem.reason}`);
  const { manifest } = read;
  return {
    manifest: { ...manifest, runtime: { ...manifest.runtime, kind: hostKinds[kind].runtimes[0] } },
    rootPath: extensionRoot,
    source: 'explicit',
  };
}
