import { type MainStreams, mainStreamParams } from '../../../shared/contract/extensions/main-streams.ts';
import type { Manifest } from '../../../shared/contract/extensions/manifest.ts';
import type { StreamHandler } from '../../../shared/rpc/handlers.ts';
import { RpcError } from '../../../shared/rpc/rpc-error.ts';
import { formatIssue } from '../manifest/format-issue.ts';

/** Main's streams for extensions, with the manifest of the port. The signal aborts when nobody takes it any more. */
export type ExtensionStreams = {
  [S in keyof MainStreams]: (
    caller: Manifest,
    params: MainStreams[S]['params'],
    signal: AbortSignal,
  ) => AsyncIterable<MainStreams[S]['item']>;
};

/** @returns the streams that one extension may open; arguments are validated before a stream gets them */
export const checkedStreams = (caller: Manifest, streams: Partial<ExtensionStreams>): Record<string, StreamHandler> =>
  Object.fromEntries(
    Object.entries(streams).map(([name, open]): [string, StreamHandler] => [
      name,
      (params, { signal }) => {
        const read = mainStreamParams[name as keyof MainStreams].safeParse(params);
        if (read.success) return (open as ExtensionStreams['thread.spawn'])(caller, read.data as never, signal);
        throw new RpcError('invalid-params', `${name}: ${formatIssue(read.error)}`);
      },
    ]),
  );
