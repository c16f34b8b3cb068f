import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { nothingDeclared } from '../../shared/contract/extensions/contribution-kinds.ts';
import type { ExtensionOpen } from '../../shared/contract/extensions/exthost-api.ts';
import type { CompletionEvent, CompletionRequest } from '../../shared/contract/provider.ts';
import { completionOf } from '../api/completion/polled-completion.ts';
import { connectContext } from '../test-support/connect-context.ts';
import { moduleFiles } from '../test-support/module-files.ts';
import { jsRuntime } from './js-runtime.ts';
import type { Runtime } from './runtime.ts';
import { workerRuntime } from './worker-runtime.ts';

/** Test extensions for each runtime, which has to run all of them. */
interface Sources {
  /** Logs "activated <extension id>" and registers a provider "echo" that answers with the model's id and ends. */
  readonly provider: string;
  /**
   * Registers a command "mark" that sets the global state "marked" to { "times": 1 }, a slash command "say" that
   * replies with its argument, and a tool "wait" that returns "aborted" as soon as its signal aborts. Adds a
   * subscription that logs "disposed".
   */
  readonly registers: string;
  /** Activates asynchronously, then logs "active". */
  readonly slowToActivate: string;
  /** Fails to activate with the message "cannot reach my file". */
  readonly failsToActivate: string;
  /** Logs "deactivated" when it is deactivated. */
  readonly deactivates: string;
  /** Exports no `activate`. */
  readonly withoutActivate: string;
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
    withoutActivate: `export const active = true;`,
    unreadable: `export function activate( {`,
  },
};

/** The same modules; in a worker they are loaded by a URL. */
const worker: Subject = { ...js, kind: 'worker', runtime: workerRuntime, address: (path) => pathToFileURL(path).href };

const files = moduleFiles();
afterAll(files.remove);
const request: CompletionRequest = { messages: [], tools: [], stopSequences: [], thinkingAllowed: false };

describe.each([js, worker])('the runtime for "$kind"', ({ kind, runtime, fileExtension, address, sources }) => {
  const open = (source: string): ExtensionOpen => ({
    type: 'extension',
    extensionId: 'subject',
    rootPath: files.folder,
    mainPath: address(files.write(source, fileExtension)),
    runtime: kind,
    declares,
  });

  const declares = {
    ...nothingDeclared,
    providers: ['echo'],
    commands: ['mark'],
    slashCommands: ['say'],
    tools: ['wait'],
  };
  const context = () => connectContext({}, declares);

  test('activates an extension, whose provider answers', async () => {
    const { api, context: given, logged } = context();
    const loaded = await runtime.load(open(sources.provider));
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
    await (await runtime.load(open(sources.registers))).activate(given);
    const abort = new AbortController();
    await api.commands.run({ id: 'mark' }, abort.signal);
    expect(asked).toEqual([['state.set', { scope: 'global', key: 'marked', value: '{"times":1}' }]]);
    expect(await api.slashCommands.run({ id: 'say', argument: 'hello' }, abort.signal)).toEqual({ reply: 'hello' });
    const waiting = api.tools.run({ id: 'wait', input: {}, callId: '1' }, abort.signal);
    abort.abort();
    expect(await waiting).toBe('aborted');
    await api.dispose();
    await vi.waitFor(() => expect(logged()).toEqual(['disposed']));
  });

  test('waits for an activation that takes its time', async () => {
    const { context: given, logged } = context();
    await (await runtime.load(open(sources.slowToActivate))).activate(given);
    await vi.waitFor(() => expect(logged()).toEqual(['active']));
  });

  test('passes on why an activation failed', async () => {
    const loaded = await runtime.load(open(sources.failsToActivate));
    await expect(loaded.activate(context().context)).rejects.toThrow('cannot reach my file');
  });

  test('deactivates, and does nothing for an extension that has nothing to close', async () => {
    const { context: given, logged } = context();
    const loaded = await runtime.load(open(sources.deactivates));
    await loaded.activate(given);
    await loaded.deactivate();
    await vi.waitFor(() => expect(logged()).toEqual(['deactivated']));

    const plain = await runtime.load(open(sources.slowToActivate));
    await plain.activate(given);
    expect(await plain.deactivate()).toBeUndefined();
  });

  test('refuses a module without an activation, and says what to add', async () => {
    const opened = open(sources.withoutActivate);
    await expect(runtime.load(opened)).rejects.toThrow(/exports no function "activate"/);
    await expect(runtime.load(opened)).rejects.toThrow(opened.mainPath);
  });

  test('refuses what is not a program, and a file that is not there, with its name', async () => {
    await expect(runtime.load(open(sources.unreadable))).rejects.toThrow();
    const missing = { ...open(sources.provider), mainPath: address(`${files.folder}/missing.${fileExtension}`) };
    await expect(runtime.load(missing)).rejects.toThrow(/missing/);
  });
});

test('a sandboxed one says what cannot be imported, as the browser does not', async () => {
  // The browser's message for an import that is not served.
  const main = files.write(`throw new TypeError('Failed to fetch dynamically imported module: x://sample/1/main.js');`);
  const open = { type: 'extension', extensionId: 'subject', rootPath: files.folder, runtime: 'worker' } as const;
  await expect(
    workerRuntime.load({ ...open, mainPath: pathToFileURL(main).href, declares: nothingDeclared }),
  ).rejects.toThrow(/extension-\d+\.mjs, or something that it imports, could not be loaded\. .* no node: modules\.$/);
});
