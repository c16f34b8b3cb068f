import type { Agent, fetch, Response } from 'undici';
import type { FetchHead, FetchRequest } from '../../../shared/contract/extension-api/extension-fetch.ts';
import { mostRedirects } from '../../../shared/contract/extension-api/fetch-limits.ts';
import { askPattern } from '../../../shared/contract/extensions/extension-state.ts';
import type { Manifest } from '../../../shared/contract/extensions/manifest.ts';
import { namesHost, permitsUrl, settingOfPattern } from '../../../shared/contract/extensions/network-pattern.ts';
import type { SettingValue } from '../../../shared/contract/settings/setting-value.ts';
import { pinnedLookup, type Resolve, systemResolve } from '../../network/pinned-lookup.ts';
import { addressIn, isPrivateAddress, looksPrivate } from '../../network/private-address.ts';
import { createKeyedLimit } from './keyed-limit.ts';

export interface ExtensionFetchDeps {
  /** Absent: the system's resolver. */
  readonly resolve?: Resolve;
  /** The value of a setting of an extension; "" for an undeclared one. */
  setting(extensionId: string, key: string): SettingValue;
  /** Whether a person lets a script send requests to this URL by the extension. */
  isOpenEndpoint?(extensionId: string, url: URL): boolean;
  /** Asks a person about the host of a URL. @throws when they do not let the extension */
  askAbout?(caller: Manifest, url: URL, signal: AbortSignal): Promise<void>;
}

/** Concurrent requests of one extension, bodies included, and of those that wait. */
const maxAtOnce = 32;
const maxWaiting = 256;
/** Bytes of one piece of a body; with the stream's credit it bounds the memory of what waits. */
const largestPiece = 64 * 1024;
/** Headers of the connection instead of the request, and those that would let an extension use another's session. */
const refusedHeaders =
  /^(accept-encoding|connection|content-length|cookie2?|expect|host|keep-alive|te|trailer|transfer-encoding|upgrade|(proxy|sec)-.*)$/i;
/** Headers kept on a redirect to another origin; a key can be in any other. */
const harmlessHeaders = /^(accept|accept-language|content-(type|language)|user-agent)$/;
/** Response headers withheld: the runtime has unpacked the body, and cookies are not kept. */
const hiddenHeaders = /^(content-encoding|content-length|set-cookie2?)$/i;

/** Fetches for an extension as its manifest permits. Yields the head, then the body as it is consumed. */
export function createExtensionFetch({
  resolve = systemResolve,
  setting,
  isOpenEndpoint = () => false,
  askAbout,
}: ExtensionFetchDeps) {
  const requests = createKeyedLimit(maxAtOnce, maxWaiting);
  let opened: Promise<Connections> | undefined;

  async function* follow(
    caller: Manifest,
    request: FetchRequest,
    signal: AbortSignal,
  ): AsyncGenerator<FetchHead | Uint8Array> {
    opened ??= openConnections(resolve);
    const { fetch, anywhere, openNetwork } = await opened;
    /** Checks a URL against the manifest, and asks if that says so. @returns the connections to use */
    const check = async (text: string): Promise<Agent> => {
      const url = URL.canParse(text) ? new URL(text) : null;
      const settingOf = (key: string) => setting(caller.id, key);
      const isEndpoint = url !== null && isOpenEndpoint(caller.id, url);
      const isAsked = url !== null && !isEndpoint && !permitsUrl(networkOf(caller), url, settingOf);
      if (!url || (isAsked && !(askAbout && asks(caller, url)))) throw new RefusedError(text);
      if (isAsked) await askAbout?.(caller, url, signal);
      if (((isEndpoint || isAsked) && looksPrivate(url)) || mayBePrivate(caller, url, settingOf)) return anywhere;
      // An IP address in the URL passes no look-up, which would check it.
      const address = addressIn(url);
      if (address !== null && isPrivateAddress(address)) throw new PrivateError(url.host);
      return openNetwork;
    };
    const { maxRedirects = mostRedirects } = request;
    let { url, method, body } = request;
    let headers = new Headers(request.headers.filter(([name]) => !refusedHeaders.test(name)));
    for (let redirects = 0; ; redirects += 1) {
      const response = await send(fetch, url, {
        dispatcher: await check(url),
        method,
        headers: [...headers],
        body,
        redirect: 'manual',
        credentials: 'omit',
        signal,
      });
      const target = request.redirect === 'manual' ? null : redirectTarget(response, url);
      if (target === null) {
        yield headOf(response, url, redirects > 0);
        if (response.body) yield* pieces(response.body);
        return;
      }
      await response.body?.cancel();
      if (request.redirect === 'error') throw new TypeError(`${hostOf(url)} sent the request elsewhere`);
      if (redirects === maxRedirects) throw new TypeError(`${hostOf(url)} sent the request elsewhere too often`);
      headers = new Headers(headers);
      if (becomesGet(response.status, method)) {
        method = 'GET';
        body = null;
        for (const name of [...headers.keys()]) if (name.startsWith('content-')) headers.delete(name);
      }
      if (new URL(target).origin !== new URL(url).origin) {
        for (const name of [...headers.keys()]) if (!harmlessHeaders.test(name)) headers.delete(name);
      }
      url = target;
    }
  }

  return async function* (caller: Manifest, request: FetchRequest, signal: AbortSignal) {
    const end = await requests.begin(caller.id, signal);
    try {
      yield* follow(caller, request, signal);
    } finally {
      end();
    }
  };
}

