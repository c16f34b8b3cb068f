import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, test, vi } from 'vitest';
import type { CompiledComponent } from '../../shared/contract/extensions/compiled-component.ts';
import { nothingDeclared } from '../../shared/contract/extensions/contribution-kinds.ts';
import type { ExtensionOpen } from '../../shared/contract/extensions/exthost-api.ts';
import type { ScriptSources } from '../../shared/contract/extensions/script-sources.ts';
import type { CompletionEvent } from '../../shared/contract/provider.ts';
import { emptyRequest as request } from '../../shared/testing/empty-request.ts';
import { completionOf } from '../api/completion/polled-completion.ts';
import { builtComponent } from '../test-support/built-component.ts';
import { connectContext } from '../test-support/connect-context.ts';
import { moduleFiles } from '../test-support/module-files.ts';
import { grammarNodeThread, nodeThread } from '../test-support/node-thread.ts';
import { jsRuntime } from './js-runtime.ts';
import { luaRuntime } from './lua/lua-runtime.ts';
import type { HandedOver, Runtime } from './runtime.ts';
import { createWasmRuntime } from './wasm/wasm-runtime.ts';
import { workerRuntime } from './worker-runtime.ts';

const files = moduleFiles();
afterAll(files.remove);

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
  /** Makes a file of a source. @returns `mainPath` in the runtime's form */
  readonly write: (source: string) => string | Promise<string>;
  /** `mainPath` of a file that is not there, whose name has "missing". */
  readonly missing: string;
  /** What main hands over with it. */
  readonly handed?: (mainPath: string) => Partial<HandedOver>;
  readonly sources: Sources;
  /** What `noExtension` is refused for, when it is loaded or activated. */
  readonly refusal: RegExp;
}

