import { describe, expect, it } from 'vitest';
import { geminiContent } from '../../../../e2e/servers/gemini-wire.ts';
import { textOf } from '../../extension-harness.ts';
import { expectFailure, services, serving } from '../../provider-services.fixture.ts';

const against = serving(services.gemini);

describe('an answer of the service', () => {
  it('is asked for with the key in its header, never in the address', async () => {
    const { server, say } = await against({ key: 'good', answer: (prompt) => ({ text: [prompt, '!'] }) });
    expect(textOf((await say('Echo')).events)).toBe('Echo!');
    expect(server.requests).toMatchObject([{ authorization: 'right', headers: { 'x-goog-api-key': '(the key)' } }]);
  });

  it('is asked for at a base URL that ends in a slash, or has no version, too', async () => {
    const { server, harness, say } = await against();
    for (const url of [`${server.url}/`, new URL(server.url).origin]) {
      harness.settings.base_url = url;
      await say('Hi');
      expect(server.requests.at(-1)?.path).toBe('/v1beta/models/gemini-3.8-flash:streamGenerateContent');
    }
  });

  it.each([
    ['Thinking is not enabled for this model.', 'thinkingConfig'],
    ['Unknown name "parametersJsonSchema": Cannot find field.', 'parametersJsonSchema'],
  ])('comes from a model that says “%s”', async (said, field) => {
    const body = geminiContent.error(400, said);
    const { server, say } = await against({ key: 'good', fault: { type: 'status', status: 400, body, times: 1 } });
    const inputSchema = '{"type":"object","properties":{"q":{"type":"number"}}}';
    const request = { tools: [{ name: 'find', description: 'Finds', inputSchema }] };
    expect(textOf((await say('Hi', { request })).events)).toBe('Hello, world!');
    expect(server.completions().map((sent) => JSON.stringify(sent.body).includes(field))).toEqual([true, false]);
  });

  it.each([
    [{ status: 400 }, 'invalid-request', undefined],
    [
      { status: 400, body: geminiContent.error(400, 'The input token count exceeds the maximum') },
      'context-too-large',
      undefined,
    ],
    [{ status: 404 }, 'invalid-request', undefined],
    [{ status: 413, body: '<html>oops</html>' }, 'context-too-large', undefined],
    [
      { status: 429, body: [{ error: { code: 429, status: 'RESOURCE_EXHAUSTED', details: [{ retryDelay: '12s' }] } }] },
      'provider-rate-limited',
      12,
    ],
    [{ status: 504 }, 'timeout', undefined],
  ])('that fails with %j is %s', (fault, code, seconds) => expectFailure(against, fault, code, seconds));

  it('says that a key is wrong as this service says it', async () => {
    const details = [{ reason: 'API_KEY_INVALID' }];
    const body = { error: { code: 400, status: 'INVALID_ARGUMENT', message: 'API key not valid.', details } };
    const { say } = await against({ key: 'good', fault: { type: 'status', status: 400, body } });
    expect((await say('Hi')).thrown).toMatchObject({ code: 'provider-auth' });
  });
});
