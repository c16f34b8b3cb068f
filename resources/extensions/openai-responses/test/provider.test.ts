import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { MessageContent } from '../../../../src/shared/contract/provider.ts';
import { answer, ask, outcome, textOf } from '../../extension-harness.ts';
import { expectFailure, never, services, serving } from '../../provider-services.fixture.ts';
import { knownModels } from '../models.js';

const against = serving(services.responses);

describe('signing in', () => {
  it('is due before a request to a public host, which is then not reached, and is no matter of the key of the environment', async () => {
    const away = await against({}, { base_url: 'https://api.example.invalid/v1' });
    expect((await away.say('Hi')).thrown).toMatchObject({ code: 'credential-missing' });
    away.harness.key = 'sk-env';
    away.harness.env.OPENAI_API_KEY = 'sk-env';
    expect((await away.say('Hi')).thrown).toMatchObject({ code: 'invalid-request' });
  });

  it('says something on its page in Settings', async () => {
    const { provider } = await against();
    expect(await provider.settingsMarkdown?.()).toContain('base URL');
  });
});

describe('a key that may not list the models', () => {
  it('is good all the same, and offers the models of the manifest', async () => {
    const body = JSON.stringify({ error: { message: 'Missing scopes: api.model.read' } });
    const server = createHttpServer((_request, response) => response.writeHead(403).end(body));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const base_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
    const { harness } = await against({}, { base_url });
    harness.dialog = () => 'sk-narrow';
    await harness.provider.authenticate(never);
    expect(await harness.provider.models()).toEqual(knownModels);
    server.close();
  });
});

describe('an answer of a service', () => {
  it('gets back what it thought when its tools have answered', async () => {
    const { server, provider } = await against({
      answer: (_prompt, _body, { toolResults }) =>
        toolResults.length > 0
          ? { text: `It says ${toolResults}.` }
          : { thinking: 'Hm', toolCalls: [{ id: 'a', name: 'find', input: '{}' }] },
    });
    const first = (await outcome(answer(provider, 'gpt-5', ask('Hi')))).events;
    const content = first.flatMap((event): MessageContent[] =>
      event.type === 'thinking' || (event.type === 'tool-use' && event.value.isInputComplete) ? [event] : [],
    );
    const result: MessageContent = {
      type: 'tool-result',
      value: { toolUseId: 'a', toolName: 'find', isError: false, content: { type: 'text', value: 'rain' } },
    };
    const messages = [
      ...ask('Hi').messages,
      { role: 'assistant' as const, content, cache: false },
      { role: 'user' as const, content: [result], cache: false },
    ];
    const second = await outcome(answer(provider, 'gpt-5', { ...ask(''), messages }));
    expect(textOf(second.events)).toBe('It says rain.');
    expect(server.completions()[1]?.body?.input).toMatchObject([
      { role: 'user' },
      { type: 'reasoning', id: 'rs_1', encrypted_content: 'sealed:2' },
      { type: 'function_call', call_id: 'a' },
      { type: 'function_call_output', call_id: 'a', output: 'rain' },
    ]);
  });

  it('comes without the fields that an older service does not know', async () => {
    const unknownFields = ['include', 'reasoning', 'store', 'max_output_tokens'];
    const { server, provider } = await against({ unknownFields });
    const { events } = await outcome(answer(provider, 'gpt-5', ask('Hi', { maxTokens: 99 })));
    expect(textOf(events)).toBe('Hello, world!');
    expect(server.completions()).toHaveLength(5);
    expect(server.completions().at(-1)?.body).toEqual({ model: 'gpt-5', input: expect.anything(), stream: true });
  });

  it('ends before a stop sequence, which the service does not know', async () => {
    const { provider } = await against();
    const { events } = await outcome(answer(provider, 'gpt-5', ask('Hi', { stopSequences: ['wor'] })));
    expect(textOf(events)).toBe('Hello, ');
    expect(events.at(-1)).toEqual({ type: 'stop', value: 'end-turn' });
  });

  it('sends the key, and the query of the base URL', async () => {
    const { server, harness, say } = await against({ key: 'sk-good' });
    harness.settings.base_url = `${server.url}/?api-version=preview`;
    await say('Hi');
    expect(server.requests).toMatchObject([{ path: '/v1/responses', authorization: 'right' }]);
  });

  it.each([
    [
      { status: 429, body: { error: { code: 'rate_limit_exceeded', message: 'Please try again in 2.1s.' } } },
      'provider-rate-limited',
      3,
    ],
    [
      { status: 429, body: { error: { code: 'insufficient_quota', message: 'No credit.' } } },
      'provider-credit',
      undefined,
    ],
    [
      { status: 429, body: { error: { code: 'rate_limit_exceeded', message: 'Request too large for gpt-5 …' } } },
      'context-too-large',
      undefined,
    ],
    [
      { status: 400, body: { error: { code: 'context_length_exceeded', message: 'Too long.' } } },
      'context-too-large',
      undefined,
    ],
    [
      { status: 400, body: { error: { code: 'model_not_found', message: 'No such model.' } } },
      'invalid-request',
      undefined,
    ],
    [
      { status: 404, body: { error: { code: 'model_not_found', message: 'No such model.' } } },
      'invalid-request',
      undefined,
    ],
    [{ status: 400, body: { error: { code: 'invalid_prompt', message: 'No.' } } }, 'provider-refused', undefined],
    [
      { status: 429, body: { error: { message: 'Limit reached. Please try again in 1m26.4s.' } } },
      'provider-rate-limited',
      87,
    ],
    [
      { status: 413, body: { error: { message: 'Request too large on tokens per min (TPM): Limit 6' } } },
      'provider-rate-limited',
      undefined,
    ],
    [{ status: 404, body: '<html>nothing here</html>' }, 'invalid-response', undefined],
    [{ status: 400, body: '<html>nothing here</html>' }, 'invalid-response', undefined],
    [{ status: 500, body: { error: { type: 'invalid_request_error', message: 'Oops' } } }, 'provider-error', undefined],
    [
      { status: 503, body: { error: { code: 'server_is_overloaded', message: 'Busy' } } },
      'provider-overloaded',
      undefined,
    ],
  ])('that fails with %j says %s', (fault, code, seconds) => expectFailure(against, fault, code, seconds));

  it.each([
    [404, /base URL.* It says: no such model$/],
    [400, /^(?!.*base URL).* It says: no such model$/],
    [422, /^(?!.*base URL).* It says: no such model$/],
  ])('that fails with %d and a plain text quotes that', async (status, words) => {
    const server = createHttpServer((_request, response) => response.writeHead(status).end('no such model'));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { say } = await against({}, { base_url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1` });
    expect((await say('Hi')).thrown?.message).toMatch(words);
    server.close();
  });
});
