import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Failure, FailureError } from '../../../shared/contract/errors.ts';

export interface WebAuthListenerOptions {
  readonly callbackPath: string;
  readonly state: string;
  readonly timeoutMs: number;
  /** Ends the wait. */
  readonly signal: AbortSignal;
}

export interface WebAuthListener {
  readonly port: number;
  /**
   * The URL of the browser's callback.
   * @throws {FailureError} `provider-auth` when the service refused, `timeout`, `cancelled`
   */
  readonly callbackUrl: Promise<string>;
}

const longestWords = 300;
/** Time for the browser to load the final page, in ms. */
const pageMs = 5_000;

/**
 * Listens on 127.0.0.1, at a free port, for one callback of the person's browser, with this path and state. Requests of
 * other programs on this computer are refused without ending the wait.
 */
export async function listenForWebAuth(options: WebAuthListenerOptions): Promise<WebAuthListener> {
  const { callbackPath, state, timeoutMs, signal } = options;
  let settle: { resolve(url: string): void; reject(error: Error): void };
  const callbackUrl = new Promise<string>((resolve, reject) => {
    settle = { resolve, reject };
  });
  // Perhaps nobody awaits it any more.
  callbackUrl.catch(() => {});
  let port = 0;
  let isOver = false;

  const server = createServer({ requestTimeout: 10_000, headersTimeout: 5_000 }, (request, response) => {
    const visited = isOver ? 404 : visit(request);
    if (typeof visited === 'number') return turnAway(response, visited);
    isOver = true;
    const refusal = refusalIn(visited);
    // The page is delivered even if the wait is aborted now, but for a limited time.
    signal.removeEventListener('abort', cancel);
    clearTimeout(timer);
    timer = setTimeout(close, pageMs);
    response.once('close', close);
    say(response, 200, refusal ? notSignedIn : signedIn);
    if (refusal) settle.reject(new FailureError(refusal));
    else settle.resolve(visited.href);
  });
  server.maxConnections = 32;

  /** @returns the URL, or the status of the refusal */
  function visit({ method, url = '', headers }: IncomingMessage): URL | number {
    // Against DNS rebinding: a foreign name that resolves to this computer is in the header.
    if (headers.host !== `127.0.0.1:${port}` && headers.host !== `localhost:${port}`) return 400;
    if (!url.startsWith('/') || !URL.canParse(url, `http://127.0.0.1:${port}`)) return 400;
    const visited = new URL(`http://127.0.0.1:${port}${url}`);
    if (visited.pathname !== callbackPath) return 404;
    if (method !== 'GET') return 405;
    const states = visited.searchParams.getAll('state');
    return states.length === 1 && isSame(states[0] ?? '', state) ? visited : 400;
  }

  function close(): void {
    isOver = true;
    clearTimeout(timer);
    signal.removeEventListener('abort', cancel);
    server.close();
    server.closeAllConnections();
  }
  function giveUp(failure: Failure): void {
    close();
    settle.reject(new FailureError(failure));
  }
  const cancel = () => giveUp({ code: 'cancelled', message: 'Sign-in was cancelled.' });
  let timer = setTimeout(() => {
    const seconds = Math.round(timeoutMs / 1000);
    giveUp({ code: 'timeout', message: `The browser did not come back within ${seconds} s.` });
  }, timeoutMs);

  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(0, '127.0.0.1', resolve);
    });
  } catch (error) {
    close();
    throw error;
  }
  ({ port } = server.address() as AddressInfo);
  if (signal.aborted) cancel();
  else signal.addEventListener('abort', cancel);
  return { port, callbackUrl };
}

/** RFC 6749, 4.1.2.1: the service or the person refused. */
function refusalIn({ searchParams }: URL): Failure | null {
  const error = searchParams.get('error');
  if (error === null) return null;
  const errorMessage = (searchParams.get('error_description') ?? error)
    .replace(/[\s\p{C}]+/gu, ' ')
    .trim()
    .slice(0, longestWords);
  const message =
    errorMessage === 'access_denied'
      ? 'Sign-in was refused on the service’s page.'
      : `The service did not sign you in. It says: “${errorMessage}”`;
  return { code: 'provider-auth', message };
}

/** Compares in constant time, for any lengths. */
const isSame = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other));
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

function turnAway(response: ServerResponse, status: number): void {
  if (status === 405) response.setHeader('allow', 'GET');
  response.writeHead(status, { ...headers, 'content-type': 'text/plain' }).end();
}

/** No scripts or external resources, and no caching or passing on of the URL. */
const headers = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  connection: 'close',
};

function say(response: ServerResponse, status: number, [title, text]: readonly [string, string]): void {
  const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><h1>${title}</h1><p>${text}</p></html>\n`;
  response.writeHead(status, { ...headers, 'content-type': 'text/html; charset=utf-8' }).end(page);
}

const signedIn = ['Back to Outrigger', 'You can close this page and return to Outrigger.'] as const;
const notSignedIn = ['Not signed in', 'Return to Outrigger, where you can try again.'] as const;
