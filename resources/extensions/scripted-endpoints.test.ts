import { describe, expect, it } from 'vitest';
import type { ProviderServerOptions } from '../../e2e/servers/provider-server.ts';
import type { OpenedEndpoint } from '../../src/shared/contract/extension-api/extension-endpoints.ts';
import type { ModelInfo } from '../../src/shared/contract/provider.ts';
import { activated, answer, ask, outcome, textOf } from './extension-harness.ts';
import { manifestOf, never, type Service, serve, services, thrownBy } from './provider-services.fixture.ts';

/** Endpoints of scripts, called by the extension that speaks their dialect. */

const model: ModelInfo = {
  id: 'named',
  name: 'Named',
  maxTokenCount: 1000,
  maxOutputTokens: 77,
  capabilities: {
    supportsImages: false,
    supportsTools: true,
    supportsToolChoiceAuto: true,
    supportsToolChoiceAny: false,
    supportsToolChoiceNone: false,
    supportsThinking: false,
    toolInputFormat: 'json-schema',
  },
  isDefault: false,
  isDefaultFast: false,
};

const rows: readonly { service: Service; keyHeader: string; keyed(key: string): string; dialect: string }[] = [
  {
    service: services.compatible,
    keyHeader: 'authorization',
    keyed: (key) => `Bearer ${key}`,
    dialect: 'openai-completions',
  },
  {
    service: services.responses,
    keyHeader: 'authorization',
    keyed: (key) => `Bearer ${key}`,
    dialect: 'openai-responses',
  },
  { service: services.anthropic, keyHeader: 'x-api-key', keyed: (key) => key, dialect: 'anthropic-messages' },
  { service: services.gemini, keyHeader: 'x-goog-api-key', keyed: (key) => key, dialect: 'google-generative-ai' },
];

describe.each(rows.map((row) => ({ ...row, name: row.service.name })))('an endpoint for $name', (row) => {
  const { service, keyHeader, keyed, dialect } = row;
  const manifest = manifestOf(service);
  const id = 'endpoint-proxy-1a2b3c4d';

  async function open(
    options: ProviderServerOptions = {},
    given: Partial<OpenedEndpoint> = {},
    models: readonly ModelInfo[] = [model],
  ) {
    const server = await serve(service.format, { ...(service.models && { models: service.models }), ...options });
    const endpoint: OpenedEndpoint = { baseUrl: server.url, key: null, headers: {}, usesAuthHeader: false, ...given };
    const state = { isAllowed: true };
    const harness = await activated(
      service.extension,
      { base_url: 'https://elsewhere.test', ...service.settings },
      manifest,
      {
        answers: {
          'endpoint.list': () => [{ providerId: id, name: 'Proxy', models }],
          'endpoint.open': () => (state.isAllowed ? endpoint : null),
        },
        isOpenEndpoint: (_extensionId, url) => state.isAllowed && url.origin === new URL(server.url).origin,
      },
    );
    const offered = harness.providers.find((one) => one.id === id);
    if (!offered) throw new Error('it is not registered');
    const { provider } = offered;
    const say = (text: string) => outcome(answer(provider, 'named', ask(text), never));
    return { server, harness, provider, say, endpoint, state, name: offered.name };
  }

  it('is what its manifest says that it speaks', () => {
    const speaks = Object.values(manifest.language_model_providers).flatMap((one) => one.speaks ?? []);
    expect(speaks).toContain(dialect);
  });

  it('answers with the key and the headers of the script, and has its models', async () => {
    const headers = { 'x-team': 'blue', 'user-agent': 'script/1', accept: 'nothing', 'content-language': 'de' };
    const { server, harness, provider, say, name } = await open({ key: 'given' }, { key: 'given', headers });
    expect(name).toBe('Proxy');
    expect(await provider.isAuthenticated()).toBe(true);
    expect(await provider.models()).toEqual([model]);
    expect(server.requests).toEqual([]);
    await provider.authenticate(never);
    expect(textOf((await say('Hi')).events)).toBe('Hello, world!');
    const [completion] = server.completions();
    expect(completion?.authorization).toBe('right');
    expect(completion?.headers).toMatchObject({
      'x-team': 'blue',
      'content-language': 'de',
      'content-type': 'application/json',
    });
    for (const { headers: sent } of server.requests) expect(sent['x-team']).toBe('blue');
    expect(harness.asked).toEqual([]);
    expect(harness.key).toBeNull();
  });

  it('says that a key of the script is refused, without the key and without a dialog', async () => {
    const { harness, provider } = await open({ key: 'other' }, { key: 'given-canary' });
    const thrown = await thrownBy(() => provider.authenticate(never));
    expect(thrown).toMatchObject({ code: 'provider-auth' });
    expect(String(thrown)).not.toContain('given-canary');
    expect(harness.asked).toEqual([]);
  });

  it('takes a header in place of a key', async () => {
    const { server, provider, say } = await open({ key: 'given' }, { headers: { [keyHeader]: keyed('given') } });
    expect(await provider.isAuthenticated()).toBe(true);
    await provider.authenticate(never);
    expect(textOf((await say('Hi')).events)).toBe('Hello, world!');
    expect(server.requests.map(({ authorization }) => authorization)).toEqual(['right', 'right']);
  });

  it('is used without a key where none is wanted', async () => {
    const { harness, provider, say } = await open();
    expect(await provider.isAuthenticated()).toBe(false);
    await provider.authenticate(never);
    expect(await provider.isAuthenticated()).toBe(true);
    expect(harness.asked).toEqual([]);
    expect(textOf((await say('Hi')).events)).toBe('Hello, world!');
  });

  it('asks for a key that the script does not give, which goes nowhere else', async () => {
    const { harness, provider, say, endpoint, server } = await open({ key: 'typed' });
    const other = await serve(service.format, { key: 'typed' });
    harness.dialog = () => 'typed';
    await provider.authenticate(never);
    expect(harness.asked).toEqual([`API key for ${new URL(server.url).host}`]);
    expect(textOf((await say('Hi')).events)).toBe('Hello, world!');
    Object.assign(endpoint, { baseUrl: other.url });
    expect(await provider.isAuthenticated()).toBe(false);
    expect((await say('Hi')).thrown).not.toBeNull();
    expect(other.requests.every(({ authorization }) => authorization === 'none')).toBe(true);
  });

  it('lists the models of the service if the script names none', async () => {
    const listed = service.models ?? ['tiny', 'large'];
    const { provider } = await open({ key: 'given', models: listed }, { key: 'given' }, []);
    const ids = (await provider.models()).map((one) => one.id);
    expect(ids).toContain(listed[0]);
  });

  it('sends nothing before the person lets it', async () => {
    const { server, provider, say, state } = await open({}, { key: 'given' }, []);
    state.isAllowed = false;
    expect(await provider.isAuthenticated()).toBe(false);
    await thrownBy(() => provider.models());
    expect((await say('Hi')).thrown).toMatchObject({ code: 'credential-missing' });
    expect(await thrownBy(() => provider.authenticate(never))).toMatchObject({ code: 'credential-missing' });
    await provider.resetCredentials();
    expect(server.requests).toEqual([]);
  });
});

