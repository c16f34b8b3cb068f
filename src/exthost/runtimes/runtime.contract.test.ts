import { afterAll, describe, expect, test } from 'vitest';
import type { ExtensionContext, LanguageModelProvider } from '../../shared/contract/extension-api.ts';
import type { ExtensionOpen } from '../../shared/contract/exthost-api.ts';
import type { CompletionEvent, CompletionRequest } from '../../shared/contract/provider.ts';
import { createMemoryPorts } from '../../shared/rpc/memory-port.ts';
import { Peer } from '../../shared/rpc/peer.ts';
import { createContext, type RegisteredProvider } from '../api/create-context.ts';
import { pollCompletion, polledForm } from '../api/polled-completion.ts';
import { moduleFiles } from '../test-support/module-files.ts';
import { jsRuntime } from './js-runtime.ts';
import type { Runtime } from './runtime.ts';

/** What an extension of each kind is written to do; every runtime has to run each of them. */
interface Sources {
  /** Logs "activated <extension id>" and offers a provider "echo" that says the model's id and ends. */
  readonly provider: string;
  /** Is active only after something asynchronous; then logs "active". */
  readonly slowToActivate: string;
  /** Fails to activate with the message "cannot reach my file". */
  readonly failsToActivate: string;
  /** Logs "deactivated" when it is deactivated. */
  readonly deactivates: string;
  /** Offers nothing to activate. */
  readonly withoutActivate: string;
  /** Is not a program of its language. */
  readonly unreadable: string;
}

interface Subject {
  readonly kind: ExtensionOpen['runtime'];
  readonly runtime: Runtime;
  readonly fileExtension: string;
  readonly sources: Sources;
}

const js: Subject = {
  kind: 'js',
  runtime: jsRuntime,
  fileExtension: 'mjs',
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

const files = moduleFiles();
afterAll(files.remove);
const request: CompletionRequest = { messages: [], tools: [], stopSequences: [], thinkingAllowed: false };

describe.each([js])('the runtime for "$kind"', ({ kind, runtime, fileExtension, sources }) => {
  const open = (source: string): ExtensionOpen => ({
    type: 'extension',
    extensionId: 'subject',
    mainPath: files.write(source, fileExtension),
    runtime: kind,
    providerIds: ['echo'],
  });

  /** The context that an extension gets in a host, with main's end of its port in hand. */
  function context() {
    const [near, far] = createMemoryPorts();
    const log: string[] = [];
    const main = new Peer(far, {
      methods: { 'log.write': (params) => void log.push((params as { text: string }).text) },
    });
    const providers = new Map<string, RegisteredProvider>();
    const given: ExtensionContext = createContext(
      { extensionId: 'subject', providerIds: ['echo'] },
      new Peer(near),
      providers,
    );
    return { given, providers, log, main };
  }

  test('activates an extension, whose provider answers', async () => {
    const { given, providers, log } = context();
    const loaded = await runtime.load(open(sources.provider));
    expect(log).toEqual([]);
    await loaded.activate(given);
    await given.settings.get('turn').catch(() => undefined);
    expect(log).toEqual(['activated subject']);
    expect(providers.get('echo')?.info).toEqual({ id: 'echo', name: 'Echo' });
    const provider = providers.get('echo')?.provider as LanguageModelProvider;
    const events: CompletionEvent[] = [];
    for await (const event of pollCompletion(polledForm(provider), 'm', request, new AbortController().signal)) {
      events.push(event);
    }
    expect(events).toEqual([
      { type: 'text', value: 'm' },
      { type: 'stop', value: 'end-turn' },
    ]);
  });

  test('waits for an activation that takes its time', async () => {
    const { given, log } = context();
    await (await runtime.load(open(sources.slowToActivate))).activate(given);
    await given.settings.get('turn').catch(() => undefined);
    expect(log).toEqual(['active']);
  });

  test('passes on why an activation failed', async () => {
    const loaded = await runtime.load(open(sources.failsToActivate));
    await expect(loaded.activate(context().given)).rejects.toThrow('cannot reach my file');
  });

  test('deactivates, and does nothing for an extension that has nothing to close', async () => {
    const { given, log } = context();
    const loaded = await runtime.load(open(sources.deactivates));
    await loaded.activate(given);
    await loaded.deactivate();
    await given.settings.get('turn').catch(() => undefined);
    expect(log).toEqual(['deactivated']);

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
    const missing = { ...open(sources.provider), mainPath: `${files.folder}/missing.${fileExtension}` };
    await expect(runtime.load(missing)).rejects.toThrow(/missing/);
  });
});
