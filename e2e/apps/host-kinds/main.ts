import { readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { app } from 'electron';
import { patient, usualDeadlines } from '../../../src/main/deadlines.ts';
import { checkedStreams } from '../../../src/main/extensions/api/checked-streams.ts';
import { createExtensionFetch } from '../../../src/main/extensions/api/extension-fetch.ts';
import type { HostProcess, SpawnHost } from '../../../src/main/extensions/hosts/host-process.ts';
import { spawnUtilityProcess } from '../../../src/main/extensions/hosts/process/utility-process-gateway.ts';
import { spawnWorkerHost } from '../../../src/main/extensions/hosts/worker/worker-host-gateway.ts';
import { declareSchemes } from '../../../src/main/platform/app-protocol.ts';
import { nothingDeclared } from '../../../src/shared/contract/extensions/contribution-kinds.ts';
import type {
  ExtensionMethods,
  ExtensionStreams,
  HostMethods,
} from '../../../src/shared/contract/extensions/exthost-api.ts';
import { type HostKind, hostKinds, type ModuleHostKind } from '../../../src/shared/contract/extensions/host-kind.ts';
import type { Manifest } from '../../../src/shared/contract/extensions/manifest.ts';
import { Peer } from '../../../src/shared/rpc/peer.ts';

/** An app of extension hosts only. The suite drives it through `globalThis.driver`, with plain values only. */

const out = process.env.OUTRIGGER_OUT ?? '';
/** Longer deadlines, for a busy computer. */
const deadlines = patient(usualDeadlines, 4).hostProcesses;
type Kind = ModuleHostKind | 'wasm';
const kinds = {
  process: spawnUtilityProcess(join(out, 'main', 'exthost.cjs'), { deadlines, maxHeapMb: 256 }),
  worker: spawnWorkerHost(join(out, 'preload', 'worker-host'), { deadlines, maxHeapMb: 256, maxMemoryMb: 600 }),
  wasm: spawnWorkerHost(join(out, 'preload', 'wasm-host'), { deadlines, code: 'components' }),
} satisfies Partial<Record<HostKind, SpawnHost>>;

interface Host {
  readonly kind: Kind;
  readonly process: HostProcess;
  readonly control: Peer<HostMethods>;
  readonly exits: string[];
  readonly output: string[];
  readonly extensions: Map<string, Peer<ExtensionMethods, ExtensionStreams>>;
  readonly closed: string[];
  exited: Promise<void>;
}
const hosts = new Map<string, Host>();
const host = (id: string): Host => {
  const found = hosts.get(id);
  if (!found) throw new Error(`There is no host ${id}`);
  return found;
};
const peer = (id: string, extension: string) => {
  const found = host(id).extensions.get(extension);
  if (!found) throw new Error(`${extension} is not open`);
  return found;
};
const fetchFor = createExtensionFetch({ setting: (_id, key) => process.env[`SETTING_${key}`] ?? '' });

const driver = {
  /** @returns milliseconds until the first answer */
  async start(id: string, kind: Kind): Promise<number> {
    const startedAt = performance.now();
    const exits: string[] = [];
    const output: string[] = [];
    let exited: () => void = () => undefined;
    const end = new Promise<void>((resolve) => {
      exited = resolve;
    });
    const process = kinds[kind](id, {
      onExit(reason) {
        exits.push(reason);
        exited();
      },
      onOutput: (line) => output.push(line),
    });
    const control = new Peer<HostMethods>(process.control);
    hosts.set(id, { kind, process, control, exits, output, extensions: new Map(), closed: [], exited: end });
    await control.call('ping', null, { deadlineMs: 20_000 }).catch((error) => {
      throw new Error([String(error), ...output].join('\n'), { cause: error });
    });
    return performance.now() - startedAt;
  },
  /** Spawns a host, and ends it in the same turn of the event loop. */
  async startAndKill(id: string, kind: Kind): Promise<string[]> {
    void driver.start(id, kind).catch(() => undefined);
    host(id).process.kill();
    await host(id).exited;
    return host(id).exits;
  },
  ping: (id: string) => host(id).control.call('ping', null, { deadlineMs: 2_000 }),
  shutDown: (id: string) => host(id).control.call('shutdown', null, { deadlineMs: 3_000 }),
  /** @param glue of a component */
  open(id: string, extension: string, rootPath: string, network: string[] = [], glue?: string): void {
    const { kind, process, extensions, closed } = host(id);
    const port = process.openPort(
      {
        type: 'extension',
        extensionId: extension,
        rootPath,
        mainPath: join(rootPath, 'main.js'),
        runtime: hostKinds[kind].runtimes[0],
        declares: { ...nothingDeclared, providers: ['count'], tools: ['probe'] },
      },
      glue === undefined ? undefined : Promise.resolve(glue),
    );
    const manifest = { id: extension, capabilities: { network } } as Partial<Manifest> as Manifest;
    const opened: Peer<ExtensionMethods, ExtensionStreams> = new Peer(port, {
      methods: { 'log.write': () => null },
      streams: checkedStreams(manifest, { 'network.fetch': fetchFor }),
      onClose: () => closed.push(extension),
    });
    extensions.set(extension, opened);
  },
  activate: (id: string, extension: string) =>
    peer(id, extension).call('activate', { reason: 'the test' }, { deadlineMs: 20_000 }),
  /** @returns the result of the action; a failure as `{ failed }` */
  async act(id: string, extension: string, action: string, argument?: string, deadlineMs = 20_000): Promise<unknown> {
    try {
      const output = await peer(id, extension).call(
        'tool.run',
        { id: 'probe', input: { action, argument }, callId: 'probe', threadId: 'thread' },
        { deadlineMs },
      );
      return JSON.parse(output as string);
    } catch (thrown) {
      return { failed: thrown instanceof Error ? thrown.message : String(thrown) };
    }
  },
  async stream(id: string, extension: string, count: number): Promise<string> {
    let text = '';
    const request = { messages: [], tools: [], stopSequences: [], thinkingAllowed: false };
    const params = { providerId: 'count', modelId: String(count), request };
    for await (const event of peer(id, extension).stream('provider.completion', params)) {
      if (event.type === 'text') text += event.value;
    }
    return text;
  },
  close: (id: string, extension: string) => peer(id, extension).close(),
  kill: (id: string) => host(id).process.kill(),
  pid: (id: string) => host(id).process.pid,
  metrics: (id: string) => host(id).process.metrics(),
  output: (id: string) => host(id).output.join('\n'),
  clearOutput: (id: string) => void host(id).output.splice(0),
  /** @returns the reports of a host, once it has ended */
  async ended(id: string): Promise<{ exits: string[]; closed: string[] }> {
    const { exited, exits, closed, extensions } = host(id);
    await exited;
    for (const extension of extensions.values()) extension.close();
    return { exits, closed };
  },
  /** Ends all hosts and drops their reports. */
  async endAll(): Promise<void> {
    const all = [...hosts.values()];
    hosts.clear();
    for (const { process } of all) process.kill();
    await Promise.all(all.map(({ exited }) => exited));
  },
  /** @returns the number of this process, on Linux: without null devices, of which Electron opens one a process and closes none */
  openFiles(): number {
    const isDevice = (fd: string) => {
      try {
        return readlinkSync(`/proc/self/fd/${fd}`).endsWith('null');
      } catch {
        // With which the folder was read.
        return true;
      }
    };
    return readdirSync('/proc/self/fd').filter((fd) => !isDevice(fd)).length;
  },
  exits: (id: string) => host(id).exits,
  closed: (id: string) => host(id).closed,
  /** @returns the functions in a profile of `ms`, by their hits */
  async profile(id: string, ms: number): Promise<{ name: string; url: string; hits: number }[]> {
    const session = await host(id).process.inspect();
    try {
      await session.send('Profiler.enable');
      await session.send('Profiler.start');
      await new Promise((resolve) => setTimeout(resolve, ms));
      const { profile } = (await session.send('Profiler.stop')) as {
        profile: { nodes: { callFrame: { functionName: string; url: string }; hitCount: number }[] };
      };
      return profile.nodes.map(({ callFrame: { functionName, url }, hitCount }) => ({
        name: functionName,
        url,
        hits: hitCount,
      }));
    } finally {
      session.close();
    }
  },
  /** @returns the present call stack, innermost first, of functions with a file */
  async stackNow(id: string): Promise<string[]> {
    const session = await host(id).process.inspect();
    try {
      const files = new Map<string, string>();
      session.on('Debugger.scriptParsed', (script) => {
        const { scriptId, url } = script as { scriptId: string; url: string };
        files.set(scriptId, url);
      });
      const paused = new Promise<{ callFrames: { functionName: string; location: { scriptId: string } }[] }>(
        (resolve) => session.on('Debugger.paused', (params) => resolve(params as never)),
      );
      await session.send('Debugger.enable');
      await session.send('Debugger.pause');
      const { callFrames } = await paused;
      await session.send('Debugger.resume');
      return callFrames.map(({ functionName, location }) => `${functionName} ${files.get(location.scriptId)}`);
    } finally {
      session.close();
    }
  },
  async evaluate(id: string, expression: string): Promise<unknown> {
    const session = await host(id).process.inspect();
    try {
      const answer = (await session.send('Runtime.evaluate', { expression })) as { result: { value: unknown } };
      return answer.result.value;
    } finally {
      session.close();
    }
  },
  /** @returns the median of round trips in µs */
  async roundTrip(id: string): Promise<number> {
    const times: number[] = [];
    for (let count = 0; count < 500; count += 1) {
      const sentAt = performance.now();
      await host(id).control.call('ping', null);
      times.push((performance.now() - sentAt) * 1000);
    }
    return times.sort((a, b) => a - b)[250] ?? Number.NaN;
  },
};
export type Driver = typeof driver;

Object.assign(globalThis, { driver });
declareSchemes();
app.on('window-all-closed', () => undefined);
