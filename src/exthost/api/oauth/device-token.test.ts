import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { wait } from '../../wait.ts';
import { pollDeviceToken } from './device-token.ts';

/** The service's response to one request. */
type Turn = { status: number; body: unknown; headers?: Record<string, string> } | 'drop' | 'hang';

const no = (error: string, status = 400): Turn => ({ status, body: { error } });
const pending = no('authorization_pending');
const token: Turn = { status: 200, body: { access_token: 'at-1', token_type: 'bearer', refresh_token: 'rt-1' } };

/** A token endpoint of RFC 8628: it responds by the given turns, repeats the last one, and refuses wrong forms. */
async function startService(turns: readonly Turn[]) {
  const asked: { at: number; form: Record<string, string> }[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const piece of request) body += piece;
    const form = Object.fromEntries(new URLSearchParams(body));
    asked.push({ at: performance.now(), form });
    const isRight =
      request.method === 'POST' &&
      request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') &&
      form.grant_type === 'urn:ietf:params:oauth:grant-type:device_code' &&
      form.client_id === 'client' &&
      form.device_code === 'dc-1';
    const turn = isRight ? turns[Math.min(asked.length, turns.length) - 1] : no('invalid_request');
    if (turn === 'hang') return;
    if (turn === 'drop' || turn === undefined) return request.socket.destroy();
    response.writeHead(turn.status, { 'content-type': 'application/json', ...turn.headers });
    response.end(typeof turn.body === 'string' ? turn.body : JSON.stringify(turn.body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const tokenUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/token`;
  return { tokenUrl, asked };
}

type Options = Partial<Parameters<typeof pollDeviceToken>[1]>;
/** @returns the result, and the waits in seconds, which take a thousandth of that here */
async function signIn(turns: readonly Turn[], options: Options = {}) {
  const service = await startService(turns);
  const waits: number[] = [];
  const pause = (milliseconds: number, signal: AbortSignal) => {
    waits.push(Math.round(milliseconds / 1000));
    return wait(milliseconds / 1000, signal);
  };
  const result = await pollDeviceToken(
    fetch,
    {
      tokenUrl: service.tokenUrl,
      clientId: 'client',
      deviceCode: 'dc-1',
      expiresIn: 600,
      signal: new AbortController().signal,
      ...options,
    },
    pause,
  ).then(
    (fields) => ({ fields }),
    (thrown) => ({ thrown }),
  );
  return { ...result, waits, asked: service.asked };
}

describe('a sign-in with a code', () => {
  test('is asked about until the person has signed in, every 5 seconds when the service says nothing', async () => {
    const { asked, ...rest } = await signIn([pending, pending, token], { fields: { client_secret: 's' } });
    expect(rest).toEqual({
      fields: { access_token: 'at-1', token_type: 'bearer', refresh_token: 'rt-1' },
      waits: [5, 5, 5],
    });
    expect(asked.map(({ form }) => form.client_secret)).toEqual(['s', 's', 's']);
  });

  test('waits as long as it is told to, in real time', async () => {
    const { tokenUrl, asked } = await startService([pending, pending, token]);
    const began = performance.now();
    const { signal } = new AbortController();
    const options = { tokenUrl, clientId: 'client', deviceCode: 'dc-1', interval: 0.05, expiresIn: 60, signal };
    expect(await pollDeviceToken(fetch, options)).toMatchObject({ access_token: 'at-1' });
    const times = [began, ...asked.map(({ at }) => at)];
    for (const [index, at] of times.slice(1).entries()) expect(at - (times[index] ?? 0)).toBeGreaterThan(45);
  });

  test('slows down by 5 seconds whenever it is told to, and stays slow', async () => {
    const { waits, fields } = (await signIn([no('slow_down'), pending, no('slow_down'), token], {
      interval: 1,
    })) as never;
    expect(waits).toEqual([1, 6, 6, 11]);
    expect(fields).toMatchObject({ access_token: 'at-1' });
  });

  test.each([
    ['the connection is lost', 'drop' as const, [1, 6]],
    ['the service fails', { status: 503, body: 'busy' }, [1, 6]],
    ['it is asked too often', { status: 429, body: '', headers: { 'retry-after': '40' } }, [1, 40]],
  ])('goes on more slowly when %s', async (_name, turn, expected) => {
    const { waits, fields } = (await signIn([turn, token], { interval: 1 })) as never;
    expect(waits).toEqual(expected);
    expect(fields).toMatchObject({ access_token: 'at-1' });
  });

  test('that says no with status 200 is understood as well', async () => {
    const { waits } = await signIn([no('authorization_pending', 200), no('slow_down', 200), token], { interval: 1 });
    expect(waits).toEqual([1, 1, 6]);
  });

  test.each<[string, Turn, string, RegExp]>([
    ['the person refuses', no('access_denied'), 'provider-auth', /the sign-in was refused/],
    ['the code has expired', no('expired_token'), 'timeout', /code has expired/],
    [
      'the client is not known',
      no('invalid_client', 401),
      'provider-auth',
      /refused the sign-in\. It says: invalid_client/,
    ],
    [
      'the service says why, and repeats the code',
      { status: 400, body: { error: 'invalid_grant', error_description: 'Bad dc-1' } },
      'provider-auth',
      /It says: Bad \[key\]$/,
    ],
    ['there is no such page', { status: 404, body: '<html>' }, 'invalid-request', /refused the request/],
    ['there is no token in the answer', { status: 200, body: {} }, 'invalid-response', /without a token/],
  ])('ends when %s', async (_name, turn, code, message) => {
    const { thrown, asked } = (await signIn([pending, turn])) as never as { thrown: unknown; asked: unknown[] };
    expect(thrown).toMatchObject({ code, message: expect.stringMatching(message) });
    expect(asked).toHaveLength(2);
  });

  test('ends when its time is over, also while an answer is awaited', async () => {
    expect(await signIn([pending], { interval: 0.01, expiresIn: 0.1 })).toMatchObject({
      thrown: { code: 'timeout', message: expect.stringContaining('expired') },
    });
    const hanging = await signIn(['hang'], { interval: 0.01, expiresIn: 2 });
    expect(hanging).toMatchObject({ thrown: { code: 'timeout' } });
    expect(hanging.asked).toHaveLength(1);
  });

  // A test cannot wait for an hour.
  const later: Turn = { status: 429, body: '', headers: { 'retry-after': '3600' } };
  test.each<Turn>([pending, later, 'hang'])(
    'ends at once when it is stopped, as the service answers %j',
    async (turn) => {
      const { tokenUrl, asked } = await startService([turn]);
      const abort = new AbortController();
      const { signal } = abort;
      const options = { tokenUrl, clientId: 'client', deviceCode: 'dc-1', interval: 0.01, expiresIn: 7200, signal };
      const ended = expect(pollDeviceToken(fetch, options)).rejects.toMatchObject({ code: 'cancelled' });
      await expect.poll(() => asked.length).toBeGreaterThan(0);
      abort.abort();
      await ended;
    },
  );
});
