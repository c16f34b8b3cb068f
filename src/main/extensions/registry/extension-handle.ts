import { type Failure, FailureError } from '../../../shared/contract/errors.ts';
import type { ExtensionMethods, ExtensionStreams } from '../../../shared/contract/extensions/exthost-api.ts';
import type { Manifest } from '../../../shared/contract/extensions/manifest.ts';
import { RpcError } from '../../../shared/rpc/rpc-error.ts';
import type { DiscoveredExtension } from '../catalog/discovery.ts';
import { eventOfUse } from './activation-events.ts';
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
  /** Says in the extension's log what its author did wrong, beside what `call` and `stream` throw. */
  noteFault(text: string): void;
}

export interface HandleOptions {
  /** Activates the extension for an event and gives its port. */
  readonly connect: (event: string) => Promise<ExtensionConnection>;
  /** For the extension's log: a failure of its code, with its stack, or of what it sent. */
  readonly onFault: (text: string) => void;
  /** Takes secrets out of what an extension says of its failure. */
  readonly scrub?: ((failure: Failure) => Failure) | undefined;
}

export function createHandle(
  { manifest, rootPath }: Pick<DiscoveredExtension, 'manifest' | 'rootPath'>,
  { connect, onFault, scrub = (failure) => failure }: HandleOptions,
): ExtensionHandle {
  const clean = (thrown: unknown) => {
    const error = extensionFailure(thrown, manifest);
    return new FailureError(scrub(error.failure), { cause: error.cause });
  };
  /** A failed activation is noted by who activates. */
  const failed = (thrown: unknown, what: string) => {
    const error = clean(thrown);
    const { code, detail, message } = error.failure;
    if (code === 'extension-failed') onFault(`${what} failed: ${detail ?? message}`);
    return error;
  };
  const connected = (event: string, signal?: AbortSignal) =>
    settleOnAbort(connect(event), signal).catch((thrown: unknown) => {
      throw clean(thrown);
    });
  return {
    manifest,
    rootPath,
    async call(method, params, options = {}) {
      const { peer } = await connected(eventOfUse(method, params), options.signal);
      try {
        return await peer.call(method, params, options);
      } catch (thrown) {
        throw failed(thrown, method);
      }
    },
    async *stream(stream, params, signal) {
      const { peer } = await connected(eventOfUse(stream, params), signal);
      try {
        yield* peer.stream(stream, params, { signal });
      } catch (thrown) {
        throw failed(thrown, stream);
      }
    },
    noteFault: onFault,
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
