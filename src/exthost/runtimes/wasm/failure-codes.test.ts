import { expect, test } from 'vitest';
import { emptyRequest } from '../../../shared/testing/empty-request.ts';
import type { MainAnswers } from '../../test-support/connect-context.ts';
import { loadComponent } from '../../test-support/load-component.ts';
import { probe } from '../../test-support/probe-component.ts';

interface Served {
  readonly status: number;
  readonly headers?: [string, string][];
  readonly body?: string;
}

const key: MainAnswers = { 'credential.get': () => 'sk-secret' };
const fetchWith = (headers: string) =>
  `its.http.fetchStream({ method: 'get', url: 'https://a.example/x', headers: ${headers}, body: undefined, redirectPolicy: { tag: 'follow-all' } })`;
const withKey = fetchWith("[['x-key', llmGetCredential('echo')]]");
const fails = "throw 'It failed with sk-secret.'";

/** The failure of a stream that runs this code. */
async function failureOf(code: string, answers: MainAnswers, served: readonly (Served | string)[] = []) {
  let at = 0;
  const { answered } = await loadComponent(probe, {
    answers,
    streams: {
      async *'network.fetch'() {
        const next = served[at] as Served | string;
        at += 1;
        if (typeof next === 'string') throw Object.assign(new Error(next), { code: next });
        yield {
          url: 'https://a.example/x',
          isRedirected: false,
          status: next.status,
          statusText: '',
          headers: next.headers ?? [],
        };
        if (next.body) yield new TextEncoder().encode(next.body);
      },
    },
  });
  const messages = [{ role: 'user' as const, content: [{ type: 'text' as const, value: code }], cache: false }];
  const thrown = await answered({ ...emptyRequest, messages }).then(
    () => expect.unreachable('it did not fail'),
    (error) => error,
  );
  return { code: thrown.code, message: thrown.message, retryAfterSeconds: thrown.data?.retryAfterSeconds };
}

// The words are the component's, without the key that it was given; the code is that of the last thing that failed.
test.each<[what: string, code: string, served: (Served | string)[], failure: object]>([
  ['a key that is refused', `${withKey}; ${fails}`, [{ status: 401 }], { code: 'provider-auth' }],
  ['a request without a key', `${fetchWith('[]')}; ${fails}`, [{ status: 401 }], { code: 'credential-missing' }],
  [
    'a limit with the time to wait',
    `${withKey}; ${fails}`,
    [{ status: 429, headers: [['retry-after', '7']] }],
    { code: 'provider-rate-limited', retryAfterSeconds: 7 },
  ],
  [
    'a limit with the time in its words',
    `const r = ${withKey}; r.nextChunk(); ${fails}`,
    [{ status: 429, body: '{"error":{"message":"Please try again in 20s."}}' }],
    { code: 'provider-rate-limited', retryAfterSeconds: 20 },
  ],
  ['an overloaded service', `${withKey}; ${fails}`, [{ status: 529 }], { code: 'provider-overloaded' }],
  ['a request that is refused', `${withKey}; ${fails}`, [{ status: 400 }], { code: 'invalid-request' }],
  ['no connection', `its.tried(() => ${withKey}); ${fails}`, ['ECONNREFUSED'], { code: 'network' }],
  [
    'an address that the manifest does not name',
    `its.tried(() => ${withKey}); ${fails}`,
    ['network-refused'],
    { code: 'invalid-request' },
  ],
  [
    'something else, after another try has had an answer',
    `${withKey}; ${withKey}; ${fails}`,
    [{ status: 503 }, { status: 200 }],
    { code: 'provider-error' },
  ],
])('%s', async (_what, code, served, failure) => {
  const withText =
    /sk-secret/.test(code) && code.includes("llmGetCredential('echo')")
      ? 'It failed with [key].'
      : 'It failed with sk-secret.';
  expect(await failureOf(`${code}; yield;`, key, served)).toEqual({
    retryAfterSeconds: undefined,
    message: withText,
    ...failure,
  });
});

test('a key that is not there, and one that the person does not give', async () => {
  expect(await failureOf("llmGetCredential('echo'); throw 'No key.'; yield;", {})).toMatchObject({
    code: 'credential-missing',
    message: 'No key.',
  });
  const declines = { 'credential.request': () => false };
  const asks = "llmRequestCredential('echo', 'api-key', 'Key', ''); throw 'None was given.'; yield;";
  expect(await failureOf(asks, declines)).toMatchObject({ code: 'cancelled', message: 'None was given.' });
});

test('what main refuses with a code', async () => {
  const timesOut = () => {
    throw Object.assign(new Error('nobody came back'), { code: 'timeout' });
  };
  const code = "llmOauthStartWebAuth({ authUrl: 'https://a.example', callbackPath: '/c', timeoutSecs: 1 }); yield;";
  expect(
    await failureOf(`its.tried(() => { ${code.replace(' yield;', '')} }); throw 'Not signed in.'; yield;`, {
      'oauth.startWebAuth': timesOut,
    }),
  ).toMatchObject({
    code: 'timeout',
    message: 'Not signed in.',
  });
});

test('what follows from nothing has no code', async () => {
  expect(await failureOf("throw 'Just so.'; yield;", {})).toEqual({
    code: undefined,
    message: 'Just so.',
    retryAfterSeconds: undefined,
  });
});
