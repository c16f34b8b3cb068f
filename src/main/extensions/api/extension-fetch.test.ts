import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, isIP } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import type { FetchHead, FetchRequest } from '../../../shared/contract/extension-api/extension-fetch.ts';
import type { Manifest } from '../../../shared/contract/extensions/manifest.ts';
import { type Resolve, systemResolve } from '../../network/pinned-lookup.ts';
import { checkedStreams } from './checked-streams.ts';
import { createExtensionFetch } from './extension-fetch.ts';

const closing: (() => void)[] = [];
afterEach(() => closing.splice(0).map((close) => close()));

interface Seen {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** An HTTP server that records its requests. */
async function service(answer: (response: ServerResponse, url: string) => void = (response) => response.end('ok')) {
  const seen: Seen[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const piece of request) body += piece;
    seen.push({ method: request.method, url: request.url, headers: request.headers, body });
    answer(response, request.url ?? '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { seen, port: (server.address() as AddressInfo).port };
}

const caller = (...network: string[]) =>
  ({ id: 'caller', capabilities: { network }, settings: {} }) as Partial<Manifest> as Manifest;
const fetchFor = createExtensionFetch({ setting: () => '' });
const request = (url: string, more: Partial<FetchRequest> = {}): FetchRequest => ({
  url,
  method: 'GET',
  headers: [],
  body: null,
  redirect: 'follow',
  ...more,
});

async function outcome(manifest: Manifest, asked: FetchRequest, signal = new AbortController().signal) {
  const items: (FetchHead | Uint8Array)[] = [];
  for await (const item of fetchFor(manifest, asked, signal)) items.push(item);
  const [head, ...body] = items as [FetchHead, ...Uint8Array[]];
  return { head, text: Buffer.concat(body).toString(), pieces: body };
}

const redirect = (status: number, location: string) => (response: ServerResponse, url: string) =>
  url === '/from' ? response.writeHead(status, { location }).end('elsewhere') : response.end('arrived');

describe('the fetch of an extension', () => {
  test('answers with the head, then the body', async () => {
    const { port, seen } = await service((response) => response.writeHead(201, { 'x-mine': 'yes' }).end('a text'));
    const { head, text } = await outcome(
      caller('127.0.0.1:*'),
      request(`http://127.0.0.1:${port}/a`, { method: 'POST', headers: [['x-key', 'k']], body: Buffer.from('sent') }),
    );
    expect(head).toMatchObject({ status: 201, statusText: 'Created', isRedirected: false });
    expect(head.headers).toContainEqual(['x-mine', 'yes']);
    expect(text).toBe('a text');
    expect(seen).toMatchObject([{ method: 'POST', url: '/a', body: 'sent', headers: { 'x-key': 'k' } }]);
  });

  test('goes nowhere else, and says what to write into the manifest', async () => {
    const { port, seen } = await service();
    const asked = outcome(caller('api.example.com'), request(`http://127.0.0.1:${port}/`));
    await expect(asked).rejects.toThrow(`network = ["127.0.0.1:${port}"]`);
    await expect(asked).rejects.toMatchObject({ code: 'network-refused' });
    await expect(outcome({ id: 'caller' } as Manifest, request('https://a.test/'))).rejects.toThrow('reach a.test');
    expect(seen).toEqual([]);
  });

  test.each([
    [301, 'POST', 'GET'],
    [302, 'POST', 'GET'],
    [303, 'PUT', 'GET'],
    [307, 'POST', 'POST'],
    [308, 'PUT', 'PUT'],
  ])('follows a %i from %s by %s', async (status, method, then) => {
    const { port, seen } = await service(redirect(status, '/to'));
    const headers: FetchRequest['headers'] = [
      ['content-type', 'text/plain'],
      ['authorization', 'Bearer k'],
    ];
    const asked = request(`http://127.0.0.1:${port}/from`, { method, headers, body: Buffer.from('sent') });
    const { head, text } = await outcome(caller('127.0.0.1:*'), asked);
    expect(head).toMatchObject({ status: 200, isRedirected: true, url: `http://127.0.0.1:${port}/to` });
    expect(text).toBe('arrived');
    const keeps = then !== 'GET';
    expect(seen[1]).toMatchObject({ method: then, url: '/to', body: keeps ? 'sent' : '' });
    expect(seen[1]?.headers['content-type']).toBe(keeps ? 'text/plain' : undefined);
    expect(seen[1]?.headers.authorization).toBe('Bearer k');
  });

  describe('with the pattern ask', () => {
    /** Of a person who lets it reach these hosts. */
    async function asking(manifest: Manifest, asked: FetchRequest, ...lets: string[]) {
      const about: string[] = [];
      const fetch = createExtensionFetch({
        setting: () => '',
        resolve: async () => [{ address: '127.0.0.1', family: 4 }],
        async askAbout(_caller, { host }) {
          about.push(host);
          if (!lets.includes(host)) throw new Error('not let');
        },
      });
      const got = await (async () => {
        const items: unknown[] = [];
        for await (const item of fetch(manifest, asked, new AbortController().signal)) items.push(item);
        return (items[0] as FetchHead).status;
      })().catch((error: Error) => error.message);
      return { got, about };
    }

    test('asks about what no other pattern names, also where a redirect leads', async () => {
      const target = await service();
      const { port } = await service(redirect(302, `http://127.0.0.1:${target.port}/to`));
      const from = request(`http://127.0.0.1:${port}/from`);
      const [here, there] = [`127.0.0.1:${port}`, `127.0.0.1:${target.port}`];
      expect(await asking(caller('ask', here), from, there)).toEqual({ got: 200, about: [there] });
      expect(await asking(caller('ask'), from, here)).toEqual({ got: 'not let', about: [here, there] });
      expect(target.seen).toHaveLength(1);
    });

    test('who lets it reach a name of the open network has not let it reach what is nearby', async () => {
      const { port, seen } = await service();
      const host = `a.example:${port}`;
      const { got, about } = await asking(caller('ask'), request(`http://${host}/`), host);
      expect(got).toContain('a.example leads into this computer or its network');
      expect(about).toEqual([host]);
      expect(seen).toEqual([]);
    });

    test('asks about nothing else, and without it about nothing', async () => {
      expect((await asking(caller('ask'), request('ftp://a.test/'))).about).toEqual([]);
      expect((await asking(caller('b.test'), request('https://a.test/'))).about).toEqual([]);
    });
  });

  test('checks where each redirect leads before it goes there', async () => {
    const target = await service();
    const { port } = await service(redirect(302, `http://127.0.0.1:${target.port}/to`));
    const asked = outcome(caller(`127.0.0.1:${port}`), request(`http://127.0.0.1:${port}/from`));
    await expect(asked).rejects.toThrow(`reach 127.0.0.1:${target.port}`);
    expect(target.seen).toEqual([]);
  });

  test('keeps the key from another host that the manifest names', async () => {
    const target = await service();
    const { port } = await service(redirect(307, `http://127.0.0.1:${target.port}/to`));
    const headers: FetchRequest['headers'] = [
      ['authorization', 'Bearer k'],
      ['x-key', 'k'],
      ['Accept', 'text/plain'],
      ['accept-language', 'en'],
      ['content-type', 'text/plain'],
      ['content-language', 'en'],
      ['user-agent', 'mine'],
    ];
    const asked = { method: 'POST', headers, body: Buffer.from('sent') };
    await outcome(caller('127.0.0.1:*'), request(`http://127.0.0.1:${port}/from`, asked));
    const sent = target.seen[0]?.headers;
    expect(sent).toMatchObject(
      Object.fromEntries(headers.slice(2).map(([name, value]) => [name.toLowerCase(), value])),
    );
    expect(sent).not.toHaveProperty('authorization');
    expect(sent).not.toHaveProperty('x-key');
  });

  test('hands a redirect over, or fails on it, as it is told', async () => {
    const { port } = await service(redirect(302, '/to'));
    const asked = request(`http://127.0.0.1:${port}/from`);
    const { head, text } = await outcome(caller('127.0.0.1:*'), { ...asked, redirect: 'manual' });
    expect([head.status, text]).toEqual([302, 'elsewhere']);
    await expect(outcome(caller('127.0.0.1:*'), { ...asked, redirect: 'error' })).rejects.toThrow('elsewhere');
  });

  test('ends a round of redirects', async () => {
    const { port, seen } = await service((response) => response.writeHead(302, { location: '/from' }).end());
    const asked = outcome(caller('127.0.0.1:*'), request(`http://127.0.0.1:${port}/from`));
    await expect(asked).rejects.toThrow('too often');
    expect(seen).toHaveLength(21);
  });

  test('follows no more redirects than it is told', async () => {
    const { port, seen } = await service((response) => response.writeHead(302, { location: '/from' }).end());
    const once = { ...request(`http://127.0.0.1:${port}/from`), maxRedirects: 1 };
    await expect(outcome(caller('127.0.0.1:*'), once)).rejects.toThrow('too often');
    expect(seen).toHaveLength(2);
  });

  test('sends no cookie and no header of the connection, and hands no cookie over', async () => {
    const { port, seen } = await service((response) => response.writeHead(200, { 'set-cookie': 'a=b' }).end());
    const headers: FetchRequest['headers'] = [
      ['Cookie', 'a=b'],
      ['Proxy-Authorization', 'x'],
      ['Host', 'other.test'],
    ];
    const { head } = await outcome(caller('127.0.0.1:*'), request(`http://127.0.0.1:${port}/`, { headers }));
    expect(seen[0]?.headers).not.toHaveProperty('cookie');
    expect(seen[0]?.headers).not.toHaveProperty('proxy-authorization');
    expect(seen[0]?.headers.host).toBe(`127.0.0.1:${port}`);
    expect(head.headers.map(([name]) => name)).not.toContain('set-cookie');
  });

  test('cuts a body into pieces of their own', async () => {
    const { port } = await service((response) => response.end(Buffer.alloc(300_000, 'x')));
    const { text, pieces } = await outcome(caller('127.0.0.1:*'), request(`http://127.0.0.1:${port}/`));
    expect(text).toHaveLength(300_000);
    for (const piece of pieces) expect(piece.byteLength).toBeLessThanOrEqual(64 * 1024);
    for (const piece of pieces) expect(piece.buffer.byteLength).toBe(piece.byteLength);
  });

  test('ends the connection when it is left early, and when it is aborted', async () => {
    let closed = 0;
    const { port } = await service((response) => {
      response.on('close', () => {
        closed += 1;
      });
      response.write('begun');
    });
    const url = `http://127.0.0.1:${port}/`;
    for await (const item of fetchFor(caller('127.0.0.1:*'), request(url), new AbortController().signal)) {
      if (item instanceof Uint8Array) break;
    }
    await expect.poll(() => closed).toBe(1);
    const abort = new AbortController();
    const reading = fetchFor(caller('127.0.0.1:*'), request(url), abort.signal);
    await reading.next();
    abort.abort();
    await expect(reading.next().then(() => reading.next())).rejects.toThrow(/abort/i);
    await expect.poll(() => closed).toBe(2);
  });

  test('has 32 requests under way for one extension; each frees its place when it ended or was left', async () => {
    const open: ServerResponse[] = [];
    const { port, seen } = await service((response) => {
      open.push(response);
      response.write('begun');
    });
    const asked = request(`http://127.0.0.1:${port}/`);
    const { signal } = new AbortController();
    const begin = (who: Manifest, by = signal) => {
      const items = fetchFor(who, asked, by);
      return { items, head: items.next() };
    };
    const one = { ...caller('127.0.0.1:*'), id: 'one' };
    const first = Array.from({ length: 32 }, () => begin(one));
    await Promise.all(first.map(({ head }) => head));
    const aborting = new AbortController();
    const aborted = begin(one, aborting.signal);
    const next = begin(one);
    const last = begin(one);
    await begin({ ...one, id: 'other' }).head;
    expect(seen).toHaveLength(33);
    aborting.abort();
    await expect(aborted.head).rejects.toThrow(/abort/i);
    await first[0]?.items.return(undefined);
    await next.head;
    expect(seen).toHaveLength(34);
    for (const response of open) response.end();
    for await (const _ of first[1]?.items ?? []);
    await last.head;
    expect(seen).toHaveLength(35);
  });

  test('passes on the code of a connection that fails', async () => {
    const { port } = await service();
    closing.splice(0).map((close) => close());
    const asked = outcome(caller('127.0.0.1:*'), request(`http://127.0.0.1:${port}/`));
    await expect(asked).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });
  });

  test.each([
    ['method', { method: 'GET /' }],
    ['headers.0', { headers: ['x'] }],
    ['body', { body: 'text' }],
    ['body', { body: new Uint8Array(32 * 1024 * 1024 + 1) }],
    ['redirect', { redirect: 'anywhere' }],
    ['maxRedirects', { maxRedirects: 21 }],
  ])('refuses an argument whose "%s" is not as the interface has it', (place, more) => {
    const open = checkedStreams(caller('*'), { 'network.fetch': fetchFor })['network.fetch'];
    const context = { signal: new AbortController().signal, ports: [] };
    expect(() => open?.({ ...request('https://a.test/'), ...more }, context)).toThrow(`"${place}`);
  });
});

