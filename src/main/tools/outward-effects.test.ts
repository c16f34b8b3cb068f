import { mkdir, symlink } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { fetchPage } from '../context/pages/fetch-page.ts';
import { type Ask, toolSetting } from './called-tool.fixture.ts';

const page = (url: string) => ({ url, status: 200, title: 'Page', text: 'text', isCut: false });

describe.runIf(process.platform !== 'win32')('a command of a call', () => {
  const exec =
    (line: string, more: { cwd?: string; timeoutSeconds?: number } = {}) =>
    async (ask: Ask) =>
      JSON.stringify(await ask('call.exec', { command: line, ...more }));

  test('is asked for with its line, its parts and its folder, and shown while it runs', async () => {
    const its = await toolSetting({ 'src/a': 'a' });
    const call = its.start(exec('cat a && echo done', { cwd: 'src' }));
    expect(await call.asked()).toEqual({
      type: 'waiting',
      question: 1,
      effect: { type: 'command', line: 'cat a && echo done', cwd: 'src', parts: ['cat a', 'echo done'] },
      patterns: ['cat a', 'echo done', 'cat *', 'echo *'],
      where: { folder: join(its.root, 'src'), isWhole: false, isTrusted: true },
      isForThread: true,
    });
    call.decide('allow-once');
    const state = await call.done;
    expect(state).toMatchObject({ type: 'done', effect: { type: 'command' } });
    expect(JSON.parse(state.type === 'done' ? state.output : '')).toMatchObject({ exitCode: 0, output: 'adone\n' });
    expect(call.output()).toBe('adone\n');
  });

  test('whose line can be allowed by no rule says why, and suggests nothing wide', async () => {
    const its = await toolSetting();
    its.rule('command', 'allow', '*');
    const call = its.start(exec('rm -rf $(cat list)'));
    expect(await call.asked()).toMatchObject({
      effect: { warning: expect.stringMatching(/^No rule can allow this line: /) },
      patterns: ['cat list', 'rm -rf $(cat list)'],
    });
    call.decide({ type: 'never', patterns: ['rm -rf *'], place: 'folder' });
    expect((await call.done).type).toBe('denied');
    expect(await its.once(exec('true; sudo rm -rf x'))).toMatchObject({ type: 'denied' });
  });

  test('runs in the folder or below it, really', async () => {
    const its = await toolSetting({ a: 'a' });
    its.rule('command', 'allow', 'pwd', 'true', 'echo no');
    await symlink('..', join(its.root, 'up'));
    for (const cwd of ['..', 'up', its.outside, '/', 'none', 'a']) {
      expect(await its.once(exec('true', { cwd })), cwd).toMatchObject({
        type: 'failed',
        reason: expect.stringContaining('is not a folder of the project'),
      });
    }
    const swapped = its.start(exec('echo no > was-here; true', { cwd: 'sub' }));
    expect(await swapped.done).toMatchObject({ type: 'failed' });
    await mkdir(join(its.root, 'sub'));
    its.rules.push({ effect: 'command', pattern: 'pwd', decision: 'allow', folder: join(its.root, 'sub') });
    expect(await its.once(exec('pwd', { cwd: 'sub' }))).toMatchObject({
      output: expect.stringContaining(join(its.root, 'sub')),
    });
  });

  test('has no secret in its environment', async () => {
    const environment = { PATH: process.env.PATH, MY_TOKEN: 'hidden', MINE: 'seen' };
    const its = await toolSetting({}, { environment: async () => environment });
    its.rule('command', 'allow', 'printenv MY_TOKEN MINE');
    const plain = await its.once(exec('printenv MY_TOKEN MINE'));
    expect(plain).toMatchObject({ output: expect.stringContaining('"output":"seen\\n"') });
  });

  test('can be taken back, and is there to be reviewed', async () => {
    const { root, ...files } = await toolSetting({ a: 'before\n' });
    files.rule('command', 'allow', 'tee a b');
    const call = files.start(exec('tee a b'));
    expect((await call.done).type).toBe('done');
    expect(await files.changes.review.review('thread')).toMatchObject({
      checkpoints: [{ promptId: 'prompt', fileCount: 2 }],
      files: [
        { path: join(root, 'a'), kind: 'edited' },
        { path: join(root, 'b'), kind: 'created' },
      ],
    });
  });

  test('ends with the call', async () => {
    const its = await toolSetting();
    its.rule('command', 'allow', 'sleep 1000');
    const call = its.start(exec('sleep 1000'));
    await vi.waitFor(() => expect(call.states.at(-1)).toMatchObject({ type: 'running', effect: { type: 'command' } }));
    call.stop();
    expect(await call.done).toEqual({ type: 'failed', reason: 'It was stopped.' });
    // Nothing is running any more.
    await its.host.close();
    expect(await its.once(exec('sleep 1000', { timeoutSeconds: 0.1 }))).toMatchObject({
      output: expect.stringContaining('"isTimedOut":true'),
    });
  });
});