it('no dialect is spoken by two, as one of them would be left out', () => {
  const all = Object.values(services).flatMap((service) =>
    Object.values(manifestOf(service).language_model_providers).flatMap(({ speaks = [] }) => speaks),
  );
  expect(new Set(all).size).toBe(all.length);
});

it.each([services.anthropic, services.gemini])(
  'the key goes into the usual header of HTTP if the script says so: $name',
  async (service: Service) => {
    const server = await serve(service.format);
    const endpoint = { baseUrl: server.url, key: 'given', headers: {}, usesAuthHeader: true };
    const harness = await activated(service.extension, { base_url: 'https://elsewhere.test' }, manifestOf(service), {
      answers: {
        'endpoint.list': () => [{ providerId: 'p', name: 'P', models: [model] }],
        'endpoint.open': () => endpoint,
      },
      isOpenEndpoint: () => true,
    });
    const provider = harness.providers[1]?.provider;
    if (!provider) throw new Error('it is not registered');
    await outcome(answer(provider, 'named', ask('Hi'), never));
    expect(server.completions()[0]?.headers.authorization).toBe('Bearer given');
  },
);

it('limits of a script count, and its headers do not go before those of the dialect', async () => {
  const server = await serve(services.anthropic.format);
  const endpoint = {
    baseUrl: server.url,
    key: 'own-key',
    headers: { 'anthropic-beta': 'mine-1', 'anthropic-version': 'other', 'x-api-key': 'other' },
    usesAuthHeader: false,
  };
  const harness = await activated(services.anthropic.extension, {}, manifestOf(services.anthropic), {
    answers: {
      'endpoint.list': () => [{ providerId: 'p', name: 'P', models: [model] }],
      'endpoint.open': () => endpoint,
    },
    isOpenEndpoint: () => true,
  });
  const provider = harness.providers[1]?.provider;
  if (!provider) throw new Error('it is not registered');
  await outcome(answer(provider, 'named', ask('Hi'), never));
  const [completion] = server.completions();
  expect(completion?.body).toMatchObject({ model: 'named', max_tokens: 77 });
  expect(completion?.body).not.toHaveProperty('thinking');
  expect(completion?.headers).toMatchObject({
    'anthropic-beta': 'mine-1',
    'anthropic-version': '2023-06-01',
    'x-api-key': '(the key)',
  });
});
