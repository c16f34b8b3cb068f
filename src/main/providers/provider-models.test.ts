import { expect, test } from 'vitest';
import { manifestSchema } from '../../shared/contract/extensions/manifest.ts';
import { model } from './memory-extension.fixture.ts';
import { manifestModels, readModels } from './provider-models.ts';

const manifest = (prices: object) =>
  manifestSchema.safeParse({
    id: 'a',
    name: 'A',
    version: '1.0.0',
    schema_version: 1,
    runtime: { kind: 'worker', main: 'main.js' },
    language_model_providers: { p: { name: 'P', models: [{ id: 'm', name: 'M', ...prices }] } },
  });
const modelIn = (prices: object) => {
  const provider = manifest(prices).data?.language_model_providers.p;
  return provider && manifestModels(provider)[0];
};

test('the prices that a manifest names are those of its models', () => {
  const prices = { currency: 'EUR', input: 1, output: 2.5 };
  expect(modelIn({ prices: { ...prices, cache_read: 0 } })?.prices).toEqual({ ...prices, cacheRead: 0 });
  expect(modelIn({})).not.toHaveProperty('prices');
  expect(manifest({ prices: { ...prices, currency: 'euro' } }).success).toBe(false);
});

test('the prices that an extension tells are read, and those that are none are refused', () => {
  const prices = { currency: 'USD', input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 };
  expect(readModels([model('m', { prices })], 'A')[0]?.prices).toEqual(prices);
  expect(() => readModels([{ ...model('m'), prices: { currency: 'USD', input: -1, output: 1 } }], 'A')).toThrow(
    'prices',
  );
});
