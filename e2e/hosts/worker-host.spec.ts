import { createServer, type ServerResponse } from 'node:http';
import { startCountingServer } from '../servers/counting-server.ts';
import { listenOnLoopback } from '../servers/loopback.ts';
import { expect, type Hosts, probe, secret, test } from '../support/hosts/host-kinds.ts';
import { environmentOf } from '../support/processes/processes.ts';

/** Guarantees of one kind of host: a worker has no access of its own, and a process gets no secrets. */

async function started(hosts: Hosts, network: string[] = []): Promise<void> {
  await hosts.start('a', 'worker');
  await hosts.open('a', 'probe', probe, network);
  await hosts.activate('a', 'probe');
}

test('a worker has no Node and no document', async ({ hosts }) => {
  await started(hosts);
  const absent = ['process', 'require', 'Buffer', 'document', 'window', 'localStorage', 'RTCPeerConnection', 'caches'];
  expect(await hosts.act('a', 'probe', 'globals', absent.join(' '))).toEqual(absent.map(() => 'undefined'));
  expect(await hosts.evaluate('a', 'origin')).toBe('null');
});

test('a worker reaches nothing by itself, whatever it tries', async ({ hosts }) => {
  const server = await startCountingServer();
  await started(hosts);
  const attempt = (way: string) => hosts.act('a', 'probe', 'attempt', `${way} ${server.url}`);

  for (const [way, refusal] of Object.entries({
    originalFetch: 'Failed to fetch',
    webSocket: 'refused',
    eventSource: 'refused',
    request: 'NetworkError',
    importScripts: 'NetworkError',
    import: 'Failed to fetch',
    importData: 'Failed to fetch',
    importBlob: 'Failed to fetch',
    importPage: 'Failed to fetch',
    importFile: 'Failed to fetch',
  })) {
    await test.step(`not by ${way}, and its log says why`, async () => {
      await hosts.clearOutput('a');
      expect(await attempt(way)).toContain(refusal);
      await expect.poll(() => hosts.output('a')).toMatch(/Content Security Policy|Not allowed to load local/);
    });
  }
  await test.step('nor keeps anything, nor makes code of text', async () => {
    expect(await attempt('database')).toContain('SecurityError');
    expect(await attempt('caches')).toContain('not defined');
    expect(await attempt('fileSystem')).toContain('TypeError');
    expect(await attempt('eval')).toContain('unsafe-eval');
  });
  await test.step('and hears what to use instead of fetch', async () => {
    expect(await attempt('fetch')).toContain('Use context.fetch');
  });

  expect(server.connections()).toBe(0);
  await test.step('where a process would have got through', async () => {
    await hosts.start('b', 'process');
    await hosts.open('b', 'probe', probe);
    await hosts.activate('b', 'probe');
    expect(await hosts.act('b', 'probe', 'attempt', `fetch ${server.url}`)).toBe('done');
    expect(server.connections()).toBe(1);
  });
  await server.close();
});

test('a worker loads the files of the extensions that are open in it, and no other', async ({ hosts }) => {
  await started(hosts);
  const own = String(await hosts.act('a', 'probe', 'stack'));
  const address = /outrigger-extension:\/\/probe\/\d+\//.exec(own)?.[0] ?? '';
  const load = (url: string) => hosts.act('a', 'probe', 'load', url);
  expect(await load(`${address}actions.js`)).toEqual(['actions']);
  const nothing = { failed: expect.stringContaining('Failed to fetch') };
  expect(await load(`${address}../main.js`)).toEqual(nothing);
  expect(await load(`${address}..%2fmain.ts`)).toEqual(nothing);
  expect(await load(`${address}package.json`)).toEqual(nothing);
  expect(await load(`${address.replace('probe', 'other')}actions.js`)).toEqual(nothing);
  expect(await load(`${address.replace(/\d+/, '99')}actions.js`)).toEqual(nothing);

  await test.step('nor those of an extension that was closed', async () => {
    await hosts.open('a', 'second', probe);
    await hosts.activate('a', 'second');
    // A query makes it a new module, which is not cached.
    let loads = 0;
    const loadAnew = () => hosts.act('a', 'second', 'load', `${address}actions.js?${loads++}`);
    expect(await loadAnew()).toEqual(['actions']);
    await hosts.close('a', 'probe');
    await expect.poll(loadAnew).toEqual(nothing);
  });
});

