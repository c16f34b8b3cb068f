import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ExtensionModule } from '../../src/shared/contract/extension-api/extension-api.ts';
import { docs } from './docs-pages.ts';
import { activated, answer, ask, manifestAt, outcome, textOf } from './extension-harness.ts';

/** The provider of docs/extensions/providers.md, with a local Parrot service. */

const sample = new URL('samples/parrot-provider/', docs);
const manifest = manifestAt(new URL('extension.toml', sample));
const signal = new AbortController().signal;

/** Repeats the prompt word by word, if the key is right. @param answering replaces the response */
async function parrot(answering?: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const piece of request) body += piece;
    if (request.headers.authorization !== 'Bearer seed') {
      response
        .writeHead(401)
        .end(JSON.stringify({ error: { message: `Unknown key ${request.headers.authorization}` } }));
    } else if (request.method === 'GET' && request.url === '/v1/account') response.end('{}');
    else if (request.method !== 'POST' || request.url !== '/v1/answers') response.writeHead(404).end();
    else if (answering) answering(request, response);
    else {
      const { model, messages } = JSON.parse(body);
      const lines = [model, ...messages[0].content[0].value.split(' ')].map((text) => `${JSON.stringify({ text })}\n`);
      // Cut into single bytes, also inside of characters.
      for (const byte of Buffer.from(`${lines.join('')}{"stop":"end-turn"}\n`)) response.write(Uint8Array.of(byte));
      response.end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  return { harness: await harnessAt(base) };
}

async function harnessAt(base: string) {
  const module: ExtensionModule = await import(new URL('main.js', sample).href);
  return activated(module, { base_url: base }, manifest);
}

describe('the provider of the docs', () => {
  it('is what its manifest says', async () => {
    const { harness } = await parrot();
    const [model] = await harness.provider.models();
    const declared = manifest.language_model_providers[harness.providerId]?.models;
    expect(declared?.map(({ id, name, max_token_count }) => [id, name, max_token_count])).toEqual([
      [model?.id, model?.name, model?.maxTokenCount],
    ]);
  });

  it('tries the key that is given, and says what is wrong with it', async () => {
    const { harness } = await parrot();
    const { provider } = harness;
    expect(await provider.isAuthenticated()).toBe(false);
    await expect(provider.authenticate(signal)).rejects.toMatchObject({ code: 'cancelled' });
    harness.dialog = () => 'weed';
    await expect(provider.authenticate(signal)).rejects.toMatchObject({
      code: 'provider-auth',
      message: expect.stringMatching(/did not accept the key\. It says: Unknown key Bearer \[key\]$/),
    });
    harness.dialog = () => 'seed';
    await provider.authenticate(signal);
    expect(await provider.isAuthenticated()).toBe(true);
    await provider.resetCredentials();
    expect(harness.key).toBeNull();
  });

  it('gives the answer of the service as it comes', async () => {
    const { harness } = await parrot();
    harness.key = 'seed';
    const { events, thrown } = await outcome(answer(harness.provider, 'grey', ask('Dzień dobry 🦜')));
    expect(thrown).toBeNull();
    expect(textOf(events)).toBe('greyDzieńdobry🦜');
    expect(events.at(-1)).toEqual({ type: 'stop', value: 'end-turn' });
  });

  it('says in words what fails: the service is busy, breaks off, is not there', async () => {
    const busy = await parrot((_request, response) => void response.writeHead(429, { 'retry-after': '7' }).end());
    busy.harness.key = 'seed';
    expect((await outcome(answer(busy.harness.provider, 'grey', ask('Hello')))).thrown).toMatchObject({
      code: 'provider-rate-limited',
      data: { retryAfterSeconds: 7 },
    });

    const broken = await parrot((_request, response) => {
      response.writeHead(200, { 'content-length': 1000 }).write('{"text":"Hel"}\n', () => response.destroy());
    });
    broken.harness.key = 'seed';
    expect(await outcome(answer(broken.harness.provider, 'grey', ask('Hello')))).toMatchObject({
      events: [{ type: 'text', value: 'Hel' }],
      thrown: { code: 'network', message: expect.stringContaining('was lost') },
    });

    // A port that no system gives away: one that was free a moment ago another test may have by now.
    const gone = await harnessAt('http://127.0.0.1:2/v1');
    gone.key = 'seed';
    expect((await outcome(answer(gone.provider, 'grey', ask('Hello')))).thrown).toMatchObject({
      code: 'network',
      message: expect.stringMatching(/^Nothing answers at 127/),
    });
  });

  it('ends when it is stopped, and lets go of the service', async () => {
    const closed = Promise.withResolvers<void>();
    const { harness } = await parrot((_request, response) => {
      response.on('close', () => closed.resolve());
      response.writeHead(200).write('{"text":"Hel"}\n');
    });
    harness.key = 'seed';
    const abort = new AbortController();
    const events = answer(harness.provider, 'grey', ask('Hello'), abort.signal);
    expect((await events.next()).value).toEqual({ type: 'text', value: 'Hel' });
    abort.abort();
    await expect(events.next()).rejects.toMatchObject({ code: 'cancelled' });
    await closed.promise;
  });
});
