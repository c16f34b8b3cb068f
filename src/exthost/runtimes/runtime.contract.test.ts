import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { nothingDeclared } from '../../shared/contract/extensions/contribution-kinds.ts';
import type { ExtensionOpen } from '../../shared/contract/extensions/exthost-api.ts';
import type { ScriptSources } from '../../shared/contract/extensions/script-sources.ts';
import type { CompletionEvent, CompletionRequest } from '../../shared/contract/provider.ts';
import { completionOf } from '../api/completion/polled-completion.ts';
import { connectContext } from '../test-support/connect-context.ts';
import { moduleFiles } from '../test-support/module-files.ts';
import { jsRuntime } from './js-runtime.ts';
import { luaRuntime } from './lua/lua-runtime.ts';
import type { Runtime } from './runtime.ts';
import { workerRuntime } from './worker-runtime.ts';

/** Test extensions for each runtime, which has to run all of them. */
interface Sources {
  /** Logs "activated <extension id>" and registers a provider "echo" that answers with the model's id and ends. */
  readonly provider: string;
  /**
   * Registers a command "mark" that sets the global state "marked" to { "times": 1 }, a slash command "say" that
   * replies with its argument, and a tool "wait" that returns "aborted" as soon as its signal aborts. Logs
   * "disposed" when it ends: by a subscription, where there are such.
   */
  readonly registers: string;
  /** Activates asynchronously, then logs "active". */
  readonly slowToActivate: string;
  /** Fails to activate with the message "cannot reach my file". */
  readonly failsToActivate: string;
  /** Logs "deactivated" when it is deactivated. */
  readonly deactivates: string;
  /** Neither is an extension nor makes one. */
  readonly noExtension: string;
  /** Has a syntax error. */
  readonly unreadable: string;
}

interface Subject {
  readonly kind: ExtensionOpen['runtime'];
  readonly runtime: Runtime;
  readonly fileExtension: string;
  /** Converts a file's path into the runtime's form of `mainPath`. */
  readonly address: (path: string) => string;
  readonly sources: Sources;
  /** What `noExtension` is refused for, when it is loaded or activated. */
  readonly refusal: RegExp;
}

const js: Subject = {
  kind: 'js',
  runtime: jsRuntime,
  fileExtension: 'mjs',
  address: (path) => path,
  sources: {
    provider: `
      export function activate(context) {
        context.log.info('activated ' + context.extensionId);
        context.languageModels.registerProvider({ id: 'echo', name: 'Echo' }, {
          models: () => [],
          isAuthenticated: () => true,
          authenticate() {},
          resetCredentials() {},
          async *stream(modelId) {
            yield { type: 'text', value: modelId };
            yield { type: 'stop', value: 'end-turn' };
          },
        });
      }`,
    registers: `
      export function activate({ commands, slashCommands, tools, state, subscriptions, log }) {
        commands.register('mark', () => state.global.set('marked', { times: 1 }));
        slashCommands.register('say', (argument) => ({ reply: argument }));
        tools.register('wait', (_input, signal) =>
          new Promise((resolve) => signal.addEventListener('abort', () => resolve('aborted'))));
        subscriptions.push({ dispose: () => log.info('disposed') });
      }`,
    slowToActivate: `
      export async function activate(context) {
        await new Promise((resolve) => setTimeout(resolve, 5));
        context.log.info('active');
      }`,
    failsToActivate: `export async function activate() { throw new Error('cannot reach my file'); }`,
    deactivates: `
      let log;
      export function activate(context) { log = context.log; }
      export async function deactivate() { await null; log.info('deactivated'); }`,
    noExtension: `export const active = true;`,
    unreadable: `export function activate( {`,
  },
  refusal: /extension-\d+\.mjs exports no function "activate"/,
};

/** The same modules; in a worker they are loaded by a URL. */
const worker: Subject = { ...js, kind: 'worker', runtime: workerRuntime, address: (path) => pathToFileURL(path).href };

const lua: Subject = {
  kind: 'lua',
  runtime: luaRuntime,
  fileExtension: 'lua',
  address: (path) => path,
  sources: {
    provider: `
      zi.log("activated sample")
      zi.register_provider("echo", {
        name = "Echo",
        stream = function(request, ctx) ctx.emit(request.model) end,
      })`,
    registers: `
      zi.register_command("mark", { handler = function(_, ctx) ctx.state.set("marked", { times = 1 }) end })
      zi.register_command("say", { handler = function(args) return args end })
      zi.register_tool {
        name = "wait",
        description = "Waits until it is stopped",
        execute = function(_, ctx)
          ctx.signal.wait()
          return "aborted"
        end,
      }
      zi.on("session_shutdown", function() zi.log("disposed") end)`,
    // A script cannot wait while it loads.
    slowToActivate: `return function(zi) zi.log("active") end`,
    failsToActivate: `error("cannot reach my file")`,
    deactivates: `zi.on("session_shutdown", function(_, ctx) ctx.sleep(1); zi.log("deactivated") end)`,
    noExtension: `return 1`,
    unreadable: `\nfunction activate( {`,
  },
  refusal: /returned a number\. Return nothing, or a function/,
};