const js: Subject = {
  kind: 'js',
  runtime: jsRuntime,
  write: (source) => files.write(source),
  missing: `${files.folder}/missing.mjs`,
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
const worker: Subject = {
  ...js,
  kind: 'worker',
  runtime: workerRuntime,
  write: (source) => pathToFileURL(files.write(source)).href,
  missing: pathToFileURL(js.missing).href,
};

const lua: Subject = {
  kind: 'lua',
  runtime: luaRuntime,
  write: (source) => files.write(source, 'lua'),
  missing: `${files.folder}/missing.lua`,
  handed: (mainPath) => ({ sources: sourcesOf(mainPath) }),
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

/** Components, by the address of their glue. */
const components = new Map<string, CompiledComponent>();

const wasm: Subject = {
  kind: 'wasm',
  runtime: createWasmRuntime({ component: nodeThread, grammar: grammarNodeThread }),
  async write(source) {
    const [world = '', code = ''] = source.split('---');
    const { component, mainPath } = await builtComponent({ world, source: code });
    components.set(mainPath, component);
    return mainPath;
  },
  missing: pathToFileURL(`${files.folder}/missing.js`).href,
  handed: (mainPath) => ({ component: components.get(mainPath) ?? { modules: {}, imports: [], exports: ['runTool'] } }),
  sources: {
    provider: `
      include outrigger:extension/provider@0.1.0;
      include outrigger:extension/lifecycle@0.1.0;
      ---
      import { write } from 'outrigger:extension/log@0.1.0';
      const ended = new Set();
      export function initExtension() { write('info', 'activated sample'); }
      export function llmProviders() { return [{ id: 'echo', name: 'Echo' }]; }
      export function llmProviderModels() { return []; }
      export function llmProviderIsAuthenticated() { return true; }
      export function llmProviderAuthenticate() {}
      export function llmProviderResetCredentials() {}
      const left = new Map();
      export function llmStreamCompletionStart(providerId, modelId) {
        left.set('1', [{ tag: 'text', val: modelId }, { tag: 'stop', val: 'end-turn' }]);
        return '1';
      }
      export function llmStreamCompletionNext(id) { return left.get(id).shift(); }
      export function llmStreamCompletionClose(id) { left.delete(id); }`,
    registers: `
      include outrigger:extension/app@0.1.0;
      include outrigger:extension/commands@0.1.0;
      include outrigger:extension/slash-command-runner@0.1.0;
      include outrigger:extension/tools@0.1.0;
      include outrigger:extension/ending@0.1.0;
      ---
      import { write } from 'outrigger:extension/log@0.1.0';
      import { set } from 'outrigger:extension/state@0.1.0';
      import { wait } from 'outrigger:extension/time@0.1.0';
      export function runCommand() { set('marked', '{"times":1}'); }
      export function runSlashCommand(_command, args) { return { text: args.join(' '), sections: [] }; }
      export function runTool() {
        try { wait(3_600_000); } catch { return 'aborted'; }
        return 'waited';
      }
      export function deactivate() { write('info', 'disposed'); }`,
    // An instance begins at once, or waits by an import.
    slowToActivate: `
      include outrigger:extension/app@0.1.0;
      include outrigger:extension/lifecycle@0.1.0;
      ---
      import { write } from 'outrigger:extension/log@0.1.0';
      import { wait } from 'outrigger:extension/time@0.1.0';
      export function initExtension() { wait(5); write('info', 'active'); }`,
    failsToActivate: `
      include outrigger:extension/lifecycle@0.1.0;
      ---
      export function initExtension() { throw 'cannot reach my file'; }`,
    deactivates: `
      include outrigger:extension/app@0.1.0;
      include outrigger:extension/ending@0.1.0;
      ---
      import { write } from 'outrigger:extension/log@0.1.0';
      import { wait } from 'outrigger:extension/time@0.1.0';
      export function deactivate() { wait(1); write('info', 'deactivated'); }`,
    noExtension: `
      export greet: func() -> string;
      ---
      export function greet() { return 'hello'; }`,
    unreadable: '',
  },
  refusal: /The component exports only .*greet.*, which the app does not know\. Export /,
};

/** What main reads of a script's folder. */
function sourcesOf(path: string): ScriptSources {
  const main = `extensions/${basename(path)}`;
  return { main, files: existsSync(path) ? { [main]: readFileSync(path) } : {}, modules: {} };
}

/** What the manifests of `provider` and `registers` declare. */
const declaresProvider = { ...nothingDeclared, providers: ['echo'] };
const declaresCalls = { ...nothingDeclared, commands: ['mark'], slashCommands: ['say'], tools: ['wait'] };

describe.each([js, worker, lua, wasm])(
  'the runtime for "$kind"',
  ({ kind, runtime, write, missing, handed, sources, refusal }) => {
    /** Of a script nothing is declared: it may register anything. */
    const inManifest = (declared: NonNullable<ExtensionOpen['declares']>) => (kind === 'lua' ? null : declared);
    const opened = (mainPath: string, declared = nothingDeclared): ExtensionOpen => ({
      type: 'extension',
      extensionId: 'subject',
      rootPath: files.folder,
      mainPath,
      runtime: kind,
      declares: inManifest(declared),
    });
    const open = async (source: string, declared = nothingDeclared) => opened(await write(source), declared);

    const load = (extension: ExtensionOpen) =>
      runtime.load(extension, { tell: async () => null, ...handed?.(extension.mainPath) });
    const context = (declared = nothingDeclared) => connectContext({}, inManifest(declared));

    test('activates an extension, whose provider answers', async () => {
      const { api, context: given, logged } = context(declaresProvider);
      const loaded = await load(await open(sources.provider, declaresProvider));
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
      const { api, context: given, asked, logged } = context(declaresCalls);
      const loaded = await load(await open(sources.registers, declaresCalls));
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
      await (await load(await open(sources.slowToActivate))).activate(given);
      await vi.waitFor(() => expect(logged()).toEqual(['active']));
    });

    test('passes on why an activation failed', async () => {
      const loaded = await load(await open(sources.failsToActivate));
      await expect(loaded.activate(context().context)).rejects.toThrow('cannot reach my file');
    });

    test('deactivates, and does nothing for an extension that has nothing to close', async () => {
      const { context: given, logged } = context();
      const loaded = await load(await open(sources.deactivates));
      await loaded.activate(given);
      await loaded.deactivate();
      await vi.waitFor(() => expect(logged()).toEqual(['deactivated']));

      const plain = await load(await open(sources.slowToActivate));
      await plain.activate(given);
      expect(await plain.deactivate()).toBeUndefined();
    });

    test('refuses what is no extension, and says what to add', async () => {
      const refused = await open(sources.noExtension);
      await expect((async () => (await load(refused)).activate(context().context))()).rejects.toThrow(refusal);
    });

    test('refuses what is not a program, and a file that is not there, with its name', async () => {
      await expect((async () => load(await open(sources.unreadable)))()).rejects.toThrow();
      await expect(load(opened(missing))).rejects.toThrow(/missing/);
    });
  },
);

test('a sandboxed one says what cannot be imported, as the browser does not', async () => {
  // The browser's message for an import that is not served.
  const main = files.write(`throw new TypeError('Failed to fetch dynamically imported module: x://sample/1/main.js');`);
  const open = { type: 'extension', extensionId: 'subject', rootPath: files.folder, runtime: 'worker' } as const;
  await expect(
    workerRuntime.load(
      { ...open, mainPath: pathToFileURL(main).href, declares: nothingDeclared },
      { tell: async () => null },
    ),
  ).rejects.toThrow(/extension-\d+\.mjs, or something that it imports, could not be loaded\. .* no node: modules\.$/);
});