/** Separate pools: a connection that may lead to private addresses is not reused for requests that may not. */
interface Connections {
  readonly fetch: typeof fetch;
  readonly anywhere: Agent;
  readonly openNetwork: Agent;
}

async function openConnections(resolve: Resolve): Promise<Connections> {
  // Loaded with the first fetch, as it is as large as all else that main needs for the panel.
  const { Agent, fetch } = await import('undici');
  const connections = (...pinned: Parameters<typeof pinnedLookup>) =>
    new Agent({ connect: { lookup: pinnedLookup(...pinned) } });
  return {
    fetch,
    anywhere: connections(resolve, () => null),
    openNetwork: connections(resolve, (name, addresses) =>
      addresses.some(isPrivateAddress) ? new PrivateError(name) : null,
    ),
  };
}

const networkOf = ({ capabilities }: Manifest): readonly string[] => capabilities?.network ?? [];

/** Whether it asks about hosts that its manifest does not name. */
const asks = (manifest: Manifest, { protocol }: URL): boolean =>
  networkOf(manifest).includes(askPattern) && /^https?:$/.test(protocol);

/**
 * Whether a request may reach this machine and its network: by an address that is recognizably private and that the
 * manifest names, or by any that a person typed into a setting. Any other name leads where its owner points it.
 */
function mayBePrivate(manifest: Manifest, url: URL, setting: (key: string) => SettingValue): boolean {
  return networkOf(manifest).some((pattern) => {
    if (!permitsUrl([pattern], url, setting)) return false;
    const key = settingOfPattern(pattern)?.key;
    if (key === undefined) return namesHost(pattern) && looksPrivate(url);
    return looksPrivate(url) || isTyped(manifest, key, url);
  });
}

/** Whether a person typed the host into the setting: the default and the choices are given by the manifest. */
function isTyped({ settings }: Manifest, key: string, url: URL): boolean {
  const declared = settings[key];
  if (declared?.type === 'list') return true;
  return (
    declared?.type === 'string' && !(URL.canParse(declared.default) && new URL(declared.default).host === url.host)
  );
}

/** Sends a request; if its name look-up was refused, that error is thrown instead of fetch's own around it. */
async function send(by: typeof fetch, ...asked: Parameters<typeof fetch>): Promise<Response> {
  try {
    return await by(...asked);
  } catch (thrown) {
    throw thrown instanceof TypeError && thrown.cause instanceof PrivateError ? thrown.cause : thrown;
  }
}

/** For the author of the extension: names the remedy. */
class RefusedError extends TypeError {
  readonly code = 'network-refused';
  constructor(url: string) {
    const host = hostOf(url);
    super(
      `The manifest does not let this extension reach ${host}. ` +
        `Name the host under [capabilities] in extension.toml: network = ["${host}"]`,
    );
  }
}

/** For the person and the author of the extension: names the reason. */
class PrivateError extends TypeError {
  readonly code = 'network-refused';
  constructor(host: string) {
    super(
      `${host} leads into this computer or its network, where this extension may go only by an address that says so itself ` +
        'and that its manifest names, such as "localhost:8080", or by one that you type into its settings.',
    );
  }
}

const hostOf = (url: string): string => (URL.canParse(url) && new URL(url).host) || url.slice(0, 200);

function redirectTarget(response: Response, from: string): string | null {
  const location = response.headers.get('location');
  if (location === null || ![301, 302, 303, 307, 308].includes(response.status)) return null;
  if (!URL.canParse(location, from)) throw new TypeError(`${hostOf(from)} sent the request to no address`);
  return new URL(location, from).href;
}

const becomesGet = (status: number, method: string): boolean =>
  status === 303 ? method !== 'GET' && method !== 'HEAD' : status < 303 && method.toUpperCase() === 'POST';

const headOf = (response: Response, url: string, isRedirected: boolean): FetchHead => ({
  url,
  isRedirected,
  status: response.status,
  statusText: response.statusText,
  headers: [...response.headers].filter(([name]) => !hiddenHeaders.test(name)),
});

/** Each piece has its own buffer: with a view, the whole buffer behind it would be sent over the port. */
async function* pieces(body: NonNullable<Response['body']>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      for (let start = 0; start < read.value.byteLength; start += largestPiece) {
        yield new Uint8Array(read.value.subarray(start, start + largestPiece));
      }
    }
  } finally {
    // On an early exit this closes the connection too.
    reader.cancel().catch(() => undefined);
  }
}
