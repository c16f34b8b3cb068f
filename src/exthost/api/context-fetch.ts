import type { ExtensionFetch, FetchHead } from '../../shared/contract/extension-api/extension-fetch.ts';
import { longestFetchBody } from '../../shared/contract/extension-api/fetch-limits.ts';
import type { MainStreams } from '../../shared/contract/extensions/main-streams.ts';
import type { MethodTable } from '../../shared/rpc/handlers.ts';
import type { Peer } from '../../shared/rpc/peer.ts';
import { RemoteError } from '../../shared/rpc/wire/errors-on-the-wire.ts';

/** Chunks of at most 64 KB that are buffered for an extension that reads slowly. */
const credit = 16;
const withoutBody = [101, 103, 204, 205, 304];

/** `context.fetch`: main makes the request, if the manifest of the port's extension allows it. */
export const createFetch =
  (main: Peer<MethodTable, MainStreams>): ExtensionFetch =>
  async (input, init) => {
    // `Request` normalises all forms of headers and bodies, and refuses what `fetch` would.
    const request = new Request(input, init);
    const signal = init?.signal ?? (input instanceof Request ? input.signal : undefined);
    signal?.throwIfAborted();
    const body = request.body === null ? null : new Uint8Array(await request.arrayBuffer());
    if (body && body.byteLength > longestFetchBody) throw new TypeError('A request can carry at most 32 MB');
    const { url, method, redirect } = request;
    const asked = { url, method, headers: [...request.headers], body, redirect };
    const maxRedirects = init?.maxRedirects;
    const items = main
      .stream('network.fetch', maxRedirects === undefined ? asked : { ...asked, maxRedirects }, { signal, credit })
      [Symbol.asyncIterator]();
    const next = async () => {
      try {
        return await items.next();
      } catch (thrown) {
        throw signal?.aborted ? signal.reason : asFetchError(thrown);
      }
    };
    const first = await next();
    if (first.done) throw new TypeError('The request ended without an answer');
    return responseOf(first.value as FetchHead, {
      async pull(controller) {
        const item = await next();
        if (item.done) controller.close();
        else controller.enqueue(item.value as Uint8Array);
      },
      async cancel() {
        await items.return?.();
      },
    });
  };

function responseOf(
  { url, isRedirected, status, statusText, headers }: FetchHead,
  source: UnderlyingDefaultSource,
): Response {
  // No read-ahead: data that the extension does not take stays with the service.
  const body = withoutBody.includes(status) ? null : new ReadableStream(source, { highWaterMark: 0 });
  const response = new Response(body, { status, statusText, headers });
  return Object.defineProperties(response, { url: { value: url }, redirected: { value: isRedirected } });
}

/** In the form of `fetch`: a `TypeError` whose cause has the code. */
function asFetchError(thrown: unknown): unknown {
  if (!(thrown instanceof RemoteError)) return thrown;
  const cause = thrown.cause ?? (thrown.code === undefined ? undefined : { code: thrown.code });
  return new TypeError(thrown.message, { cause });
}
