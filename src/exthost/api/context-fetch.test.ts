import { describe, expect, test } from 'vitest';
import {
  type FetchHead,
  type FetchRequest,
  fetchRequestSchema,
} from '../../shared/contract/extension-api/extension-fetch.ts';
import { connectContext } from '../test-support/connect-context.ts';

type Answer = (request: FetchRequest, signal: AbortSignal) => AsyncIterable<FetchHead | Uint8Array>;

const head = (more: Partial<FetchHead> = {}): FetchHead => ({
  url: 'https://api.test/',
  isRedirected: false,
  status: 200,
  statusText: 'OK',
  headers: [['content-type', 'text/plain']],
  ...more,
});

function fetching(answer: Answer) {
  const requests: FetchRequest[] = [];
  const { context } = connectContext(
    {},
    {},
    {
      'network.fetch': (params, { signal }) => {
        const request = fetchRequestSchema.parse(params);
        requests.push(request);
        return answer(request, signal);
      },
    },
  );
  return { fetch: context.fetch, requests };
}

const saying = (...texts: string[]): Answer =>
  async function* () {
    yield head();
    for (const text of texts) yield new TextEncoder().encode(text);
  };

describe('context.fetch', () => {
  test('gives a response as fetch does', async () => {
    const { fetch } = fetching(async function* () {
      yield head({ url: 'https://api.test/to', isRedirected: true, status: 404, statusText: 'Not Found' });
      yield new TextEncoder().encode('{"a":');
      yield new TextEncoder().encode('1}');
    });
    const response = await fetch('https://api.test/from');
    const { ok, status, statusText, url, redirected } = response;
    expect({ ok, status, statusText, url, redirected }).toEqual({
      ok: false,
      status: 404,
      statusText: 'Not Found',
      url: 'https://api.test/to',
      redirected: true,
    });
    expect(response.headers.get('content-type')).toBe('text/plain');
    expect(await response.json()).toEqual({ a: 1 });
  });

  test('sends what a request can hold', async () => {
    const { fetch, requests } = fetching(saying('ok'));
    await fetch('https://api.test/a', { method: 'POST', body: 'text', headers: { 'X-Key': 'k' } });
    await fetch(new URL('https://api.test/b'), { method: 'PUT', body: new URLSearchParams({ q: 'a b' }) });
    await fetch(new Request('https://api.test/c', { method: 'DELETE', redirect: 'error' }));
    const sent = requests.map(({ body, headers, ...request }) => ({
      ...request,
      headers: Object.fromEntries(headers),
      body: body && new TextDecoder().decode(body),
    }));
    const formType = expect.stringContaining('urlencoded');
    expect(sent).toMatchObject([
      { url: 'https://api.test/a', method: 'POST', redirect: 'follow', body: 'text', headers: { 'x-key': 'k' } },
      { url: 'https://api.test/b', method: 'PUT', body: 'q=a+b', headers: { 'content-type': formType } },
      { url: 'https://api.test/c', method: 'DELETE', redirect: 'error', body: null },
    ]);
  });

  test('has no body where a status allows none', async () => {
    const { fetch } = fetching(async function* () {
      yield head({ status: 204, statusText: 'No Content' });
    });
    expect((await fetch('https://api.test/')).body).toBeNull();
  });

  test('takes no more of a body than is read, and lets go of it', async () => {
    let sent = 0;
    let isClosed = false;
    const { fetch } = fetching(async function* () {
      yield head();
      try {
        for (; sent < 1_000; sent += 1) yield new Uint8Array(1024);
      } finally {
        isClosed = true;
      }
    });
    const reader = (await fetch('https://api.test/')).body?.getReader();
    await reader?.read();
    // A window of 16, of which half is granted again at a time; a further response shows that nothing else is in
    // flight.
    await expect.poll(() => sent).toBeGreaterThan(10);
    await fetch('https://api.test/').then((other) => other.body?.cancel());
    expect(sent).toBeLessThan(60);
    await reader?.cancel();
    await expect.poll(() => isClosed).toBe(true);
  });

  test('rejects with the reason of its signal, before and during the body, and tells main', async () => {
    let aborted = 0;
    const { fetch } = fetching(async function* ({ url }, signal) {
      signal.addEventListener('abort', () => {
        aborted += 1;
      });
      if (url.endsWith('/late')) yield head();
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
    });
    for (const path of ['early', 'late']) {
      const abort = new AbortController();
      const body = fetch(`https://api.test/${path}`, { signal: abort.signal }).then((response) => response.text());
      setTimeout(() => abort.abort(), 5);
      await expect(body).rejects.toMatchObject({ name: 'AbortError' });
    }
    await expect.poll(() => aborted).toBe(2);
    await expect(fetch('https://api.test/', { signal: AbortSignal.abort('at once') })).rejects.toBe('at once');
    await expect(fetch('https://api.test/early', { signal: AbortSignal.timeout(5) })).rejects.toMatchObject({
      name: 'TimeoutError',
    });
  });

  test('fails as fetch does, with the code of the cause', async () => {
    // biome-ignore lint/correctness/useYield: it fails before there is anything
    const { fetch } = fetching(async function* () {
      throw new TypeError('fetch failed', { cause: Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }) });
    });
    const failed = fetch('https://api.test/');
    await expect(failed).rejects.toBeInstanceOf(TypeError);
    await expect(failed).rejects.toMatchObject({ message: 'fetch failed', cause: { code: 'ECONNREFUSED' } });
  });

  test('fails by itself where nothing can be sent', async () => {
    const { fetch, requests } = fetching(saying('ok'));
    await expect(fetch('no address')).rejects.toBeInstanceOf(TypeError);
    const body = new Uint8Array(32 * 1024 * 1024 + 1);
    await expect(fetch('https://api.test/', { method: 'POST', body })).rejects.toThrow('32 MB');
    expect(requests).toEqual([]);
  });
});
