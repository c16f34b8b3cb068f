import { expect, test } from 'vitest';
import type { AgentServerSnapshot } from '../../../shared/contract/agent-servers/agent-server.ts';
import type { ModelInfo, ProviderSnapshot } from '../../../shared/contract/provider.ts';
import { modelInfo } from '../../../shared/testing/model-info.ts';
import { contextSize, findModel, firstReadyModel, groupModels, moreAgents, usableFirst } from './model-list.ts';

const model = (id: string, name: string, isDefault = false) => modelInfo(id, { name, isDefault });

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
  { extensionId: 'empty', extensionName: 'Empty', providerId: 'void', name: 'Void', isAuthenticated: true, models: [] },
];

const agent = (name: string, more: Partial<AgentServerSnapshot> = {}): AgentServerSnapshot => ({
  ref: `agent/registry/${name}`,
  name,
  description: '',
  from: { type: 'registry' },
  state: 'ready',
  origin: '',
  keys: [],
  ...more,
});

const allRefs = (query: string, favourites: readonly string[] = [], agents: readonly AgentServerSnapshot[] = []) =>
  groupModels(providers, agents, favourites, query).map(({ key, options }) => [key, ...options.map(({ ref }) => ref)]);

const refs = (query: string, favourites: readonly string[] = []) =>
  allRefs(query, favourites).filter(([key]) => key !== 'agents');

test('a group is a provider; one that lists no models can be chosen', () => {
  expect(refs('')).toEqual([
    ['cloud:main', 'cloud:main/org/big:2'],
    ['sample:models', 'sample:models/small', 'sample:models/one'],
    ['empty:void', 'empty:void/default'],
  ]);
});

test('favourites stand on top as they were marked, and in their providers; rows differ, and suit an id', () => {
  const favourites = ['sample:models/one', 'gone:from/here', 'cloud:main/org/big:2'];
  expect(refs('', favourites)[0]).toEqual(['favourites', 'sample:models/one', 'cloud:main/org/big:2']);
  expect(refs('one', favourites)).toEqual([
    ['favourites', 'sample:models/one'],
    ['sample:models', 'sample:models/one'],
  ]);
  const odd: ProviderSnapshot = {
    ...providers[0],
    models: [model('a b', 'A'), model('a%20b', 'B')],
  } as ProviderSnapshot;
  const rows = groupModels([odd], [], ['cloud:main/a b'], '').flatMap(({ options }) => options);
  expect(rows.map(({ isFavourite }) => isFavourite)).toEqual([true, true, false, false]);
  expect(new Set(rows.map(({ key }) => key)).size).toBe(4);
  expect(rows.filter(({ key }) => /\s/.test(key))).toEqual([]);
});

test('a query keeps the models that have every word of it', () => {
  const found = (query: string) => refs(query).flatMap(([, ...each]) => each);
  expect(found('big CLOUD')).toEqual(['cloud:main/org/big:2']);
  expect(found('sample')).toEqual(['sample:models/small', 'sample:models/one']);
  expect(found('big sample')).toEqual([]);
  expect(found('void')).toEqual(['empty:void/default']);
});

test('what a model can do is found by its name', () => {
  const able = (capability: string, id: string): ModelInfo => {
    const plain = model(id, id);
    return { ...plain, capabilities: { ...plain.capabilities, [capability]: true } };
  };
  const models = [able('supportsImages', 'a'), able('supportsTools', 'b'), able('supportsThinking', 'c')];
  const provider = { ...providers[1], models } as ProviderSnapshot;
  const found = (query: string) =>
    groupModels([provider], [], [], query).flatMap((group) => group.options[0]?.name ?? []);
  expect(['images', 'tools', 'thinking', 'images tools'].map(found)).toEqual([['a'], ['b'], ['c'], []]);
});

test('a context is named as its maker names it', () => {
  const sizes = [0, 512, 8192, 128_000, 131_072, 200_000, 1_000_000, 1_048_576, 1_500_000];
  expect(sizes.map(contextSize)).toEqual(['', '512', '8k', '128k', '128k', '200k', '1M', '1M', '1.5M']);
});

test('the first ready model is the default one of a provider that needs no key', () => {
  expect(firstReadyModel(providers)).toBe('sample:models/one');
  expect(firstReadyModel(providers.slice(0, 1))).toBeUndefined();
  const off = providers.map((provider) => ({ ...provider, offBecause: 'It broke the rules.' }));
  expect(firstReadyModel(off)).toBeUndefined();
});

test('what can be used comes first, and stays where it was when that changes', () => {
  const seen = new Map<string, boolean>();
  const names = (list: readonly ProviderSnapshot[]) => usableFirst(list, seen).map(({ name }) => name);
  expect(names(providers)).toEqual(['Sample models', 'Void', 'Cloud']);
  const changed = providers.map((provider) => ({
    ...provider,
    isAuthenticated: !provider.isAuthenticated,
    problem: '',
  }));
  expect(names(changed)).toEqual(['Sample models', 'Void', 'Cloud']);
});

test('a model is found by its reference', () => {
  expect(findModel(providers, 'cloud:main/org/big:2')?.info.name).toBe('Big Two');
  expect(findModel(providers, 'cloud:main/other')).toBeUndefined();
  expect(findModel(providers, undefined)).toBeUndefined();
});

test('agents that are ready come before the providers, and the way to more of them comes last as long as there are none', () => {
  const ids = (...args: Parameters<typeof allRefs>) => allRefs(...args).flatMap(([, ...each]) => each);
  expect(allRefs('').at(-1)).toEqual(['agents', moreAgents]);
  const agents = [agent('one'), agent('two', { state: 'absent' }), agent('three', { from: { type: 'settings' } })];
  expect(allRefs('', ['agent/registry/one'], agents).slice(0, 2)).toEqual([
    ['favourites', 'agent/registry/one'],
    ['agents', 'agent/registry/one', 'agent/registry/three', moreAgents],
  ]);
  expect(ids('three agent', [], agents)).toEqual(['agent/registry/three']);
  const lacking = agent('four', { state: 'absent', from: { type: 'extension', extensionId: 'x', extensionName: 'X' } });
  expect(ids('four', [], [lacking])).toEqual([lacking.ref]);
});
