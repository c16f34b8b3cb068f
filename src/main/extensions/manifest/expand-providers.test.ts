import { expect, test } from 'vitest';
import { longestRowId, type Manifest, manifestSchema } from '../../../shared/contract/extensions/manifest.ts';
import { expandProviders } from './expand-providers.ts';

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
