import { describe, expect, it } from 'vitest';
import { createHttp } from '../../../../src/exthost/api/http/http.ts';
import { extensionFailureCodes } from '../../../../src/shared/contract/errors.ts';
import { parseEndpoint, request } from '../endpoint.js';
import { failureOfPayload } from '../failures.js';

const endpoint = parseEndpoint('https://api.example.com/v1');
const json = (body: unknown) => JSON.stringify(body);
const said = (message: string, code?: string) => json({ error: { message, code } });

/** The error of a request with this response. */
async function refusalOf(body: string, init: ResponseInit, key: string | null = 'sk-1') {
  const service = { ...endpoint, http: createHttp(async () => new Response(body, init)) };
  const { signal } = new AbortController();
  return request(service, '/models', { key, signal }).then(
    () => expect.unreachable(),
    (thrown) => thrown,
  );
}

describe('an answer with an error status', () => {
  it.each([
    [401, said('Bad key'), 'provider-auth'],
    [403, said('Not yours'), 'provider-auth'],
    [402, said('Pay'), 'provider-credit'],
    [429, said('You exceeded your current quota', 'insufficient_quota'), 'provider-credit'],
    [429, said('Slow down'), 'provider-rate-limited'],
    [413, '', 'context-too-large'],
    [400, said('Too long', 'context_length_exceeded'), 'context-too-large'],
    [400, said("This model's maximum context length is 8192 tokens"), 'context-too-large'],
    [400, said('Filtered', 'content_filter'), 'provider-refused'],
    [400, said('No such model'), 'invalid-request'],
    [404, json({ error: 'model "x" not found' }), 'invalid-request'],
    [422, json({ detail: [{ loc: ['body', 'stop'], msg: 'too many' }] }), 'invalid-request'],
    [400, json([{ error: { code: 400, message: 'Bad' } }]), 'invalid-request'],
    [413, said('Request too large on tokens per minute (TPM): Limit 6000'), 'provider-rate-limited'],
    [404, '404 page not found', 'invalid-response'],
    [400, '<html>no</html>', 'invalid-response'],
    [400, 'max_tokens must be positive', 'invalid-request'],
    [400, "the model's maximum context length is 8", 'context-too-large'],
    [400, '', 'invalid-request'],
    [405, '<html></html>', 'invalid-response'],
    [503, said('Busy'), 'provider-overloaded'],
    [500, '<html>oops</html>', 'provider-error'],
  ])('%d with %s is %s', async (status, body, code) => {
    const failure = await refusalOf(body, { status });
    expect(failure).toMatchObject({ code, status });
    expect(extensionFailureCodes).toContain(failure.code);
    expect(failure.message).toContain('api.example.com');
  });

  it('is about the key that is missing, when none was sent', async () => {
    expect(await refusalOf(said('No key'), { status: 401 }, null)).toMatchObject({ code: 'credential-missing' });
  });

  it('says what the service said, without the key', async () => {
    const { message } = await refusalOf(said('Incorrect key sk-secret.'), { status: 401 }, 'sk-secret');
    expect(message).toContain('It says: Incorrect key [key].');
  });

  it.each([400, 404, 422])('of plain text is quoted: %d', async (status) => {
    for (const type of ['text/plain', 'text/x']) {
      const { message } = await refusalOf('no such sk-1 model', { status, headers: { 'content-type': type } });
      expect(message).toContain('It says: no such [key] model');
      expect(message.includes('base URL')).toBe(status === 404);
    }
  });
});

describe('an error in the middle of an answer', () => {
  const service = { ...endpoint, http: createHttp(fetch) };
  it.each([
    [{ message: 'Busy', type: 'overloaded_error' }, 'provider-overloaded'],
    [{ message: 'Slow', code: 'rate_limit_exceeded' }, 'provider-rate-limited'],
    [{ message: 'Slow', code: 429 }, 'provider-rate-limited'],
    [{ message: 'Key', code: 'invalid_api_key' }, 'provider-auth'],
    [{ message: 'Bad', type: 'invalid_request_error' }, 'invalid-request'],
    [{ message: 'Pay', type: 'insufficient_quota', code: 429 }, 'provider-credit'],
    [{ message: 'Oh', code: 502 }, 'provider-error'],
    ['It broke', 'provider-error'],
    [true, 'provider-error'],
  ])('%j is %s', (payload, code) => {
    expect(failureOfPayload(service, payload, [])).toMatchObject({ code });
  });

  it('is quoted without the key', () => {
    expect(failureOfPayload(service, { message: 'No sk-1' }, ['sk-1']).message).toContain('It says: No [key]');
  });
});
