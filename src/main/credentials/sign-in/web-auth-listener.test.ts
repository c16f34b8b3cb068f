import { request } from 'node:http';
import { connect } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { listenForWebAuth } from './web-auth-listener.ts';

const state = 'a-state-of-enough-characters';

async function listen(more: { timeoutMs?: number; signal?: AbortSignal } = {}) {
  const over = new AbortController();
  onTestFinished(() => over.abort());
  const listener = await listenForWebAuth({
    callbackPath: '/back',
    state,
    timeoutMs: more.timeoutMs ?? 30_000,
    signal: more.signal ?? over.signal,
  });
  const { port } = listener;
  const visit = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init);
  const isClosed = () => vi.waitFor(() => expect(visit('/back')).rejects.toThrow());
  return { ...listener, visit, isClosed };
}

/** A request by a foreign host name that resolves to this computer, as in DNS rebinding. */
const visitAs = (port: number, host: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path: `/back?state=${state}`, headers: { host } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.on('error', reject).end();
  });

test('one visit with the state ends the wait; the page has no script and is not kept', async () => {
  const { port, callbackUrl, visit, isClosed } = await listen();
  const response = await visit(`/back?code=a%20b&state=${state}`);
  expect(response.status).toBe(200);
  expect(await response.text()).toContain('return to Outrigger');
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(await callbackUrl).toBe(`http://127.0.0.1:${port}/back?code=a%20b&state=${state}`);
  await isClosed();
});

test('all others are turned away, and the wait goes on', async () => {
  const { port, callbackUrl, visit } = await listen();
  const statusOf = async (path: string, init?: RequestInit) => (await visit(path, init)).status;
  expect(await statusOf('/')).toBe(404);
  expect(await statusOf(`/back/?state=${state}`)).toBe(404);
  expect(await statusOf('/favicon.ico')).toBe(404);
  expect(await statusOf('/back?code=1')).toBe(400);
  expect(await statusOf('/back?code=1&state=another-state-of-characters')).toBe(400);
  expect(await statusOf(`/back?code=1&state=${state}&state=${state}`)).toBe(400);
  expect(await statusOf('/back?error=access_denied&state=guess')).toBe(400);
  expect(await statusOf(`/back?state=${state}`, { method: 'POST', body: 'x' })).toBe(405);
  expect(await visitAs(port, 'evil.example')).toBe(400);
  expect(await visitAs(port, `evil.example:${port}`)).toBe(400);
  expect(await visitAs(port, `localhost:${port}`)).toBe(200);
  expect(await callbackUrl).toContain('/back?state=');
});

test('of two visits at once one counts', async () => {
  const { port, callbackUrl } = await listen();
  const sockets = ['1', '2'].map((code) => ({ code, socket: connect(port, '127.0.0.1') }));
  await Promise.all(sockets.map(({ socket }) => new Promise((resolve) => socket.on('connect', resolve))));
  const answers = sockets.map(
    ({ code, socket }) =>
      new Promise<string>((resolve) => {
        let said = '';
        socket.on('data', (chunk) => {
          said += chunk;
        });
        socket.on('error', () => {});
        socket.on('close', () => resolve(said.slice(0, 15)));
        socket.write(`GET /back?code=${code}&state=${state} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`);
      }),
  );
  const said = await Promise.all(answers);
  expect(said.filter((line) => line.startsWith('HTTP/1.1 200'))).toHaveLength(1);
  expect(new URL(await callbackUrl).searchParams.get('code')).toMatch(/^[12]$/);
});

test('a service that says no is quoted, shortened and on one line', async () => {
  const { callbackUrl, visit } = await listen();
  const words = encodeURIComponent(`No\r\nway‮ ${'x'.repeat(1000)}`);
  const refused = expect(callbackUrl).rejects.toMatchObject({
    code: 'provider-auth',
    message: expect.stringMatching(/^The service did not sign you in\. It says: “No way x{200,300}”$/),
  });
  expect(await (await visit(`/back?error=access_denied&error_description=${words}&state=${state}`)).text()).toContain(
    'Not signed in',
  );
  await refused;
});

test('nobody comes: it ends, and nobody is let in any more', async () => {
  const { callbackUrl, isClosed } = await listen({ timeoutMs: 50 });
  await expect(callbackUrl).rejects.toMatchObject({ code: 'timeout' });
  await isClosed();
});

test('given up: it ends, also while somebody holds a connection open', async () => {
  const controller = new AbortController();
  const { port, callbackUrl, isClosed } = await listen({ signal: controller.signal });
  const socket = connect(port, '127.0.0.1');
  const closed = new Promise((resolve) => socket.on('close', resolve));
  socket.on('error', () => {});
  await new Promise((resolve) => socket.write('GET /back HTTP/1.1\r\n', resolve));
  controller.abort();
  await expect(callbackUrl).rejects.toMatchObject({ code: 'cancelled' });
  await closed;
  await isClosed();
  await expect((await listen({ signal: controller.signal })).callbackUrl).rejects.toMatchObject({ code: 'cancelled' });
});
