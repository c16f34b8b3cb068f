import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createNetServer } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { extensionFailureCodes } from '../../../shared/contract/errors.ts';
import { errorMessageIn } from './error-message.ts';
import { createHttp } from './http.ts';

// Like `context.fetch`, Node's throws a `TypeError` whose cause has the code.
const http = createHttp(fetch);

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** Starts a server on this machine. @returns its address */
async function serve(handler: Handler): Promise<string> {
  const server = createServer(handler);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const answering = (status: number, body = '', headers: Record<string, string> = {}) =>
  serve((_request, response) => response.writeHead(status, headers).end(body));

const json = (body: unknown) => JSON.stringify(body);
const failureOf = (request: Promise<unknown>): Promise<{ code: string; message: string; data: unknown }> =>
  request.then(
    () => expect.unreachable('it did not fail'),
    (thrown) => thrown,
  );

describe('a request', () => {
  const echo = () =>
    serve(async (request, response) => {
      let body = '';
      for await (const piece of request) body += piece;
      response.end(json({ method: request.method, headers: request.headers, body }));
    });

  test('carries JSON, a form, bytes or a text, or nothing', async () => {
    const url = await echo();
    const sent = async (init: Parameters<typeof http.request>[1]) => http.json(await http.request(url, init));
    expect(await sent({})).toMatchObject({ method: 'GET', body: '' });
    expect(await sent({ json: { a: [1] }, headers: { 'X-Key': 'k' } })).toMatchObject({
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-key': 'k' },
      body: '{"a":[1]}',
    });
    expect(await sent({ body: new URLSearchParams({ q: 'a b' }) })).toMatchObject({
      headers: { 'content-type': expect.stringContaining('urlencoded') },
      body: 'q=a+b',
    });
    expect(await sent({ body: 'é', method: 'PUT' })).toMatchObject({ method: 'PUT', body: 'é' });
    expect(await sent({ json: 1, headers: { 'Content-Type': 'application/vnd.x+json' } })).toMatchObject({
      headers: { 'content-type': 'application/vnd.x+json' },
    });
  });

  test('that cannot succeed is refused before it is sent', async () => {
    expect(await failureOf(http.request('no address'))).toMatchObject({ code: 'invalid-request' });
    const body = new Uint8Array(32 * 1024 * 1024 + 1);
    expect(await failureOf(http.request('http://127.0.0.1:9/', { body }))).toMatchObject({ code: 'context-too-large' });
  });
});

describe('a refusal', () => {
  const said = (message: string) => json({ error: { message } });
  test.each([
    [304, '', 'invalid-response'],
    [400, said('No such model'), 'invalid-request'],
    [401, said('Bad key'), 'provider-auth'],
    [402, said('Pay'), 'provider-credit'],
    [403, said('Not yours'), 'provider-auth'],
    [404, '404 page not found', 'invalid-request'],
    [408, '', 'timeout'],
    [413, '<html></html>', 'context-too-large'],
    [425, '', 'provider-overloaded'],
    [429, said('Slow down'), 'provider-rate-limited'],
    [500, '<html>oops</html>', 'provider-error'],
    [502, '', 'provider-error'],
    [503, said('Busy'), 'provider-overloaded'],
    [529, '', 'provider-overloaded'],
  ])('with %d and %s is %s', async (status, body, code) => {
    const url = await answering(status, body);
    const failure = await failureOf(http.request(url, { secrets: ['sk-1'] }));
    expect(failure).toMatchObject({ code, name: 'HttpFailure' });
    expect(extensionFailureCodes).toContain(failure.code);
    expect(failure.message).toContain(new URL(url).host);
  });

  test.each([401, 403])('%d of a request that had no key says that the service wants one', async (status) => {
    const url = await answering(status, said('No key'));
    const { host } = new URL(url);
    const wanted = { code: 'credential-missing', message: `${host} wants a key. It says: No key` };
    expect(await failureOf(http.request(url))).toMatchObject(wanted);
    expect(await failureOf(http.request(url, { secrets: [''] }))).toMatchObject(wanted);
    const explain = () => ({ code: 'provider-auth' }) as const;
    expect(await failureOf(http.request(url, { explain }))).toMatchObject(wanted);
    const headers = { Authorization: 'Bearer sk-1' };
    expect(await failureOf(http.request(url, { headers, explain }))).toMatchObject({ code: 'provider-auth' });
  });

  test.each([
    ['6m0s', 360],
    ['1m26.4s', 87],
    ['1h12m0s', 4320],
    ['350ms', 1],
    ['2.5s', 3],
    ['1 minute, 5 seconds', 65],
    ['20 seconds', 20],
    ['2 minutes and more', 120],
    ['a while', undefined],
    ['5 apples', undefined],
  ])('that says to try again in %s asks to wait %s seconds, also in the middle of an answer', async (wait, seconds) => {
    const words = `Rate limit reached. Please try again in ${wait}. Visit us.`;
    const data = seconds === undefined ? {} : { retryAfterSeconds: seconds };
    expect((await failureOf(http.request(await answering(429, said(words))))).data).toEqual(data);
    expect(http.failure('a', 429, words)).toMatchObject({ data });
    expect(http.failure('a', 429, words, { retryAfterSeconds: 9 })).toMatchObject({ data: { retryAfterSeconds: 9 } });
  });

  test.each([
    [{ 'retry-after': '7' }, 7],
    [{ 'retry-after-ms': '1500' }, 2],
    [{ 'retry-after': '7', 'retry-after-ms': '1500' }, 7],
    [{ 'retry-after-ms': 'soon' }, undefined],
    [{ 'retry-after': 'soon' }, undefined],
  ])('with the headers %j asks to wait %s seconds', async (headers, retryAfterSeconds) => {
    const failure = await failureOf(http.request(await answering(429, said('Slow down'), headers)));
    expect(failure.data).toEqual(retryAfterSeconds === undefined ? {} : { retryAfterSeconds });
  });

  test.each([
    ['its message', { error: { message: 'Slow down', code: 'x', type: 'y' } }],
    ['a text as the error', { error: 'Slow down' }],
    ['its message beside it', { message: 'Slow down' }],
    ['its detail', { detail: 'Slow down' }],
    ['a list of details', { detail: [{ loc: ['body'], msg: 'Slow down' }] }],
    ['a list around it', [{ error: { code: 1, message: 'Slow down' } }]],
    ['the description of RFC 6749', { error: 'slow_down', error_description: 'Slow down' }],
  ])('is quoted out of %s', (_name, body) => {
    expect(errorMessageIn(body)).toBe('Slow down');
  });

  test('of RFC 9457 is quoted with its title', () => {
    expect(errorMessageIn({ type: 'about:blank', title: 'Too many', detail: 'Wait a bit', status: 429 })).toBe(
      'Too many: Wait a bit',
    );
  });

  test('is quoted in one short line, without secrets in any form', async () => {
    const secrets = ['sk-1', 'sk-1/long "one"'];
    const echoed = `Wrong key\n ${secrets[1]}, ${encodeURIComponent(secrets[1] ?? '')}, ${secrets[0]}. ${'x'.repeat(1_000)}`;
    const url = await answering(401, said(echoed));
    const { message } = await failureOf(http.request(url, { secrets }));
    expect(message).toContain('It says: Wrong key [key], [key], [key]. xxx');
    expect(message).not.toContain('sk-1');
    expect(message.length).toBeLessThan(400);
  });

  test('of a page for a browser is not quoted, plain text is', async () => {
    const page = await failureOf(http.request(await answering(502, '<h1>Bad</h1>', { 'content-type': 'text/html' })));
    expect(page.message).toMatch(/failed with status 502\.$/);
    const text = await failureOf(http.request(await answering(502, 'no upstream', { 'content-type': 'text/plain' })));
    expect(text.message).toMatch(/It says: no upstream$/);
  });

  test.each([
    ['7', 7],
    ['0.4', 1],
    [new Date(Date.now() + 600_000).toUTCString(), expect.toSatisfy((seconds) => seconds > 60 && seconds <= 600)],
    ['Mon, 31 Dec 2001 23:00:00 GMT', 0],
    ['soon', undefined],
  ])('asks to wait "%s"', async (header, retryAfterSeconds) => {
    const { data } = await failureOf(http.request(await answering(429, '', { 'retry-after': header })));
    expect(data).toEqual(retryAfterSeconds === undefined ? {} : { retryAfterSeconds });
  });

  test('is explained by the extension, which is given what came', async () => {
    const url = await answering(400, said('The key sk-1 is too long'), { 'x-wait': '3' });
    const seen: unknown[] = [];
    const ask = (explain: NonNullable<Parameters<typeof http.request>[1]>['explain']) =>
      failureOf(http.request(url, { secrets: ['sk-1'], explain }));
    expect(
      await ask(({ status, headers, body }) => {
        seen.push(status, headers.get('x-wait'), body);
        return { code: 'context-too-large', retryAfterSeconds: 3 };
      }),
    ).toMatchObject({
      code: 'context-too-large',
      message: expect.stringMatching(/too long for this model .* It says: The key \[key\] is too long$/),
      data: { retryAfterSeconds: 3 },
    });
    expect(seen).toEqual([400, '3', { error: { message: 'The key sk-1 is too long' } }]);
    expect(await ask(() => ({ message: 'sk-1 is no key.' }))).toMatchObject({
      code: 'invalid-request',
      message: '[key] is no key.',
    });
    expect(await ask(() => null)).toMatchObject({ code: 'invalid-request' });
  });

  test('is read to a limit: a body that never ends is not waited for', async () => {
    const url = await serve((_request, response) => {
      response.writeHead(500);
      response.write('x'.repeat(1_000_000));
    });
    expect(await failureOf(http.request(url))).toMatchObject({ code: 'provider-error' });
  });

  test('in the middle of an answer is told in the same words', () => {
    expect(http.failure('api.test', 0, 'It broke')).toMatchObject({
      code: 'provider-error',
      message: 'api.test failed. It says: It broke',
    });
    expect(
      http.failure('api.test', 0, 'Wait for sk-1', {
        code: 'provider-rate-limited',
        secrets: ['sk-1'],
        retryAfterSeconds: 2,
      }),
    ).toMatchObject({
      code: 'provider-rate-limited',
      message: 'api.test is asked too often. It says: Wait for [key]',
      data: { retryAfterSeconds: 2 },
    });
  });
});

describe('a connection that fails', () => {
  test('because nothing listens', async () => {
    const server = createNetServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    expect(await failureOf(http.request(`http://127.0.0.1:${port}/v1`))).toMatchObject({
      code: 'network',
      message: `Nothing answers at 127.0.0.1:${port}.`,
    });
  });

  test('because there is no such host', async () => {
    expect(await failureOf(http.request('http://nowhere.invalid/'))).toMatchObject({
      code: 'network',
      message: 'The address of nowhere.invalid was not found.',
    });
  });

  test('because it is closed without an answer', async () => {
    const url = await serve((request) => request.socket.destroy());
    expect(await failureOf(http.request(url))).toMatchObject({
      code: 'network',
      message: expect.stringMatching(/^127.* closed the connection without an answer\.$/),
    });
  });

  test('because what answers there speaks something else', async () => {
    const server = createNetServer((socket) => socket.end('SSH-2.0-x\r\n'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    expect(await failureOf(http.request(`http://127.0.0.1:${port}/`))).toMatchObject({
      code: 'network',
      message: `The server at 127.0.0.1:${port} does not speak HTTP.`,
    });
  });

  test.each(['json', 'lines', 'events'] as const)('in the middle of an answer that is read as %s', async (form) => {
    const url = await serve((_request, response) => {
      response.writeHead(200, { 'content-length': '1000' });
      response.write('data: a\n\n', () => response.destroy());
    });
    const seen: unknown[] = [];
    const read = async () => {
      const response = await http.request(url);
      if (form === 'json') await http.json(response);
      else for await (const part of http[form](response)) seen.push(part);
    };
    expect(await failureOf(read())).toMatchObject({
      code: 'network',
      message: `The connection to ${new URL(url).host} was lost in the middle of the answer.`,
    });
    expect(seen).toHaveLength({ json: 0, lines: 2, events: 1 }[form]);
  });

  test('because the manifest does not name the host, says what to do and is not tried again', async () => {
    const refused = new TypeError('Name the host', { cause: { code: 'network-refused' } });
    const { request } = createHttp(() => Promise.reject(refused));
    expect(await failureOf(request('https://api.test/'))).toMatchObject({
      code: 'invalid-request',
      message: 'Name the host',
    });
  });

  test.each([
    ['UND_ERR_CONNECT_TIMEOUT', 'timeout', 'did not answer in time'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'network', 'certificate'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'network', 'certificate'],
    ['ENETUNREACH', 'network', 'cannot be reached'],
    ['EAI_AGAIN', 'network', 'The address'],
    ['SOMETHING', 'network', 'failed'],
  ])('with %s is told in words', async (cause, code, words) => {
    const { request } = createHttp(() => Promise.reject(new TypeError('fetch failed', { cause: { code: cause } })));
    expect(await failureOf(request('https://api.test/'))).toMatchObject({
      code,
      message: expect.stringContaining(words),
    });
  });

  test('keeps a fault of the code what it is', async () => {
    const fault = new RangeError('a mistake');
    expect(await failureOf(createHttp(() => Promise.reject(fault)).request('https://api.test/'))).toBe(fault);
  });
});

describe('a request that is stopped', () => {
  const hanging = (start: string) =>
    serve((_request, response) => {
      if (start) response.writeHead(200).write(start);
    });

  test('before the answer, and in the middle of it, is cancelled', async () => {
    const abort = new AbortController();
    const early = http.request(await hanging(''), { signal: abort.signal });
    setImmediate(() => abort.abort());
    expect(await failureOf(early)).toMatchObject({ code: 'cancelled' });

    const later = new AbortController();
    const read = async () => {
      const response = await http.request(await hanging('data: a\n\n'), { signal: later.signal });
      for await (const _ of http.events(response)) later.abort();
    };
    expect(await failureOf(read())).toMatchObject({ code: 'cancelled', message: 'The request was stopped.' });
  });

  test('by a signal of time is late', async () => {
    const request = http.request(await hanging(''), { signal: AbortSignal.timeout(5) });
    expect(await failureOf(request)).toMatchObject({ code: 'timeout' });
  });

  test('by leaving the loop lets go of the connection', async () => {
    const closed = Promise.withResolvers<void>();
    const url = await serve((_request, response) => {
      response.on('close', closed.resolve);
      response.writeHead(200).write('a\nb\n');
    });
    for await (const line of http.lines(await http.request(url))) {
      expect(line).toBe('a');
      break;
    }
    await closed.promise;
  });
});

describe('an answer as JSON', () => {
  test.each(['', 'nothing', '{"a":'])('that is "%s" is not one', async (body) => {
    const response = await http.request(await answering(200, body));
    expect(await failureOf(http.json(response))).toMatchObject({
      code: 'invalid-response',
      message: expect.stringContaining('not JSON'),
    });
  });

  test('is read to 32 MB', async () => {
    const url = await serve((_request, response) => response.end(Buffer.alloc(33 * 1024 * 1024, 32)));
    expect(await failureOf(http.request(url).then(http.json))).toMatchObject({
      code: 'invalid-response',
      message: expect.stringContaining('32 MB'),
    });
  });
});
