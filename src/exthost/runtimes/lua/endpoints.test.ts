import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { registeredSchema } from '../../../shared/contract/extensions/manifest.ts';
import { loadScript } from '../../test-support/load-script.ts';

/** Endpoints that a script registers: `zi.register_provider` without `stream`. */

const dialects = ['plain-chat', 'other-chat'];
const load = (source: string) => loadScript(source, { dialects });
const endpoint = (fields: string) =>
  `zi.register_provider("proxy", { base_url = "https://a.test/v1", api = "plain-chat", ${fields} })`;
const registeredBy = async (source: string) => {
  const { registered } = await load(source);
  expect(registeredSchema.safeParse(registered).error).toBeUndefined();
  return registered?.endpoints;
};

test('is registered with its models, its key and headers apart from the rest', async () => {
  const source = endpoint(`name = "Proxy", api_key = "literal-key", auth_header = true, headers = { ["X-Team"] = "a" },
    models = {
      { id = "big", name = "Big", context_window = 1000, max_tokens = 100, reasoning = true, input = { "text", "image" },
        cost = { input = 1, output = 2.5, cacheRead = 0.1 }, default = true },
      { id = "small", contextWindow = 500, supports_tools = false, input = { "text" } } }`);
  expect(await registeredBy(source)).toEqual({
    proxy: {
      name: 'Proxy',
      api: 'plain-chat',
      base_url: 'https://a.test/v1',
      auth_header: true,
      has_key: true,
      models: [
        {
          id: 'big',
          name: 'Big',
          max_token_count: 1000,
          max_output_tokens: 100,
          supports_tools: true,
          supports_images: true,
          supports_thinking: true,
          prices: { currency: 'USD', input: 1, output: 2.5, cache_read: 0.1 },
          default: true,
        },
        { id: 'small', name: 'small', max_token_count: 500, supports_tools: false, supports_images: false },
      ],
      secrets: { headers: { 'X-Team': 'a' }, key: 'literal-key' },
    },
  });
});

test.each([
  ['PROXY_KEY', { variable: 'PROXY_KEY', secrets: { headers: {} } }],
  ['$proxy_key', { variable: 'proxy_key', secrets: { headers: {} } }],
  [`$${'{ProxyKey}'}`, { variable: 'ProxyKey', secrets: { headers: {} } }],
  ['sk-lower', { secrets: { headers: {}, key: 'sk-lower' } }],
])('its key %s is a variable or the key itself', async (key, expected) => {
  const endpoints = await registeredBy(endpoint(`api_key = "${key}"`));
  const {
    name: _name,
    models: _models,
    base_url: _url,
    api: _api,
    auth_header: _header,
    ...rest
  } = endpoints?.proxy ?? {};
  expect(rest).toEqual({ has_key: true, ...expected });
});

test('may have the spelling of other versions, and is taken away', async () => {
  const source = `zi.provider { id = "one", baseUrl = "http://localhost:8080", api = "other-chat", apiKey = "k", authHeader = false }
    zi.provider { id = "two", baseUrl = "http://[::1]/v1", api = "plain-chat" }
    zi.unregister_provider("two")`;
  const endpoints = await registeredBy(source);
  expect(Object.keys(endpoints ?? {})).toEqual(['one']);
  expect(endpoints?.one?.models).toEqual([]);
});

test('is one of fifty at most, as each is asked about and listed', async () => {
  const many = (count: number) => `for n = 1, ${count} do
    zi.register_provider("p" .. n, { base_url = "https://a.test/" .. n, api = "plain-chat" })
  end`;
  expect(Object.keys((await registeredBy(many(50))) ?? {})).toHaveLength(50);
  await expect(load(many(51))).rejects.toThrow('hello.lua:2: an extension can register 50 endpoints at most');
  const { registered } = await load(many(50));
  const endpoints = { ...registered?.endpoints, more: registered?.endpoints?.p1 };
  expect(registeredSchema.safeParse({ endpoints }).error?.issues[0]?.message).toBe('use at most 50 endpoints');
});

