import { serveExtension } from '../../../src/exthost/activator.ts';
import { luaRuntime } from '../../../src/exthost/runtimes/lua/lua-runtime.ts';
import { loadedModule, type Runtime } from '../../../src/exthost/runtimes/runtime.ts';
import { createThreadEvents, type ThreadEvents } from '../../../src/main/agent/events/thread-events.ts';
import { buildRequest } from '../../../src/main/agent/request/build-request.ts';
import { manifestOf } from '../../../src/main/extensions/api/test-support/manifests.ts';
import type { LanguageModelProvider } from '../../../src/shared/contract/extension-api/extension-api.ts';
import type { ExtensionMethods, ExtensionStreams } from '../../../src/shared/contract/extensions/exthost-api.ts';
import { portWindow } from '../../../src/shared/contract/extensions/port-window.ts';
import { Peer } from '../../../src/shared/rpc/peer.ts';
import { createMemoryPorts } from '../../../src/shared/rpc/ports/memory-port.ts';
import { foldThread } from '../../../src/shared/thread/fold-thread.ts';
import { entriesOf, messagesOf } from '../../long-thread.ts';
import { roundsOf } from '../../measure.ts';
import { runApp } from '../run-app.ts';

/**
 * A turn in a long thread: its request is built, those who hear `context` are asked, and a model answers. Everything is in one
 * process, with messages cloned as between two: scripts are asked one after another, so that the times add up anyway.
 */

const turns = 200;
const letters = 400_000;
const scripts = 20;

const { signal } = new AbortController();
const view = foldThread(entriesOf(messagesOf(turns, letters)));
const bodies = {
  hearing: 'if #event.messages == 0 then error("nothing") end',
  changing: 'event.messages[#event.messages].content = "changed by " .. #event.messages',
};

function served(id: string, runtime: Runtime, sources?: ExtensionMethods['activate']['params']['sources']) {
  const [near, far] = createMemoryPorts();
  const open = { type: 'extension', extensionId: id, rootPath: '', mainPath: 'main.lua', runtime: 'lua' } as const;
  serveExtension({ ...open, declares: null }, far, runtime, portWindow, () => undefined);
  const main = new Peer<ExtensionMethods, ExtensionStreams>(near, { methods: { 'log.write': () => null } });
  return { main, active: main.call('activate', { reason: 'bench', ...(sources && { sources }) }) };
}

const provider = {
  models: () => [],
  isAuthenticated: () => true,
  authenticate() {},
  resetCredentials() {},
  async *stream(_model, request) {
    yield { type: 'text', value: `${request.messages.length}` };
    yield { type: 'stop', value: 'end-turn' };
  },
} satisfies LanguageModelProvider;

const model = served('model', {
  load: async () =>
    loadedModule(
      { activate: ({ languageModels }) => void languageModels.registerProvider({ id: 'p', name: 'P' }, provider) },
      '',
    ),
});

async function hearing(body: string): Promise<ThreadEvents> {
  const source = new TextEncoder().encode(`zi.on("context", function(event, ctx) ${body} end)`);
  const hosts = new Map(
    Array.from({ length: scripts }, (_, index) => {
      const id = `script-${index}`;
      return [id, served(id, luaRuntime, { main: 'main.lua', files: { 'main.lua': source }, modules: {} })] as const;
    }),
  );
  for (const { active } of hosts.values()) await active;
  return createThreadEvents({
    manifests: () => [...hosts.keys()].map((id) => manifestOf(id, { events: { context: {} } })),
    require(id) {
      const host = hosts.get(id);
      if (!host) throw new Error(`there is no ${id}`);
      return {
        call(method, params, { onSent, ...options } = {}) {
          onSent?.();
          return host.main.call(method, params, options);
        },
      };
    },
    access: { permit: async () => undefined },
    isWaiting: () => false,
    isAsking: () => false,
    passedOver(by, name, why) {
      if (why !== null) throw new Error(`${by.name} was passed over at ${name}: ${why}`);
    },
    warn: (_id, text) => console.log(text),
    deadlines: { sayMs: 60_000, followMs: 60_000 },
  });
}

async function turn(events: ThreadEvents | undefined): Promise<void> {
  const request = buildRequest(view, null, { model: undefined });
  const asked = await events?.ask('context', 't', { messages: request.messages }, signal);
  const sent = { ...request, messages: [...(asked?.event.messages ?? request.messages)] };
  const params = { providerId: 'p', modelId: 'm', request: sent };
  for await (const _ of model.main.stream('provider.completion', params, { signal }));
}

async function run(): Promise<void> {
  await model.active;
  const contenders = {
    alone: undefined,
    hearing: await hearing(bodies.hearing),
    changing: await hearing(bodies.changing),
  };
  // The first rounds let the compiler see everything.
  for (let round = -1; round <= roundsOf(15); round += 1) {
    for (const [name, events] of Object.entries(contenders)) {
      const began = performance.now();
      await turn(events);
      const turnMs = performance.now() - began;
      if (round > 0) console.log(`seen ${JSON.stringify({ name, round, turnMs })}`);
    }
  }
}

void runApp(run);
