import type { ExtensionMethods, ExtensionOpen, ExtensionStreams, MainMethods } from '../shared/contract/exthost-api.ts';
import type { CompletionRequest } from '../shared/contract/provider.ts';
import type { CallHandler, StreamHandler } from '../shared/rpc/handlers.ts';
import { Peer } from '../shared/rpc/peer.ts';
import type { RpcPort } from '../shared/rpc/port.ts';
import { createContext, type RegisteredProvider } from './api/create-context.ts';
import { pollCompletion, polledForm } from './api/polled-completion.ts';
import type { LoadedExtension, Runtime } from './runtimes/runtime.ts';

export interface RunningExtension {
  /** Ends its streams, then lets it close what it holds. */
  deactivate(): Promise<void>;
}

/** Serves one extension on its own port until the port closes. Main is trusted: its arguments are typed, not checked. */
export function serveExtension(
  open: ExtensionOpen,
  port: RpcPort,
  runtime: Runtime,
  onClosed: () => void,
): RunningExtension {
  const providers = new Map<string, RegisteredProvider>();
  const streams = new Set<AbortController>();
  let loaded: LoadedExtension | undefined;
  let leaving: Promise<void> = Promise.resolve();

  const provider = (id: string) => {
    const registered = providers.get(id);
    if (!registered) throw new Error(`The extension has registered no provider "${id}"`);
    return registered.provider;
  };

  const deactivate = () => {
    for (const stream of streams) stream.abort();
    const extension = loaded;
    loaded = undefined;
    // Asked twice, by the port that closes and by the host that shuts down, both wait for the same end.
    if (extension) leaving = extension.deactivate();
    return leaving;
  };

  const methods: { [M in keyof ExtensionMethods]: (params: ExtensionMethods[M]['params']) => unknown } = {
    async activate() {
      const extension = await runtime.load(open);
      try {
        await extension.activate(createContext(open, peer, providers));
      } catch (error) {
        // What it started before it failed must not live on; the failure is the one that counts.
        await extension.deactivate().catch(() => undefined);
        throw error;
      }
      loaded = extension;
      // The port closed meanwhile, and with it the one who would have asked.
      if (peer.isClosed) await deactivate();
      return { providers: [...providers.values()].map(({ info }) => info) };
    },
    deactivate: async () => {
      await deactivate();
      return null;
    },
    'provider.models': ({ providerId }) => provider(providerId).models(),
    'provider.isAuthenticated': ({ providerId }) => provider(providerId).isAuthenticated(),
    'provider.authenticate': async ({ providerId }) => {
      await provider(providerId).authenticate();
      return null;
    },
    'provider.resetCredentials': async ({ providerId }) => {
      await provider(providerId).resetCredentials();
      return null;
    },
  };

  async function* complete(
    { providerId, modelId, request }: { providerId: string; modelId: string; request: CompletionRequest },
    signal: AbortSignal,
  ) {
    const abort = new AbortController();
    const follow = () => abort.abort(signal.reason);
    if (signal.aborted) follow();
    else signal.addEventListener('abort', follow, { once: true });
    streams.add(abort);
    try {
      yield* pollCompletion(polledForm(provider(providerId)), modelId, request, abort.signal);
    } finally {
      streams.delete(abort);
    }
  }

  const peer = new Peer<MainMethods>(port, {
    methods: methods as Record<string, CallHandler>,
    streams: {
      'provider.completion': (params, { signal }) =>
        complete(params as ExtensionStreams['provider.completion']['params'], signal),
    } satisfies Record<keyof ExtensionStreams, StreamHandler>,
    onClose() {
      void deactivate()
        .catch(() => undefined)
        .then(onClosed);
    },
  });
  return { deactivate };
}
