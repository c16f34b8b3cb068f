import { expect, test, vi } from 'vitest';
import type { FetchHead, FetchRequest } from '../../../../shared/contract/extension-api/extension-fetch.ts';
import { loadComponent } from '../../../test-support/load-component.ts';
import { probe } from '../../../test-support/probe-component.ts';
import { CallOutcome } from './call-outcome.ts';
import { carryOut } from './carry-out.ts';
import { KnownSecrets } from './known-secrets.ts';
import { OpenResponses } from './open-responses.ts';

const utf8 = new TextEncoder();

interface Served {
  readonly status?: number;
  readonly headers?: [string, string][];
  /** A body that does not end waits for ever after its pieces. */
  readonly body?: readonly (string | Uint8Array)[];
  readonly endless?: boolean;
  /** Of the network, in place of a response. */
  readonly fails?: string;
}

/** A component with a network that answers so, in turn. */
async function withNetwork(...responses: Served[]) {
  const requests: FetchRequest[] = [];
  /** Requests that were ended before their body was. */
  let ended = 0;
  const its = await loadComponent(probe, {
    answers: { 'credential.get': () => 'sk-secret' },
    streams: {
      async *'network.fetch'(params, { signal }) {
        const { status = 200, headers = [], body = [], endless = false, fails } = responses[requests.length] ?? {};
        requests.push(params as FetchRequest);
        if (fails) throw Object.assign(new Error(fails), { code: fails });
        let isWhole = false;
        try {
          yield {
            url: (params as FetchRequest).url,
            isRedirected: false,
            status,
            statusText: '',
            headers,
          } satisfies FetchHead;
          for (const piece of body) yield typeof piece === 'string' ? utf8.encode(piece) : piece;
          if (endless) await new Promise((resolve) => signal.addEventListener('abort', resolve));
          isWhole = !endless;
        } finally {
          if (!isWhole) ended += 1;
        }
      },
    },
  });
  return { ...its, requests, ended: () => ended };
}

const request = (fields: string) =>
  `{ method: 'get', url: 'https://a.example/x', headers: [], body: undefined, redirectPolicy: { tag: 'follow-all' }, ${fields} }`;

test('fetch sends what it is told, and returns the whole response', async () => {
  const body = [new Uint8Array([0, 255]), new Uint8Array(200_000).fill(7)];
  const { tool, requests } = await withNetwork({ headers: [['x-a', 'b']], body });
  const output = await tool(`
    const { headers, body } = its.http.fetch(${request(`
      method: 'post', headers: [['X-Key', 'k'], ['accept', 'a']], body: bytes('\\x00\\xff'),
      redirectPolicy: { tag: 'no-follow' }`)});
    return [headers, body.length, [...body.slice(0, 4)]];`);
  expect(output).toBe(JSON.stringify([[['x-a', 'b']], 200_002, [0, 255, 7, 7]]));
  expect(requests).toEqual([
    {
      url: 'https://a.example/x',
      method: 'POST',
      headers: [
        ['accept', 'a'],
        ['x-key', 'k'],
      ],
      body: new Uint8Array([0, 255]),
      redirect: 'manual',
      maxRedirects: 0,
    },
  ]);
});

test.each([
  ["{ tag: 'follow-all' }", { redirect: 'follow', maxRedirects: 20 }],
  ["{ tag: 'follow-limit', val: 3 }", { redirect: 'follow', maxRedirects: 3 }],
  ["{ tag: 'follow-limit', val: 500 }", { redirect: 'follow', maxRedirects: 20 }],
])('redirects are followed as it says: %s', async (policy, asked) => {
  const { tool, requests } = await withNetwork({});
  await tool(`its.http.fetch(${request(`redirectPolicy: ${policy}`)})`);
  expect(requests).toEqual([expect.objectContaining(asked)]);
});

test('redirects are followed where a request has no policy, as in Zed’s first interfaces', async () => {
  const { context, requests } = await withNetwork({});
  const scope = { outcome: new CallOutcome(new KnownSecrets()), instance: { responses: new OpenResponses() } };
  const asked = { method: 'get', url: 'https://a.example/x', headers: [], body: undefined };
  await carryOut({ context, signal: new AbortController().signal, ...scope }, 'http-client.fetch', [asked]);
  expect(requests).toEqual([expect.objectContaining({ redirect: 'follow', maxRedirects: 20 })]);
});

