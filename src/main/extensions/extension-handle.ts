import type { ExtensionMethods, ExtensionStreams } from '../../shared/contract/exthost-api.ts';
import type { Manifest } from '../../shared/contract/manifest.ts';

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