describe('a page that a call gets', () => {
  test('is asked for by its whole address, and by that of another host that it leads on to', async () => {
    const fetched: string[] = [];
    const its = await toolSetting(
      {},
      {
        async fetchPage(url, { mayFetch }) {
          for (const next of [url, 'https://a.com/elsewhere', 'https://b.com/x']) {
            await mayFetch(next);
            fetched.push(next);
          }
          return page('https://b.com/x');
        },
      },
    );
    const call = its.start(async (ask) =>
      JSON.stringify(await ask('call.fetchPage', { url: 'https://A.com/x?q=1#y' })),
    );
    expect(await call.asked(1)).toMatchObject({
      effect: { type: 'fetch', url: 'https://a.com/x?q=1#y' },
      patterns: ['a.com'],
    });
    expect(fetched).toEqual([]);
    call.decide('allow-once');
    expect(await call.asked(2)).toMatchObject({ effect: { type: 'fetch', url: 'https://b.com/x' } });
    expect(fetched).toEqual(['https://a.com/x?q=1#y', 'https://a.com/elsewhere']);
    call.decide('deny');
    expect(await call.done).toEqual({ type: 'denied' });
    expect(fetched).toHaveLength(2);
  });

  test('is refused without a question when it is no page of the web, or a rule says so', async () => {
    const its = await toolSetting(
      {},
      { fetchPage: async (url, { allowsPrivate }) => page(allowsPrivate ? `${url} private` : url) },
    );
    its.rule('fetch', 'deny', 'evil.com', '*.evil.com');
    its.rule('fetch', 'allow', '*');
    const get = (url: string) => its.once(async (ask) => (await ask('call.fetchPage', { url })).url);
    for (const url of ['file:///etc/passwd', 'javascript:1', 'a.com', 'http://me:secret@a.com']) {
      expect(await get(url), url).toMatchObject({ type: 'failed' });
    }
    for (const url of ['https://evil.com', 'http://EVIL.com.:8080/', 'https://x.evil.com/a']) {
      expect(await get(url), url).toMatchObject({ type: 'denied', reason: expect.stringContaining('evil.com') });
    }
    its.rule('fetch', 'allow', 'localhost:3000');
    expect(await get('http://localhost:3000/x')).toMatchObject({ output: 'http://localhost:3000/x private' });
    expect(await get('https://a.com')).toMatchObject({ output: 'https://a.com/', effect: { url: 'https://a.com/' } });
  });
});

test('an address that a person allows leads into their network only where it says so itself', async () => {
  const its = await toolSetting(
    {},
    { fetchPage: async (url, { allowsPrivate }) => page(allowsPrivate ? 'private' : url) },
  );
  const asked = async (url: string) => {
    const call = its.start(async (ask) => (await ask('call.fetchPage', { url })).url);
    await call.asked();
    call.decide('allow-once');
    return (await call.done) as { output: string };
  };
  for (const url of [
    'http://localhost:1/',
    'http://127.1/',
    'http://[::1]/',
    'http://printer/',
    'http://nas.local./',
  ]) {
    expect((await asked(url)).output, url).toBe('private');
  }
  for (const url of ['https://docs.example.com/', 'https://localtest.me/', 'http://127.0.0.1.nip.io/']) {
    expect((await asked(url)).output, url).toBe(url);
  }
  its.rule('fetch', 'ask', 'wiki.example.com');
  its.rule('fetch', 'allow', 'wiki.example.com');
  expect((await asked('https://wiki.example.com/')).output).toBe('https://wiki.example.com/');
});

test('an “Always” for a name that looks public never leads into the network of this computer', async () => {
  const server = createServer((_request, response) => void response.end('secret'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  let leadsTo = '93.184.216.34';
  const lookedUp: string[] = [];
  const its = await toolSetting(
    {},
    {
      async fetchPage(url, options) {
        const resolve = async (name: string) => {
          lookedUp.push(name);
          return [{ address: leadsTo, family: 4 }];
        };
        return fetchPage(url, { ...options, resolve });
      },
    },
  );
  its.rule('fetch', 'allow', `docs.example.com:${port}`);
  leadsTo = '127.0.0.1';
  const end = await its.once(
    async (ask) => (await ask('call.fetchPage', { url: `http://docs.example.com:${port}/` })).text,
  );
  expect(JSON.stringify(end)).toContain('is on this machine or its network');
  expect(JSON.stringify(end)).not.toContain('secret');
  expect(lookedUp).toEqual(['docs.example.com']);
});

test('what a tool reports is shown while it runs, a few times a second and not for ever', async () => {
  const its = await toolSetting();
  const call = its.start(async (ask) => {
    await ask('call.report', { text: 'one ' });
    await ask('call.report', { text: 'two' });
    for (let n = 0; n < 20; n += 1) await ask('call.report', { text: 'x'.repeat(10_000) });
    return 'done';
  });
  await call.done;
  expect(call.output()).toMatch(/^one twox+\n\[There is more, which is not shown while it runs\.\]\n$/);
  expect(call.output().length).toBeLessThan(100_100);
});