/** What main reads of a script's folder. */
function sourcesOf(path: string): ScriptSources {
  const main = `extensions/${basename(path)}`;
  return { main, files: existsSync(path) ? { [main]: readFileSync(path) } : {}, modules: {} };
}

const files = moduleFiles();
afterAll(files.remove);
const modulesDeclare = {
  ...nothingDeclared,
  providers: ['echo'],
  commands: ['mark'],
  slashCommands: ['say'],
  tools: ['wait'],
};
const request: CompletionRequest = { messages: [], tools: [], stopSequences: [], thinkingAllowed: false };

describe.each([js, worker, lua])(
  'the runtime for "$kind"',
  ({ kind, runtime, fileExtension, address, sources, refusal }) => {
    const declares = kind === 'lua' ? null : modulesDeclare;
    const open = (source: string): ExtensionOpen => ({
      type: 'extension',
      extensionId: 'subject',
      rootPath: files.folder,
      mainPath: address(files.write(source, fileExtension)),
      runtime: kind,
      declares,
    });

    const load = (opened: ExtensionOpen) =>
      kind === 'lua'
        ? runtime.load(opened, { sources: sourcesOf(opened.mainPath), tell: async () => null })
        : runtime.load(opened);
    const context = () => connectContext({}, declares);

    test('activates an extension, whose provider answers', async () => {
      const { api, context: given, logged } = context();
      const loaded = await load(open(sources.provider));
      expect(logged()).toEqual([]);
      await loaded.activate(given);
      await vi.waitFor(() => expect(logged()).toEqual(['activated sample']));
      expect(api.languageModels.infos()).toEqual([{ id: 'echo', name: 'Echo' }]);
      const provider = api.languageModels.provider('echo');
      const events: CompletionEvent[] = [];
      for await (const event of completionOf(provider, 'm', request, new AbortController().signal)) {
        events.push(event);
      }
      expect(events).toEqual([
        { type: 'text', value: 'm' },
        { type: 'stop', value: 'end-turn' },
      ]);
    });

    test('lets an extension register and subscribe', async () => {
      const { api, context: given, asked, logged } = context();
      const loaded = await load(open(sources.registers));
      await loaded.activate(given);
      const abort = new AbortController();
      await api.commands.run({ id: 'mark' }, abort.signal);
      const stored = asked.filter(([method]) => method === 'state.set');
      expect(stored).toEqual([['state.set', { scope: 'global', key: 'marked', value: '{"times":1}' }]]);
      expect(await api.slashCommands.run({ id: 'say', argument: 'hello', threadId: 'thread' }, abort.signal)).toEqual({
        reply: 'hello',
      });
      const waiting = api.tools.run({ id: 'wait', input: {}, callId: '1', threadId: 'thread' }, abort.signal);
      abort.abort();
      expect(await waiting).toBe('aborted');
      await loaded.deactivate();
      await api.dispose();
      await vi.waitFor(() => expect(logged()).toEqual(['disposed']));
    });

    test('waits for an activation that takes its time', async () => {
      const { context: given, logged } = context();
      await (await load(open(sources.slowToActivate))).activate(given);
      await vi.waitFor(() => expect(logged()).toEqual(['active']));
    });

    test('passes on why an activation failed', async () => {
      const loaded = await load(open(sources.failsToActivate));
      await expect(loaded.activate(context().context)).rejects.toThrow('cannot reach my file');
    });

    test('deactivates, and does nothing for an extension that has nothing to close', async () => {
      const { context: given, logged } = context();
      const loaded = await load(open(sources.deactivates));
      await loaded.activate(given);
      await loaded.deactivate();
      await vi.waitFor(() => expect(logged()).toEqual(['deactivated']));

      const plain = await load(open(sources.slowToActivate));
      await plain.activate(given);
      expect(await plain.deactivate()).toBeUndefined();
    });

    test('refuses what is no extension, and says what to add', async () => {
      const opened = open(sources.noExtension);
      await expect((async () => (await load(opened)).activate(context().context))()).rejects.toThrow(refusal);
    });

    test('refuses what is not a program, and a file that is not there, with its name', async () => {
      await expect(load(open(sources.unreadable))).rejects.toThrow();
      const missing = { ...open(sources.provider), mainPath: address(`${files.folder}/missing.${fileExtension}`) };
      await expect(load(missing)).rejects.toThrow(/missing/);
    });
  },
);

test('a sandboxed one says what cannot be imported, as the browser does not', async () => {
  // The browser's message for an import that is not served.
  const main = files.write(`throw new TypeError('Failed to fetch dynamically imported module: x://sample/1/main.js');`);
  const open = { type: 'extension', extensionId: 'subject', rootPath: files.folder, runtime: 'worker' } as const;
  await expect(
    workerRuntime.load({ ...open, mainPath: pathToFileURL(main).href, declares: nothingDeclared }),
  ).rejects.toThrow(/extension-\d+\.mjs, or something that it imports, could not be loaded\. .* no node: modules\.$/);
});
