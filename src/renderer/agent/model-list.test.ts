import { expect, test } from 'vitest';
import type { ModelInfo, ProviderSnapshot } from '../../shared/contract/provider.ts';
import { findModel, firstReadyModel, groupModels } from './model-list.ts';

const model = (id: string, name: string, isDefault = false): ModelInfo => ({
  id,
  name,
  maxTokenCount: 1,
  isDefault,
  isDefaultFast: false,
  capabilities: {
    supportsImages: false,
    supportsTools: false,
    supportsToolChoiceAuto: false,
    supportsToolChoiceAny: false,
    supportsToolChoiceNone: false,
    supportsThinking: false,
    toolInputFormat: 'json-schema',
  },
});

const providers: ProviderSnapshot[] = [
  {
    extensionId: 'cloud',
    extensionName: 'Cloud pack',
    providerId: 'main',
    name: 'Cloud',
    isAuthenticated: false,
    problem: 'The service did not answer.',
    models: [model('org/big:2', 'Big Two', true)],
  },
  {
    extensionId: 'sample',
    extensionName: 'Sample',
    providerId: 'models',
    name: 'Sample models',
    isAuthenticated: true,
    models: [model('small', 'Small'), model('one', 'One', true)],
  },
  { extensionId: 'empty', extensionName: 'Empty', providerId: 'none', name: 'None', isAuthenticated: true, models: [] },
];

test('a group is a provider, with its mark and its problem', () => {
  expect(groupModels(providers, '').map(({ key, needsKey, problem }) => [key, needsKey, problem])).toEqual([
    ['cloud:main', true, 'The service did not answer.'],
    ['sample:models', false, undefined],
    ['empty:none', false, undefined],
  ]);
});

test('a query keeps the models that have every word of it', () => {
  const found = (query: string) =>
    groupModels(providers, query).flatMap((group) => group.options.map(({ ref }) => ref));
  expect(found('big CLOUD')).toEqual(['cloud:main/org/big:2']);
  expect(found('sample')).toEqual(['sample:models/small', 'sample:models/one']);
  expect(found('big sample')).toEqual([]);
});

test('a provider that lists no models can be chosen', () => {
  expect(groupModels(providers, '').at(-1)?.options).toEqual([
    { ref: 'empty:none/default', name: 'Its default model' },
  ]);
});

test('the first ready model is the default one of a provider that needs no key', () => {
  expect(firstReadyModel(providers)).toBe('sample:models/one');
  expect(firstReadyModel(providers.slice(0, 1))).toBeUndefined();
});

test('a model is found by its reference', () => {
  expect(findModel(providers, 'cloud:main/org/big:2')?.name).toBe('Big Two');
  expect(findModel(providers, 'cloud:main/other')).toBeUndefined();
  expect(findModel(providers, undefined)).toBeUndefined();
});
