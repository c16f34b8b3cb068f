import { expect, test } from 'vitest';
import { longestRowId, type Manifest, manifestSchema } from '../../../shared/contract/extensions/manifest.ts';
import { endpointsOf } from '../sources/script-endpoints.ts';
import { expandProviders, servedBy } from './expand-providers.ts';

const manifestWith = (language_model_providers: object): Manifest =>
  manifestSchema.parse({
    id: 'many',
    name: 'Many',
    version: '1.0.0',
    schema_version: 1,
    runtime: { kind: 'worker', main: 'main.js' },
    settings: { servers: { type: 'list', title: 'Servers' } },
    language_model_providers,
  });
const manifest = manifestWith({
  base: { name: 'Base' },
  server: { name: 'A server', for_each: 'servers', concurrency: 2, auth: { credential_label: 'Key' } },
});
const rows = [
  { id: 'gpu-box', name: 'GPU box' },
  { id: 'x'.repeat(longestRowId), name: 'X' },
];

test('there is a provider for each row, with all that the manifest says of them', () => {
  const { language_model_providers: providers, ...rest } = expandProviders(manifest, (key) =>
    key === 'servers' ? rows : [],
  );
  expect(Object.keys(providers)).toEqual(['base', 'server-gpu-box', `server-${'x'.repeat(longestRowId)}`]);
  expect(providers['server-gpu-box']).toEqual({
    name: 'GPU box',
    concurrency: 2,
    models: [],
    suggestions: [],
    auth: { credential_label: 'Key' },
  });
  expect(manifestWith(providers).language_model_providers).toEqual(providers);
  const { language_model_providers: _, ...before } = manifest;
  expect(rest).toEqual(before);
});

test('without rows there is none, and what needs no rows stays the same object', () => {
  expect(Object.keys(expandProviders(manifest, () => []).language_model_providers)).toEqual(['base']);
  const plain = manifestWith({ base: { name: 'Base' } });
  expect(expandProviders(plain, () => rows)).toBe(plain);
});

test('the longest ids make a valid one together', () => {
  const template = 't'.repeat(longestRowId);
  const expanded = expandProviders(manifestWith({ [template]: { name: 'T', for_each: 'servers' } }), () => rows);
  expect(Object.keys(manifestWith(expanded.language_model_providers).language_model_providers)).toHaveLength(2);
});

test('an endpoint of a script becomes a provider beside the one that speaks its dialect', () => {
  const speaker = manifestWith({
    base: {
      name: 'Base',
      speaks: ['plain-chat', 'chat'],
      concurrency: 2,
      models: [{ id: 'usual', name: 'Usual' }],
      greeting: 'Welcome to the vendor',
      auth: { env_var: 'VENDOR_KEY', credential_label: 'API key', help_url: 'https://vendor.test/' },
    },
    deaf: { name: 'Deaf' },
  });
  const own = manifestWith({}).language_model_providers;
  const script = (rootPath: string) => ({ manifest: manifestWith(own), rootPath });
  const address = { base_url: 'https://a.test', auth_header: false };
  const model = { id: 'm', name: 'M', max_token_count: 5, supports_images: false, supports_tools: true };
  const models = [{ ...model, supports_thinking: false, default: false, default_fast: false }];
  const endpoints = [
    ...endpointsOf(script('/one.lua'), {
      proxy: { name: 'Proxy', api: 'chat', has_key: false, models, ...address },
      keyed: { name: 'Keyed', api: 'plain-chat', has_key: true, models: [], ...address },
      other: { name: 'Other', api: 'nobody-speaks-it', has_key: false, models: [], ...address },
    }),
    ...endpointsOf(script('/two.lua'), {
      proxy: { name: 'Second', api: 'chat', has_key: false, models, ...address },
      [`long-${'x'.repeat(58)}`]: { name: 'Long', api: 'chat', has_key: false, models, ...address },
    }),
  ];
  const { language_model_providers: providers } = expandProviders(speaker, () => [], endpoints);
  const ids = Object.keys(providers);
  expect(ids.slice(0, 4).map((id) => id.replace(/[0-9a-f]{8}$/, '#'))).toEqual([
    'base',
    'base-proxy-#',
    'base-keyed-#',
    'base-proxy-#',
  ]);
  expect(new Set(ids).size).toBe(6);
  expect(servedBy(speaker, endpoints).map(({ providerId }) => providerId)).toEqual(ids.slice(1, -1));
  expect(providers[ids[1] ?? '']).toEqual({
    name: 'Proxy',
    concurrency: 2,
    models,
    suggestions: [],
    auth: { credential_label: 'API key' },
  });
  expect(providers[ids[2] ?? '']).toMatchObject({ name: 'Keyed', models: [{ id: 'usual' }] });
  expect(providers[ids[2] ?? '']?.auth).toBeUndefined();
  expect(manifestSchema.safeParse({ ...speaker, language_model_providers: providers }).error).toBeUndefined();
});
