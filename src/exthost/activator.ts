import type { ExtensionMethods, ExtensionOpen, ExtensionStreams } from '../shared/contract/extensions/exthost-api.ts';
import type { MainMethods } from '../shared/contract/extensions/main-methods.ts';
import type { MainStreams } from '../shared/contract/extensions/main-streams.ts';
import type { Registering } from '../shared/contract/extensions/manifest.ts';
import { LinkedController } from '../shared/linked-controller.ts';
import { trustedMethods, trustedStreams } from '../shared/rpc/handlers.ts';
import { Peer } from '../shared/rpc/peer.ts';
import type { RpcPort } from '../shared/rpc/ports/port.ts';
import type { SendWindow } from '../shared/rpc/wire/wire.ts';
import { completionOf } from './api/completion/polled-completion.ts';
import { createContext, type ExtensionApi } from './api/create-context.ts';
import type { LoadedExtension, Runtime } from './runtimes/runtime.ts';

export interface ServedExtension {
  /** Aborts running work, calls the module's `deactivate`, then disposes the subscriptions. */
  deactivate(): Promise<void>;
}

/**
 * Serves one extension on its own port until the port closes. Main is trusted: its arguments are typed, not
 * validated.
 */
export function serveExtension(
  open: ExtensionOpen,
  port: RpcPort,
  runtime: Runtime,
  window: SendWindow,
  onClosed: () => void,
): ServedExtension {
  const work = new RunningWork();
  /** Set before the module's `activate` is called, which may subscribe to documents. */
  let api: ExtensionApi | undefined;
  let loaded: LoadedExtension | undefined;
  let leaving: Promise<void> = Promise.resolve();

  const active = (): ExtensionApi => {
    if (!api) throw new Error('The extension is not active');
    return api;
  };

  const leave = async (extension: LoadedExtension) => {
    work.abortAll();
    const left = api;
    api = undefined;
    try {
      await extension.deactivate();
    } finally {
      await left?.dispose();
    }
  };

  const deactivate = () => {
    const extension = loaded;
    loaded = undefined;
    // Called by the closing port and by the shutdown of the host: both wait for the same end.
    if (extension) leaving = leave(extension);
    return leaving;
  };

  const activate = async ({ sources, component, grammars }: ExtensionMethods['activate']['params']) => {
    const tell = (registered: Registering) => peer.call('contributions.register', { registered });
    const extension = await runtime.load(open, { sources, component, grammars, tell });
    const created = createContext(open, peer);
    api = created;
    let registered: ExtensionMethods['activate']['result']['registered'];
    try {
      registered = await extension.activate(created.context);
    } catch (error) {
      // Work that it started before it failed must not live on; the first error is the one reported.
      await leave(extension).catch(() => undefined);
      throw error;
    }
    loaded = extension;
    // The port closed meanwhile, so that main cannot ask for it any more.
    if (peer.isClosed) await deactivate();
    return { providers: created.languageModels.infos(), registered };
  };

  const done = async (ending: void | Promise<void>) => {
    await ending;
    return null;
  };
  const provider = (id: string) => active().languageModels.provider(id);
  const pollDeviceFlow = (id: string, signal: AbortSignal) => {
    const subject = provider(id);
    if (subject.pollDeviceFlowSignIn) return subject.pollDeviceFlowSignIn(signal);
    throw new Error(
      `The provider "${id}" has no pollDeviceFlowSignIn, so nobody can wait until the person has signed in`,
    );
  };
  const methods = trustedMethods<ExtensionMethods>({
    activate,
    deactivate: () => done(deactivate()),
    'provider.models': ({ providerId }) => provider(providerId).models(),
    'provider.isAuthenticated': ({ providerId }) => provider(providerId).isAuthenticated(),
    'provider.authenticate': ({ providerId }, { signal }) =>
      work.run(signal, (own) => done(provider(providerId).authenticate(own))),
    'provider.resetCredentials': ({ providerId }) => done(provider(providerId).resetCredentials()),
    // Optional methods that are missing answer null.
    'provider.settingsMarkdown': async ({ providerId }) => (await provider(providerId).settingsMarkdown?.()) ?? null,
    'provider.countTokens': async ({ providerId, modelId, request }) =>
      (await provider(providerId).countTokens?.(modelId, request)) ?? null,
    'provider.cacheConfiguration': async ({ providerId, modelId }) =>
      (await provider(providerId).cacheConfiguration?.(modelId)) ?? null,
    'provider.startDeviceFlow': ({ providerId }, { signal }) =>
      work.run(signal, async (own) => (await provider(providerId).startDeviceFlowSignIn?.(own)) ?? null),
    'provider.pollDeviceFlow': ({ providerId }, { signal }) =>
      work.run(signal, (own) => done(pollDeviceFlow(providerId, own))),
    'command.run': (params, { signal }) => work.run(signal, (own) => active().commands.run(params, own)),
    'slashCommand.run': (params, { signal }) => work.run(signal, (own) => active().slashCommands.run(params, own)),
    'slashCommand.complete': (params, { signal }) =>
      work.run(signal, (own) => active().slashCommands.complete(params, own)),
    'tool.run': (params, { signal }) => work.run(signal, (own) => active().tools.run(params, own)),
    'event.tell': (params, { signal }) => work.run(signal, (own) => active().events.tell(params, own)),
    'event.ask': (params, { signal }) => work.run(signal, (own) => active().events.ask(params, own)),
    'grammar.highlight'(params) {
      if (loaded?.highlight) return loaded.highlight(params);
      throw new Error('The extension has no grammars');
    },
    // Events for an extension that is being deactivated are dropped.
    'setting.changed': (params) => api?.settings.changed(params) ?? null,
    'document.events': (params) => api?.documents.events(params) ?? null,
  });

  async function* complete(
    { providerId, modelId, request }: ExtensionStreams['provider.completion']['params'],
    signal: AbortSignal,
  ) {
    const answer = work.start(signal);
    try {
      yield* completionOf(provider(providerId), modelId, request, answer.signal);
    } finally {
      answer.end();
    }
  }

  const peer = new Peer<MainMethods, MainStreams>(port, {
    methods,
    streams: trustedStreams<ExtensionStreams>({
      'provider.completion': (params, { signal }) => complete(params, signal),
    }),
    window,
    onClose() {
      void deactivate()
        .catch(() => undefined)
        .then(onClosed);
    },
  });
  return { deactivate };
}

/** Running work of an extension for main, which is aborted when the extension ends. */
class RunningWork {
  readonly #running = new Set<LinkedController>();

  start(signal: AbortSignal): { readonly signal: AbortSignal; end(): void } {
    const work = new LinkedController([signal]);
    this.#running.add(work);
    return {
      signal: work.signal,
      end: () => {
        work.end();
        this.#running.delete(work);
      },
    };
  }

  async run<T>(signal: AbortSignal, task: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const work = this.start(signal);
    try {
      return await task(work.signal);
    } finally {
      work.end();
    }
  }

  abortAll(): void {
    for (const work of this.#running) work.abort();
  }
}
