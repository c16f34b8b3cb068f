import { afterAll, afterEach, expect, vi } from 'vitest';
import { FailureError } from '../../../shared/contract/errors.ts';
import type { Notice } from '../../../shared/contract/extensions/host-state.ts';
import { createEmitter } from '../../../shared/emitter.ts';
import type { CallHandler } from '../../../shared/rpc/handlers.ts';
import { createNoticeBoard } from '../../notices/notice-board.ts';
import type { ExtensionHost } from '../hosts/extension-host.ts';
import type { HostLimits } from '../hosts/host-limits.ts';
import type { HostNews, HostPorts } from '../hosts/host-news.ts';
import { HostNotices } from '../hosts/host-notices.ts';
import { FairTurns } from '../ports/fair-turns.ts';
import { turnLimits } from '../ports/turn-limits.ts';
import type { ExtensionHandle } from '../registry/extension-handle.ts';
import { ExtensionRegistry, type ExtensionRegistryOptions } from '../registry/extension-registry.ts';
import { createFindCode } from '../sources/find-code.ts';
import { extensionFolders } from './extension-folders.ts';
import { forkedHosts, unhurried } from './forked-hosts.ts';
import { noCompiler } from './no-compiler.ts';

/** Generous, for real processes on a busy machine. */
export const patience = { timeout: 120_000, interval: 10 };

export const folders = extensionFolders();
const opened: { registry: ExtensionRegistry; hosts: ReturnType<typeof forkedHosts> }[] = [];

/** For `afterEach`: no process may outlive its test. */
export async function stopAll(): Promise<void> {
  for (const { registry, hosts } of opened.splice(0)) {
    await registry.stop();
    await vi.waitFor(() => expect(hosts.liveCount).toBe(0), patience);
  }
}

/** For the top of a test file: sets generous timeouts and the cleanup for real processes. */
export function withRealHosts(): void {
  vi.setConfig({ testTimeout: 400_000 });
  afterEach(stopAll);
  afterAll(folders.remove);
}

/** A registry over real processes that records its events. @param modulePath run in place of an extension host */
export function create(
  methods: Record<string, CallHandler> = {},
  {
    methodsFor,
    limits = {},
    ...more
  }: Pick<Partial<ExtensionRegistryOptions>, 'profile' | 'workspaceContains'> &
    Partial<Pick<HostPorts, 'methodsFor'>> & { readonly limits?: Partial<HostLimits> } = {},
  modulePath?: string,
) {
  const hosts = forkedHosts(modulePath);
  const heard: string[] = [];
  const log: string[] = [];
  const shown = new Map<string, Notice>();
  const board = createNoticeBoard((event) => {
    if (event.type === 'notice') shown.set(event.notice.id, event.notice);
    else shown.delete(event.noticeId);
  });
  const news = createEmitter<HostNews<ExtensionHost>>((error) => {
    throw error;
  });
  news.on({ log: ({ source, text, level }) => log.push(`${source}: ${level ? `${level}: ` : ''}${text}`) });
  news.on({
    activated: ({ extension }) => heard.push(`activated ${extension.manifest.id}`),
    gone: ({ extension }) => heard.push(`gone ${extension.manifest.id}`),
  });
  const registry = new ExtensionRegistry({
    launchers: {
      process: { spawn: hosts.spawn, limits: { ...unhurried, ...limits } },
      worker: {
        limits: { ...unhurried, ...limits },
        spawn(hostId, events) {
          heard.push(`worker ${hostId}`);
          return hosts.spawn(hostId, events);
        },
      },
      lua: { spawn: hosts.spawn, limits: { ...unhurried, ...limits } },
      wasm: { spawn: hosts.spawn, limits: { ...unhurried, ...limits } },
    },
    turns: new FairTurns(turnLimits),
    findCode: createFindCode(noCompiler),
    ports: { methodsFor: methodsFor ?? (() => methods) },
    containsMs: 120_000,
    news,
    ...more,
  });
  new HostNotices({
    news,
    board,
    showLog: (id) => heard.push(`log shown of ${id ?? 'all'}`),
    disable: (id) => heard.push(`disable ${id}`),
    retry: (id) => registry.retry(id),
    showFile: (path) => heard.push(`shown: ${path}`),
  });
  opened.push({ registry, hosts });
  const statusOf = (hostId: string) => registry.hosts.find(({ id }) => id === hostId)?.status;
  const running = (hostId: string) => vi.waitFor(() => expect(statusOf(hostId)).toBe('running'), patience);
  return { registry, hosts, heard, log, shown, board, statusOf, running };
}

/** A provider whose `models` runs the given code, and whose answer yields one word and waits. */
export const doing = (what: string) => `
  export const activate = (context) => {
    context.languageModels.registerProvider({ id: 'p', name: 'P' }, {
      async models() { ${what} },
      isAuthenticated: () => true, authenticate() {}, resetCredentials() {},
      async *stream(modelId, request, signal) {
        yield { type: 'text', value: 'so far' };
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
      },
    });
  };`;
export const good = doing('return [{ pid: process.pid }];');
/** Code that never returns, as a loop without end, and takes no time of the computer. */
export const hang = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);';
export const models = { providerId: 'p' };
export const completion = {
  providerId: 'p',
  modelId: 'm',
  request: { messages: [], tools: [], stopSequences: [], thinkingAllowed: false },
};

export const handleOf = (registry: ExtensionRegistry, id: string): ExtensionHandle | undefined =>
  registry.handles.find(({ manifest }) => manifest.id === id);

export const pidOf = async (registry: ExtensionRegistry, id: string): Promise<number> => {
  const [model] = (await handleOf(registry, id)?.call('provider.models', models)) ?? [];
  return (model as unknown as { pid: number }).pid;
};

export const failureOf = (promise: Promise<unknown> | undefined) =>
  Promise.resolve(promise).then(
    (value) => {
      throw new Error(`Expected a failure, got ${JSON.stringify(value)}`);
    },
    (error) => {
      expect(error).toBeInstanceOf(FailureError);
      return (error as FailureError).failure;
    },
  );