describe('names and where they lead', () => {
  /** A name server that gives these answers one after the other, and repeats the last one. */
  function names(...answers: string[][]) {
    const asked: string[] = [];
    const resolve: Resolve = async (name) => {
      asked.push(name);
      const found = (answers.length > 1 ? answers.shift() : answers[0]) ?? [];
      return found.map((address) => ({ address, family: isIP(address) }));
    };
    return { asked, resolve };
  }
  const typed = {
    ...caller('setting:base_url'),
    settings: { base_url: { type: 'string', title: '', description: '', default: 'https://api.example.com/v1' } },
  } as Partial<Manifest> as Manifest;
  async function asks(resolve: Resolve, manifest: Manifest, url: string, setting = '') {
    const items = createExtensionFetch({ resolve, setting: () => setting });
    let text = '';
    for await (const item of items(manifest, request(url), new AbortController().signal)) {
      if (item instanceof Uint8Array) text += Buffer.from(item).toString();
    }
    return text;
  }

  test.each([
    ['127.0.0.1'],
    ['::1'],
    ['::ffff:127.0.0.1'],
    ['0.0.0.0'],
    ['169.254.169.254'],
    ['10.0.0.1'],
    ['fe80::1'],
    ['64:ff9b::7f00:1'],
    ['1.1.1.1', '127.0.0.1'],
  ])('a name that the manifest names does not lead to %s of this computer or its network', async (...found) => {
    const { port, seen } = await service();
    const { resolve, asked } = names(found);
    for (const pattern of ['http://api.example.com:*', 'http://*:*', 'http://*.example.com:*']) {
      const going = asks(resolve, caller(pattern), `http://api.example.com:${port}/`);
      await expect(going).rejects.toMatchObject({ code: 'network-refused' });
      await expect(going).rejects.toThrow('leads into this computer or its network');
    }
    expect(asked).toHaveLength(3);
    expect(seen).toEqual([]);
  });

  test('a star reaches no address of this computer, which the manifest has to name', async () => {
    const { port, seen } = await service();
    for (const host of ['127.0.0.1', 'localhost', 'sub.localhost', '[::1]', '[::ffff:127.0.0.1]', '0.0.0.0']) {
      await expect(asks(systemResolve, caller('http://*:*'), `http://${host}:${port}/`)).rejects.toMatchObject({
        code: 'network-refused',
      });
    }
    expect(seen).toEqual([]);
    expect(await asks(systemResolve, caller(`localhost:${port}`), `http://localhost:${port}/`)).toBe('ok');
  });

  test('what a person typed into a setting leads where it leads, what the manifest gave it does not', async () => {
    const { port, seen } = await service();
    const { resolve } = names(['127.0.0.1']);
    const own = `http://models.example.com:${port}`;
    expect(await asks(resolve, typed, `${own}/`, own)).toBe('ok');
    const given = {
      ...typed,
      settings: { base_url: { ...typed.settings.base_url, default: own } },
    } as Manifest;
    await expect(asks(resolve, given, `${own}/`, own)).rejects.toMatchObject({ code: 'network-refused' });
    expect(seen).toHaveLength(1);
  });

  test('what a person lets a script call is reached, and leads into this computer only by an address that says so', async () => {
    const { port, seen } = await service();
    const { resolve } = names(['127.0.0.1']);
    const isOpenEndpoint = (id: string, { hostname }: URL) => id === 'caller' && hostname !== 'other.example.com';
    const fetchFor = createExtensionFetch({ resolve, setting: () => '', isOpenEndpoint });
    const take = async (host: string) => {
      for await (const _ of fetchFor(caller(), request(`http://${host}:${port}/`), new AbortController().signal));
    };
    await take('localhost');
    expect(seen).toHaveLength(1);
    await expect(take('models.example.com')).rejects.toThrow('leads into this computer or its network');
    await expect(take('other.example.com')).rejects.toThrow('does not let this extension reach');
    expect(seen).toHaveLength(1);
  });

  test('a name is asked for once, and what was judged is connected to', async () => {
    const { port, seen } = await service();
    const { resolve, asked } = names(['127.0.0.1'], ['8.8.8.8'], ['127.0.0.1']);
    const own = `http://models.example.com:${port}`;
    expect(await asks(resolve, typed, `${own}/`, own)).toBe('ok');
    expect(asked).toEqual(['models.example.com']);
    expect(seen[0]?.headers.host).toBe(`models.example.com:${port}`);
  });

  test('localhost is this computer, whatever the server of names says', async () => {
    const { port } = await service();
    const { resolve, asked } = names(['8.8.8.8']);
    expect(await asks(resolve, caller('http://localhost:*'), `http://localhost:${port}/`)).toBe('ok');
    expect(asked).toEqual([]);
  });

  test('a connection that may lead anywhere is used for nobody who may not go there', async () => {
    const { port, seen } = await service();
    const { resolve } = names(['127.0.0.1']);
    const own = `http://models.example.com:${port}`;
    const fetchFor = createExtensionFetch({ resolve, setting: () => own });
    const take = async (manifest: Manifest) => {
      for await (const _ of fetchFor(manifest, request(`${own}/`), new AbortController().signal));
    };
    await take(typed);
    await expect(take(caller('http://models.example.com:*'))).rejects.toMatchObject({ code: 'network-refused' });
    expect(seen).toHaveLength(1);
  });
});
