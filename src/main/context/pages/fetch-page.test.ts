import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, isIP } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import { isPrivateAddress } from '../../network/private-address.ts';
import { fetchPage } from './fetch-page.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** A real server on this machine. @returns its address, and what it was asked */
async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const asked: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    asked.push(request);
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { asked, port, url: `http://127.0.0.1:${port}` };
}

const send =
  (body: string | Buffer, type = 'text/html', more: Record<string, string> = {}) =>
  (_request: IncomingMessage, response: ServerResponse) => {
    response.writeHead(200, { 'content-type': type, ...more }).end(body);
  };
const redirect = (to: (url: string) => string) => (request: IncomingMessage, response: ServerResponse) => {
  response.writeHead(302, { location: to(request.url ?? '') }).end();
};
const { signal } = new AbortController();
const get = (url: string, more: Partial<Parameters<typeof fetchPage>[1]> = {}) =>
  fetchPage(url, { signal, allowsPrivate: true, ...more });

describe('a page', () => {
  test('is Markdown, without scripts, styles and the data of images; its links lead where they lead', async () => {
    const { url, asked } = await serve(
      send(
        '<title>A &amp; B</title><style>p{}</style><script>bad()</script><h1>Head</h1><p>See <a href="/b">b</a>.' +
          '<img src="data:image/png;base64,AAAA" alt="dot">',
      ),
    );
    const page = await get(`${url}/a`);
    expect(page).toEqual({
      url: `${url}/a`,
      status: 200,
      title: 'A & B',
      text: `# Head\n\nSee [b](${url}/b). [image: dot]`,
      isCut: false,
    });
    expect(asked[0]?.headers).not.toHaveProperty('cookie');
  });

  test('in another encoding and packed is read as it was meant', async () => {
    const latin = Buffer.from('<p>caf\u00e9</p>', 'latin1');
    const packed = await serve(send(gzipSync(latin), 'text/html; charset=iso-8859-1', { 'content-encoding': 'gzip' }));
    expect((await get(packed.url)).text).toBe('caf\u00e9');
    const named = Buffer.concat([Buffer.from('<meta charset="iso-8859-1">'), latin]);
    expect((await get((await serve(send(named))).url)).text).toBe('caf\u00e9');
  });

  test('that says that it is not there is still told, with its status', async () => {
    const { url } = await serve((_request, response) => void response.writeHead(404).end('Not here.'));
    expect(await get(url)).toMatchObject({ status: 404, text: 'Not here.' });
  });

  test.each([
    ['application/json', '{"a":1}', true],
    ['application/ld+json', '{"a":1}', true],
    ['text/x-rust', 'fn main() {}', true],
    ['application/xml', '<a/>', true],
    ['image/png', 'x', false],
    ['application/octet-stream', 'x', false],
    ['text/plain', 'a\0b', false],
  ])('is text, or refused, by its type %s', async (type, body, isText) => {
    const { url } = await serve(send(body, type));
    if (isText) expect((await get(url)).text).toBe(body);
    else await expect(get(url)).rejects.toMatchObject({ code: 'invalid-response' });
  });

  test('that is too large is cut, also when only its unpacked form is', async () => {
    const large = Buffer.alloc(8 * 1024 * 1024, 'a');
    for (const server of [
      await serve(send(large, 'text/plain')),
      await serve(send(gzipSync(large), 'text/plain', { 'content-encoding': 'gzip' })),
    ]) {
      const page = await get(server.url);
      expect(page.isCut).toBe(true);
      expect(page.text.length).toBeLessThanOrEqual(400_000);
    }
  });

  test('that goes on for ever is left when there is enough of it', async () => {
    const chunk = Buffer.alloc(64 * 1024, 'a');
    const { url } = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/plain' });
      const more = () => {
        while (!response.destroyed && response.write(chunk));
      };
      response.on('drain', more);
      more();
    });
    expect(await get(url)).toMatchObject({ isCut: true });
  });
});

describe('what is no page', () => {
  test.each([
    'file:///etc/passwd',
    'ftp://a.org/',
    'javascript:1',
    'http://user:pass@a.org/',
    'data:text/plain,x',
    'x',
  ])('%s is refused', async (address) => {
    await expect(get(address)).rejects.toMatchObject({ code: 'address-refused' });
  });

  test('a service that never ends is left, and so is one that never answers', async () => {
    const silent = await serve(() => {});
    await expect(get(silent.url, { timeoutMs: 50 })).rejects.toMatchObject({ code: 'timeout' });
    const endless = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/plain' });
      response.write('a');
    });
    await expect(get(endless.url, { timeoutMs: 50 })).rejects.toMatchObject({ code: 'timeout' });
    const controller = new AbortController();
    const stopped = get(silent.url, { signal: controller.signal });
    controller.abort();
    await expect(stopped).rejects.toMatchObject({ code: 'cancelled' });
  });

  test('a service that goes over to another protocol is said so, and not waited for', async () => {
    const { url } = await serve((request) => {
      request.socket.end('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n');
    });
    await expect(get(url)).rejects.toMatchObject({ code: 'network' });
  });

  test('nothing there is said in a sentence', async () => {
    const { url, port } = await serve(() => {});
    for (const close of closing.splice(0)) close();
    await expect(get(url)).rejects.toThrow(`127.0.0.1:${port} could not be reached: nothing answers there.`);
  });
});

