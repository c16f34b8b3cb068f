import type { ExtensionMethods, ExtensionStreams } from '../../shared/contract/exthost-api.ts';
import type { Manifest } from '../../shared/contract/manifest.ts';
import { RpcError } from '../../shared/rpc/rpc-error.ts';
import { eventOfUse } from './activation-events.ts';
import type { DiscoveredExtension } from './discovery.ts';
import type { ExtensionConnection } from './extension-connection.ts';
import { extensionFailure } from './extension-failure.ts';

/** An extension as the other services of main see it, whether it runs at the moment or not. */
export interface ExtensionHandle {
  readonly manifest: Manifest;
  /** Absolute path of the extension's folder. */
  readonly rootPath: string;
  /**
   * Calls a method of the extension; activates it first when it is not active.
   * @throws {FailureError} with the layer that failed
   */
  call<M extends keyof ExtensionMethods>(
    method: M,
    params: ExtensionMethods[M]['params'],
    options?: { signal?: AbortSignal; deadlineMs?: number },
  ): Promise<ExtensionMethods[M]['result']>;
  /**
   * Opens a stream; activates the extension first. Ends by itself, by `signal`, or by leaving the loop; the extension's
   * side is closed on every exit. Items are as the extension sent them: `unknown` until a schema has passed them.
   * @throws {FailureError} from the iteration
   */
  stream<S extends keyof ExtensionStreams>(
    stream: S,
    params: ExtensionStreams[S]['params'],
    signal: AbortSignal,
  ): AsyncIterable<unknown>;
}

/** @param connect activates the extension for an event and gives its port */
export function createHandle(
  { manifest, rootPath }: Pick<DiscoveredExtension, 'manifest' | 'rootPath'>,
  connect: (event: string) => Promise<ExtensionConnection>,
): ExtensionHandle {
  const connected = (event: string, signal?: AbortSignal) => settleOnAbort(connect(event), signal);
  return {
    manifest,
    rootPath,
    async call(method, params, options = {}) {
      try {
        const { peer } = await connected(eventOfUse(method, params), options.signal);
        return await peer.call(method, params, options);
      } catch (thrown) {
        throw extensionFailure(thrown, manifest);
      }
    },
    async *stream(stream, params, signal) {
      try {
        const { peer } = await connected(eventOfUse(stream, params), signal);
        yield* peer.stream(stream, params, { signal });
      } catch (thrown) {
        throw extensionFailure(thrown, manifest);
      }
    },
  };
}

/** Lets go of a promise when the signal aborts; what it waits for goes on. */
function settleOnAbort<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const abort = () => reject(new RpcError('cancelled', 'Cancelled'));
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
