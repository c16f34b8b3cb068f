import { expect, test } from 'vitest';
import type { EndpointSecrets } from '../../../../shared/contract/extensions/endpoint.ts';
import type { QuestionAnswer } from '../../../../shared/contract/question.ts';
import { endpointsOf } from '../../sources/script-endpoints.ts';
import { manifestOf } from '../test-support/manifests.ts';
import { createEndpointApi } from './endpoint-api.ts';

const caller = manifestOf('speaker');
const never = new AbortController().signal;
const address = {
  api: 'plain-chat',
  base_url: 'http://localhost:8080/v1',
  name: 'Proxy',
  auth_header: false,
  has_key: false,
  models: [],
};

/** A script `proxies` with one endpoint. @param answers of the person, one after another */
function create(...answers: QuestionAnswer[]) {
  const shown: unknown[] = [];
  const state = {
    registered: { ...address } as typeof address & { variable?: string },
    secrets: { headers: { 'X-Team': 'blue', 'X-Token': 'token-canary' } } as EndpointSecrets,
    kept: [] as string[],
    isSigningIn: true,
    runs: 0,
    fails: false,
    rootPath: '/scripts/proxies.lua',
    open: 0,
    isThere: true,
  };
  const known: string[] = [];
  const api = createEndpointApi({
    async ask(asker, asked) {
      shown.push({ ...asked, by: asker.extensionName, isHeld: state.open === 1 });
      return answers.shift() ?? null;
    },
    servedBy: () =>
      state.isThere
        ? endpointsOf(
            { manifest: manifestOf('proxies', { name: 'proxies' }), rootPath: state.rootPath },
            {
              proxy: state.registered,
            },
          ).map((endpoint) => ({ providerId: 'endpoint-proxy', endpoint }))
        : [],
    secretsOf: async () => (state.runs === 0 ? new Promise(() => {}) : state.secrets),
    isAllowed: (_script, consent) => state.kept.includes(consent),
    keep: async (_script, consent) => void state.kept.push(consent),
    async run() {
      if (state.fails) throw new Error('the script fell');
      state.runs += 1;
    },
    isSigningIn: () => state.isSigningIn,
    asking() {
      state.open += 1;
      return () => {
        state.open -= 1;
      };
    },
    env: { PROXY_KEY: 'variable-canary' },
    secrets: { add: (secret) => void known.push(secret) },
    registerMs: 2_000,
  });
  // The script has registered as soon as it runs.
  const open = async () => {
    state.runs ||= 1;
    return api.open(caller, 'endpoint-proxy', never);
  };
  const reaches = (url: string) => api.permitsUrl(caller.id, new URL(url));
  return { api, shown, state, open, reaches, known };
}

test('the person is asked with script, address and dialect, and only then it is opened', async () => {
  const { open, shown, reaches, known, state } = create('allow');
  expect(reaches('http://localhost:8080/v1/models')).toBe(false);
  expect(await open()).toEqual({
    baseUrl: 'http://localhost:8080/v1',
    key: null,
    headers: { 'x-team': 'blue', 'x-token': 'token-canary' },
    usesAuthHeader: false,
  });
  expect(shown).toEqual([
    { type: 'endpoint', address: 'http://localhost:8080/v1', dialect: 'plain-chat', by: 'proxies', isHeld: true },
  ]);
  expect(state.open).toBe(0);
  expect(known).toEqual(['token-canary']);
  expect(reaches('http://localhost:8080/elsewhere')).toBe(true);
  expect(reaches('http://localhost:8081/v1')).toBe(false);
  expect(reaches('https://localhost:8080/v1')).toBe(false);
  await open();
  expect(shown).toHaveLength(1);
});

test('nobody is asked but in a sign-in, and nothing is run or told before', async () => {
  const { api, state, shown } = create('allow');
  state.isSigningIn = false;
  expect(await api.open(caller, 'endpoint-proxy', never)).toBeNull();
  expect(shown).toEqual([]);
  expect(state.runs).toBe(0);
});

test('what is put off is asked again, a refusal holds for the run of the app', async () => {
  const { open, shown, reaches } = create(null, 'deny', 'allow');
  const refused = 'You have not let the script proxies send requests to localhost:8080.';
  await expect(open()).rejects.toThrow(refused);
  await expect(open()).rejects.toThrow(refused);
  await expect(open()).rejects.toThrow(refused);
  expect(shown).toHaveLength(2);
  expect(reaches('http://localhost:8080/v1')).toBe(false);
});

test('another address, dialect or variable is asked about anew, and so is another copy of the script', async () => {
  const { open, state, shown, reaches } = create('always', 'allow', 'allow', 'allow', 'allow');
  await open();
  expect(state.kept).toEqual(['http://localhost:8080/v1 plain-chat']);
  state.registered = { ...address, base_url: 'https://b.test' };
  expect(reaches('https://b.test')).toBe(false);
  await open();
  state.registered = { ...address, api: 'other-chat' };
  await open();
  state.registered = { ...address, variable: 'PROXY_KEY' };
  expect(await open()).toMatchObject({ key: 'variable-canary' });
  expect(shown).toHaveLength(4);
  expect(shown[3]).toMatchObject({ variable: 'PROXY_KEY' });
  state.registered = { ...address, base_url: 'https://b.test' };
  state.rootPath = '/elsewhere/proxies.lua';
  await open();
  expect(shown).toHaveLength(5);
});

test('a key of the script goes before a variable, one that is not set is none, and both are known as secrets', async () => {
  const { open, state, known } = create('always', 'always', 'always');
  state.secrets = { headers: {}, key: 'literal-canary' };
  expect(await open()).toMatchObject({ key: 'literal-canary' });
  state.secrets = { headers: {} };
  state.registered = { ...address, variable: 'PROXY_KEY' };
  await open();
  expect(known).toEqual(['literal-canary', 'variable-canary']);
  state.registered = { ...address, variable: 'constructor' };
  expect(await open()).toMatchObject({ key: null });
});

test('an address that the script changes while it is run is not opened by the consent to the other', async () => {
  const { api, state, reaches } = create('always');
  const opening = api.open(caller, 'endpoint-proxy', never);
  await Promise.resolve();
  state.registered = { ...address, base_url: 'https://b.test' };
  state.runs = 1;
  expect(await opening).toBeNull();
  expect(reaches('https://b.test')).toBe(false);
});

test('a script that is gone, that falls or that registers nothing more is told', async () => {
  const { open, api, state } = create('always');
  await open();
  state.fails = true;
  state.runs = 0;
  await expect(api.open(caller, 'endpoint-proxy', never)).rejects.toThrow('the script fell');
  state.isThere = false;
  await expect(open()).rejects.toThrow(
    'The script that added the provider “endpoint-proxy” does not offer it any more.',
  );
  expect(api.list(caller)).toEqual([]);
});