describe('this machine and its network', () => {
  test.each(['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '0x7f.1', '2130706433', '169.254.169.254'])(
    'are not asked for http://%s/ that nobody typed',
    async (host) => {
      await expect(get(`http://${host}:9/`, { allowsPrivate: false })).rejects.toMatchObject({
        code: 'address-refused',
      });
    },
  );

  test('are known by their addresses', () => {
    const closed = ['10.1.2.3', '172.31.0.1', '192.168.1.1', '100.100.0.1', '0.0.0.0', '255.255.255.255', 'fd00::1'];
    const more = [
      'fe80::1%eth0',
      '::',
      '::127.0.0.1',
      '64:ff9b::7f00:1',
      '2002:7f00:1::',
      '::ffff:10.0.0.1',
      'nonsense',
    ];
    for (const address of [...closed, ...more]) expect([address, isPrivateAddress(address)]).toEqual([address, true]);
    for (const address of ['1.1.1.1', '172.32.0.1', '2606:4700::1111', '::ffff:8.8.8.8']) {
      expect([address, isPrivateAddress(address)]).toEqual([address, false]);
    }
  });
});

test('a name is asked for once: what was judged is connected to, and neither a later answer nor a redirect leads in', async () => {
  const inner = await serve(send('secret', 'text/plain'));
  const answers = [['93.184.216.34', '127.0.0.1'], ['::ffff:127.0.0.1'], ['64:ff9b::7f00:1'], ['0.0.0.0'], ['fe80::1']];
  const asked: string[] = [];
  const resolve = async (name: string) => {
    asked.push(name);
    return (answers.shift() ?? ['127.0.0.1']).map((address) => ({ address, family: isIP(address) }));
  };
  for (let time = 1; time <= 6; time += 1) {
    const going = get(`http://docs.example.com:${inner.port}/`, { allowsPrivate: false, resolve });
    await expect(going).rejects.toMatchObject({ code: 'address-refused' });
    expect(asked).toHaveLength(time);
  }
  expect(inner.asked).toEqual([]);
  // Allowed as typed, it leads on to another name that leads in.
  const outer = await serve(redirect(() => `http://other.example.com:${inner.port}/`));
  const going = get(`http://typed.example.com:${outer.port}/`, { resolve });
  await expect(going).rejects.toMatchObject({ code: 'address-refused' });
  expect(outer.asked).toHaveLength(1);
  expect(inner.asked).toEqual([]);
});

describe('a redirect', () => {
  test('is followed on the same host, each address is judged before it is asked', async () => {
    const { url, asked } = await serve((request, response) => {
      if (request.url === '/end') send('Here.', 'text/plain')(request, response);
      else redirect(() => '/end')(request, response);
    });
    const judged: string[] = [];
    const mayFetch = async (address: string) => void judged.push(address);
    expect(await get(`${url}/start`, { mayFetch })).toMatchObject({ url: `${url}/end`, text: 'Here.' });
    expect(judged).toEqual([`${url}/start`, `${url}/end`]);
    const refusing = async (address: string) => {
      if (address.endsWith('/end')) throw new Error('no');
    };
    await expect(get(`${url}/start`, { mayFetch: refusing })).rejects.toThrow('no');
    expect(asked.map((request) => request.url)).toEqual(['/start', '/end', '/start']);
  });

  test('to another host of this machine is refused, though the first was allowed', async () => {
    const inner = await serve(send('secret', 'text/plain'));
    const outer = await serve(redirect(() => inner.url.replace('127.0.0.1', 'localhost')));
    await expect(get(outer.url)).rejects.toMatchObject({ code: 'address-refused' });
    expect(inner.asked).toEqual([]);
  });

  test('again and again ends', async () => {
    const { url, asked } = await serve(redirect((path) => `${path}a`));
    await expect(get(`${url}/`)).rejects.toThrow('redirects again and again');
    expect(asked).toHaveLength(6);
  });

  test('to what is no page is refused', async () => {
    const { url } = await serve(redirect(() => 'file:///etc/passwd'));
    await expect(get(url)).rejects.toMatchObject({ code: 'address-refused' });
  });
});