test('a worker that fills its memory with buffers runs out of it as well', async ({ hosts }) => {
  await started(hosts);
  await hosts.act('a', 'probe', 'fillBuffers');
  expect((await hosts.ended('a')).exits).toEqual(['it ran out of memory']);
});

test('a worker that closes itself has ended', async ({ hosts }) => {
  await started(hosts);
  void hosts.act('a', 'probe', 'closeWorker', '', 1_000);
  expect((await hosts.ended('a')).exits).toEqual(['it ended by itself']);
});

test('the worker of a second host is in a process of its own', async ({ hosts }) => {
  await started(hosts);
  await hosts.start('b', 'worker');
  expect(await hosts.pid('b')).not.toBe(await hosts.pid('a'));
});

test('a process gets an environment without the secrets of the shell', async ({ hosts }) => {
  await hosts.start('a', 'process');
  await hosts.open('a', 'probe', probe);
  await hosts.activate('a', 'probe');
  expect(await hosts.act('a', 'probe', 'environment')).not.toContain(secret.name);
  expect([...environmentOf((await hosts.pid('a')) ?? 0)].flat().join('\n')).not.toContain(secret.value);
});

for (const kind of ['process', 'worker'] as const) {
  test.describe(`context.fetch in a host of the kind "${kind}"`, () => {
    test('goes where the manifest lets it, in pieces, no faster than they are read', async ({ hosts }) => {
      const { address, close, sent } = await startServer();
      await hosts.start('a', kind);
      await hosts.open('a', 'probe', probe, [`127.0.0.1:${new URL(address).port}`]);
      await hosts.activate('a', 'probe');
      const fetched = (path: string) => hosts.act('a', 'probe', 'fetchText', `${address}${path}`);

      expect(await fetched('/hello')).toEqual({ status: 200, url: `${address}/hello`, text: 'hello' });
      expect(await fetched('/moved')).toEqual({ status: 200, url: `${address}/hello`, text: 'hello' });
      expect(await fetched('/away')).toEqual({ failed: expect.stringContaining('does not let this extension reach') });
      expect(await hosts.act('a', 'probe', 'fetchHeadOnly', `${address}/endless`)).toBe(200);
      // Apart from the system's own buffers, the rest waits at the service.
      await expect.poll(() => sent.isHeldUp).toBe(true);
      expect(sent.bytes).toBeLessThan(40 * 1024 ** 2);
      await hosts.act('a', 'probe', 'dropKept');
      await expect.poll(() => sent.isClosed).toBe(true);
      await close();
    });
  });
}

/** A server that answers "hello", redirects, and sends without end; `sent` tells its progress. */
async function startServer() {
  const sent = { bytes: 0, isHeldUp: false, isClosed: false };
  const endless = (response: ServerResponse) => {
    const piece = Buffer.alloc(64 * 1024);
    const write = () => {
      sent.isHeldUp = false;
      while (response.write(piece)) sent.bytes += piece.length;
      sent.isHeldUp = true;
    };
    response.on('drain', write).on('close', () => {
      sent.isClosed = true;
    });
    write();
  };
  const server = createServer(({ url }, response) => {
    if (url === '/endless') return endless(response);
    if (url === '/moved') return response.writeHead(302, { location: '/hello' }).end();
    if (url === '/away') return response.writeHead(302, { location: 'https://elsewhere.example.com/' }).end();
    response.end('hello');
  });
  const { origin: address, close } = await listenOnLoopback(server);
  return { address, close, sent };
}
