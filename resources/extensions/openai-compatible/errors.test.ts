import { describe, expect, it } from 'vitest';
import { extensionFailureCodes } from '../../../src/shared/contract/errors.ts';
import { isPrivateHost, parseEndpoint } from './endpoint.js';
import { failureOfPayload, failureOfResponse, failureOfThrown, retryAfter } from './errors.js';

const endpoint = parseEndpoint('https://api.example.com/v1');
const json = (body: unknown) => JSON.stringify(body);
const said = (message: string, code?: string) => json({ error: { message, code } });

describe('an answer with an error status', () => {
  it.each([
    [401, said('Bad key'), 'provider-auth'],
    [403, said('Not yours'), 'provider-auth'],
    [402, said('Pay'), 'provider-credit'],
    [429, said('You exceeded your current quota', 'insufficient_quota'), 'provider-credit'],
    [429, said('Slow down'), 'provider-rate-limited'],
    [408, '', 'timeout'],
    [413, '', 'context-too-large'],
    [400, said('Too long', 'context_length_exceeded'), 'context-too-large'],
    [400, said("This model's maximum context length is 8192 tokens"), 'context-too-large'],
    [400, said('No such model'), 'invalid-request'],
    [404, json({ error: 'model "x" not found' }), 'invalid-request'],
    [422, json({ detail: [{ loc: ['body', 'stop'], msg: 'too many' }] }), 'invalid-request'],
    [400, json([{ error: { code: 400, message: 'Bad' } }]), 'invalid-request'],
    [404, '404 page not found', 'invalid-response'],
    [405, '<html></html>', 'invalid-response'],
    [503, said('Busy'), 'provider-overloaded'],
    [529, '', 'provider-overloaded'],
    [500, '<html>oops</html>', 'provider-error'],
    [502, '', 'provider-error'],
  ])('%d with %s is %s', async (status, body, code) => {
    const failure = await failureOfResponse(endpoint, new Response(body, { status }), 'sk-1');
    expect(failure.code).toBe(code);
    expect(extensionFailureCodes).toContain(failure.code);
    expect(failure.message).toContain('api.example.com');
  });

  it('says what the service said, without the key, in one short line', async () => {
    const body = said(`Incorrect key\n sk-secret. ${'x'.repeat(1_000)}`);
    const { message } = await failureOfResponse(endpoint, new Response(body, { status: 401 }), 'sk-secret');
    expect(message).toContain('It says: Incorrect key [key]. xxx');
    expect(message).not.toContain('sk-secret');
    expect(message.length).toBeLessThan(400);
  });

  it('carries the wait that the service asks for', async () => {
    const response = new Response(said('Slow down'), { status: 429, headers: { 'retry-after': '7' } });
    expect(await failureOfResponse(endpoint, response, null)).toMatchObject({ data: { retryAfterSeconds: 7 } });
  });

  it('is read to a limit, however long its body', async () => {
    let pulled = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        pulled += 1;
        controller.enqueue(new Uint8Array(16_384).fill(120));
      },
    });
    const failure = await failureOfResponse(endpoint, new Response(endless, { status: 500 }), null);
    expect(failure.code).toBe('provider-error');
    expect(pulled).toBeLessThan(10);
  });
});

describe('the wait', () => {
  const now = Date.parse('2030-01-01T00:00:00Z');
  it.each([
    ['12', 12],
    ['0.4', 1],
    ['Tue, 01 Jan 2030 00:00:30 GMT', 30],
    ['Mon, 31 Dec 2029 23:00:00 GMT', 0],
    ['soon', undefined],
    ['', undefined],
  ])('"%s" is %s seconds', (text, seconds) => {
    expect(retryAfter(new Headers({ 'retry-after': text }), now)).toBe(seconds);
  });
});

describe('an error in the middle of an answer', () => {
  it.each([
    [{ message: 'Busy', type: 'overloaded_error' }, 'provider-overloaded'],
    [{ message: 'Slow', code: 'rate_limit_exceeded' }, 'provider-rate-limited'],
    [{ message: 'Slow', code: 429 }, 'provider-rate-limited'],
    [{ message: 'Key', code: 'invalid_api_key' }, 'provider-auth'],
    [{ message: 'Bad', type: 'invalid_request_error' }, 'invalid-request'],
    [{ message: 'Oh', code: 502 }, 'provider-error'],
    ['It broke', 'provider-error'],
    [true, 'provider-error'],
  ])('%j is %s', (payload, code) => {
    expect(failureOfPayload(endpoint, payload, null).code).toBe(code);
  });
});

describe('a connection that fails', () => {
  const thrown = (code: string) => Object.assign(new TypeError('fetch failed'), { cause: { code } });
  it.each([
    ['ECONNREFUSED', 'network', 'Nothing answers at api.example.com.'],
    ['ENOTFOUND', 'network', 'No address was found for api.example.com.'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'network', 'The certificate of api.example.com could not be trusted.'],
    ['UND_ERR_HEADERS_TIMEOUT', 'timeout', 'api.example.com did not answer in time.'],
    ['', 'network', 'The connection to api.example.com failed.'],
  ])('with %s is told as %s', (cause, code, message) => {
    expect(failureOfThrown(endpoint, thrown(cause), 'before', undefined)).toMatchObject({ code, message });
  });

  it('in the middle of an answer says that the answer is kept', () => {
    expect(failureOfThrown(endpoint, thrown('ECONNRESET'), 'during', undefined)).toMatchObject({
      code: 'network',
      message: 'The connection to api.example.com broke off. The answer so far is kept.',
    });
  });

  it('because it was stopped is no fault', () => {
    expect(failureOfThrown(endpoint, new Error('x'), 'during', AbortSignal.abort()).code).toBe('cancelled');
  });
});

describe('the base URL', () => {
  it('may end in slashes and carry a query', () => {
    expect(parseEndpoint(' https://EXAMPLE.com:8443/a/v1//?api-version=2 ')).toEqual({
      base: 'https://example.com:8443/a/v1',
      search: '?api-version=2',
      host: 'example.com:8443',
      isPrivate: false,
    });
  });

  it.each(['', 'localhost:11434', 'file:///etc/passwd', 'https://me:secret@example.com/v1'])(
    'that cannot be one is refused with a sentence: "%s"',
    (text) => {
      expect(() => parseEndpoint(text)).toThrow(
        expect.objectContaining({
          code: 'invalid-request',
          message: expect.stringMatching(/^The base URL in Settings/),
        }),
      );
    },
  );

  it.each([
    ['http://localhost:1', true],
    ['http://127.9.9.9', true],
    ['http://[::1]:80', true],
    ['http://[fd00::1]', true],
    ['http://[fe80::1]', true],
    ['http://10.0.0.1', true],
    ['http://172.16.0.1', true],
    ['http://172.32.0.1', false],
    ['http://192.168.1.1', true],
    ['http://192.169.1.1', false],
    ['http://169.254.1.1', true],
    ['http://printer.local', true],
    ['http://gpu-box', true],
    ['http://0x7f.1', true],
    ['http://[2001:db8::1]', false],
    ['http://127.0.0.1.example.com', false],
    ['https://localhost.example.com', false],
  ])('%s is private: %s', (url, expected) => {
    expect(isPrivateHost(new URL(url).hostname)).toBe(expected);
  });
});