test('is no provider that the script answers for', async () => {
  const { api, registered } = await load(endpoint(''));
  expect(api.languageModels.infos()).toEqual([]);
  expect(registered?.language_model_providers).toEqual({});
});

const secret = 'canary-of-a-key';
test.each([
  ['api = "chat"', 'there is no api "chat". There are plain-chat, other-chat'],
  ['base_url = "a.test"', 'base_url is no address with https'],
  ['base_url = "ftp://a.test"', 'base_url is no address with https'],
  [`base_url = "https://me:${secret}@a.test"`, 'base_url holds a name or a password. Use api_key or headers'],
  ['base_url = "http://a.test"', 'base_url goes to a.test by http, which anybody on the way can read'],
  ['base_url = "http://192.168.0.2"', 'base_url goes to 192.168.0.2 by http'],
  [
    `base_url = "https://a.test/v1?api-key=${secret}"`,
    'base_url holds a key after "?", and addresses are shown and kept',
  ],
  ['base_url = "https://" .. ("a."):rep(130) .. "test"', 'base_url has a host that is too long'],
  ['base_url = 5', 'base_url must be a string, not a number'],
  ['api_key = ""', 'api_key is empty'],
  ['api_key = "!pass show key"', 'api_key is a program to run, which it cannot be'],
  [`api_key = "${secret}\\n"`, 'api_key has letters that no key has'],
  ['api_key = function() end', 'api_key must be a string, not a function'],
  ['headers = { ["a b"] = "1" }', 'headers["a b"] is no name of a header'],
  ['headers = { Host = "b.test" }', 'headers["Host"] belongs to the connection'],
  ['headers = { Cookie = "a=b" }', 'headers["Cookie"] belongs to the connection'],
  [`headers = { ["X-Key"] = "${secret}\\r\\nHost: b.test" }`, 'headers["X-Key"] has a value that no header can have'],
  ['headers = { ["X-Key"] = "$NAME" }', 'headers["X-Key"] names a variable, which only api_key may'],
  ['headers = { ["X-Key"] = 5 }', 'headers.X-Key must be a string, not a number'],
  ['models = { big = { name = "Big" } }', 'models is a list, { { id = … }, … }, without names or holes'],
  ['models = { nil, { id = "big" } }', 'models is a list'],
  ['models = { { id = "big" }, { id = "big" } }', 'models[2] has the id of another, big'],
  ['is_authenticated = true', 'is_authenticated is for providers with stream'],
  ['oauth = {}', 'oauth is not available: a script cannot sign a person in'],
  ['base_ur = "x"', 'there is no base_ur; did you mean base_url?'],
])('is refused with the line of the script: %s', async (field, message) => {
  const fields = { base_url: '"https://a.test/v1"', api: '"plain-chat"' };
  const given = Object.entries(fields).filter(([key]) => !field.startsWith(`${key} `));
  const source = `\nzi.register_provider("proxy", { ${given.map(([key, value]) => `${key} = ${value}`).join(', ')}, ${field} })`;
  const refused = await load(source).catch((error: Error) => error.message);
  expect(refused).toContain(message);
  expect(refused).toMatch(/^extensions\/hello\.lua:2: zi\.register_provider/);
  expect(refused).not.toContain(secret);
});

test('says what it needs, and what has no effect', async () => {
  await expect(load('zi.register_provider("proxy", { base_url = "https://a.test" })')).rejects.toThrow(
    'hello.lua:1: zi.register_provider proxy needs stream, a function, or base_url and api',
  );
  const { logged } = await load(endpoint('region = "eu"'));
  await vi.waitFor(() =>
    expect(logged()).toEqual([
      'extensions/hello.lua:1: zi.register_provider: region has no effect in this version of the app',
    ]),
  );
});

test('the sample of the docs is one', async () => {
  const folder = join(import.meta.dirname, '../../../../docs/extensions/samples/proxy/extensions');
  const { registered } = await loadScript(readFileSync(join(folder, 'proxy.lua'), 'utf8'), {
    dialects: ['openai-completions'],
  });
  expect(registered?.endpoints?.proxy).toMatchObject({ variable: 'PROXY_API_KEY', models: [{ id: 'large' }] });
});