test('fetch fails by a status, with what the service said, and without the key', async () => {
  const { tool, requests } = await withNetwork({ status: 418, body: ['{"error":{"message":"no sk-secret tea"}}'] });
  const output = await tool(`
    const headers = [['authorization', llmGetCredential('echo')]];
    return its.tried(() => its.http.fetch(${request('headers')}));`);
  expect(output).toBe('"a.example refused the request. It says: no [key] tea"');
  expect(requests).toHaveLength(1);
});

test('fetch-stream hands over a body piece by piece, whatever the status', async () => {
  const { tool } = await withNetwork({ status: 404, headers: [['x-a', 'b']], body: ['one', 'two'] });
  const output = await tool(`
    const response = its.http.fetchStream(${request('')});
    const pieces = [];
    for (let piece; (piece = response.nextChunk()); ) pieces.push([...piece].map((one) => String.fromCharCode(one)).join(''));
    return [response.status(), response.headers(), pieces, response.nextChunk() ?? 'none'];`);
  expect(output).toBe(JSON.stringify([404, [['x-a', 'b']], ['one', 'two'], 'none']));
});

test.each([
  ["url: 'no address'", '"no address" is not an address.'],
  ["method: 'get', body: bytes('x')", 'GET'],
])('a request that cannot be is refused: %s', async (fields, sentence) => {
  const { tool } = await withNetwork();
  expect(await tool(`return its.tried(() => its.http.fetch(${request(fields)}))`)).toContain(
    sentence.replaceAll('"', '\\"'),
  );
});

test('a response that is dropped, or whose instance ends, is asked for no more', async () => {
  const { tool, ended, loaded } = await withNetwork({ endless: true }, { endless: true });
  await tool(`its.http.fetchStream(${request('')})[Symbol.dispose]()`);
  await vi.waitFor(() => expect(ended()).toBe(1));
  await tool(`its.open.push(its.http.fetchStream(${request('')}))`);
  expect(ended()).toBe(1);
  await loaded.deactivate();
  await vi.waitFor(() => expect(ended()).toBe(2));
});

test('handles that a component does not drop come to an end', async () => {
  const { tool, ended, loaded } = await withNetwork(...Array.from({ length: 70 }, () => ({ endless: true })));
  const output = await tool(`
    for (;;) {
      const refused = its.tried(() => void its.open.push(its.http.fetchStream(${request('')})));
      if (refused) return [its.open.length, refused];
    }`);
  expect(JSON.parse(output as string)).toEqual([64, '64 responses are open already. Drop those that are read']);
  await loaded.deactivate();
  await vi.waitFor(() => expect(ended()).toBe(64));
});

test('a stop of a call ends the request whose next piece it waits for', async () => {
  const responses = new OpenResponses();
  const end = new AbortController();
  const piece = () => new Promise<null>((resolve) => end.signal.addEventListener('abort', () => resolve(null)));
  const id = responses.add({ end, next: piece });
  const stop = new AbortController();
  const waiting = responses.next(id, stop.signal);
  stop.abort();
  expect(end.signal.aborted).toBe(true);
  expect(await waiting).toBe(null);
});

test('a component that is stopped while it reads is told so, and goes on', async () => {
  const { tool, ended, logged } = await withNetwork({ endless: true }, { body: ['later'] });
  const abort = new AbortController();
  const running = tool(
    `
    const response = its.http.fetchStream(${request('')});
    its.log.write('info', 'reads');
    return [its.tried(() => response.nextChunk()), its.tried(() => its.time.wait(1))]`,
    abort.signal,
  );
  await vi.waitFor(() => expect(logged()).toEqual(['reads']));
  abort.abort();
  expect(await running).toBe('["stopped","stopped"]');
  await vi.waitFor(() => expect(ended()).toBe(1));
  expect(await tool(`return its.http.fetch(${request('')}).body.length`)).toBe('5');
});
