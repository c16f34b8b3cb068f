import { abortable } from '../../../shared/bounded.ts';
import { type Failure, FailureError } from '../../../shared/contract/errors.ts';
import type { ExtensionMethods, ExtensionStreams } from '../../../shared/contract/extensions/exthost-api.ts';
import type { Manifest } from '../../../shared/contract/extensions/manifest.ts';
import { RpcError } from '../../../shared/rpc/rpc-error.ts';
import type { DiscoveredExtension } from '../catalog/discovery.ts';
import { eventOfUse } from './activation-events.ts';
import type { ExtensionConnection } from './extension-connection.ts';
import { extensionFailure } from './extension-failure.ts';

/** An extension for the other services of main, running or not. */
export interface ExtensionHandle {
  readonly manifest: Manifest;
  /** Absolute path of the extension's folder. */
  readonly rootPath: string;
  /**
   * Calls a method of the extension, after activating it if necessary.
   * @throws {FailureError} of the layer that failed
   */
  call<M extends keyof ExtensionMethods>(
    method: M,
    params: ExtensionMethods[M]['params'],
    options?: CallOptions,
  ): Promise<ExtensionMethods[M]['result']>;
  /**
   * Opens a stream, after activating the extension if necessary. It ends by itself, by `signal`, or by leaving the
   * loop; the extension's side is closed in each case. Items are `unknown`, as they are not validated.
   * @throws {FailureError} from the iteration
   */
  stream<S extends keyof ExtensionStreams>(
    stream: S,
    params: ExtensionStreams[S]['params'],
    signal: AbortSignal,
  ): AsyncIterable<unknown>;
  /** Logs a fault of the extension's code in its log, in addition to errors of `call` and `stream`. */
  noteFault(text: string): void;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** From when the extension is active. */
  readonly deadlineMs?: number;
  /** Called then. */
  readonly onSent?: () => void;
}

export interface HandleOptions {
  /** Activates the extension for an event. @returns its connection */
  readonly connect: (event: string) => Promise<ExtensionConnection>;
  /** For the extension's log: a failure of its code, with the stack, or a fault in its data. */
  readonly onFault: (text: string) => void;
  /** Removes secrets from an extension's failure. */
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
  /** A failed activation is logged by the registry. */
  const failed = (thrown: unknown, what: string) => {
    const error = clean(thrown);
    const { code, detail, message } = error.failure;
    if (code === 'extension-failed') onFault(`${what} failed: ${detail ?? message}`);
    return error;
  };
  const connected = (event: string, signal?: AbortSignal) =>
    unlessAborted(connect(event), signal).catch((thrown: unknown) => {
      throw clean(thrown);
    });
  return {
    manifest,
    rootPath,
    async call(method, params, { onSent, ...options } = {}) {
      const { peer } = await connected(eventOfUse(method, params), options.signal);
      onSent?.();
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

/** Stops waiting for a promise when the signal aborts; its work continues. */
const unlessAborted = <T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> =>
  signal ? abortable(promise, signal, () => new RpcError('cancelled', 'Cancelled')) : promise;
