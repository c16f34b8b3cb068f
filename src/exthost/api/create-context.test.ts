import { afterEach, describe, expect, test, vi } from 'vitest';
import type { LanguageModelProvider } from '../../shared/contract/extension-api.ts';
import { createMemoryPorts } from '../../shared/rpc/memory-port.ts';
import { Peer } from '../../shared/rpc/peer.ts';
import { createContext, type RegisteredProvider } from './create-context.ts';

const provider: LanguageModelProvider = {
  models: () => [],
  isAuthenticated: () => true,
  authenticate: () => undefined,
  resetCredentials: () => undefined,
  stream: async function* () {},
};

const peers: Peer<never>[] = [];
afterEach(() => {
  for (const peer of peers.splice(0)) peer.close();
});

/** A context whose main answers from `answers` and writes down what it was asked. */
function create(answers: Record<string, unknown> = {}) {
  const [near, far] = createMemoryPorts();
  const asked: [method: string, params: unknown][] = [];
  const names = ['credential.get', 'credential.store', 'credential.delete', 'credential.request', 'env.get'];
  names.push('setting.get', 'provider.modelsChanged', 'log.write');
  const answer = (name: string) => (params: unknown) => {
    asked.push([name, params]);
    return answers[name] ?? null;
  };
  const main = new Peer<never>(far, { methods: Object.fromEntries(names.map((name) => [name, answer(name)])) });
  const own = new Peer<never>(near);
  peers.push(main, own);
  const providers = new Map<string, RegisteredProvider>();
  return {
    context: createContext({ extensionId: 'sample', providerIds: ['p', 'q'] }, own, providers),
    providers,
    asked,
    main,
  };
}

describe('the context of an extension', () => {
  test('asks main for credentials, variables and settings, and never says who asks', async () => {
    const { context, asked } = create({ 'credential.get': 'key', 'credential.request': true, 'setting.get': 'value' });
    expect(context.extensionId).toBe('sample');
    expect(await context.credentials.get('p')).toBe('key');
    expect(await context.credentials.store('p', 'new')).toBeUndefined();
    expect(await context.credentials.delete('p')).toBeUndefined();
    expect(await context.credentials.request('p', { credentialType: 'api-key', label: 'Key' })).toBe(true);
    expect(await context.env.get('VARIABLE')).toBeNull();
    expect(await context.settings.get('url')).toBe('value');
    expect(await context.languageModels.modelsChanged('p')).toBeUndefined();
    expect(asked).toEqual([
      ['credential.get', { providerId: 'p' }],
      ['credential.store', { providerId: 'p', value: 'new' }],
      ['credential.delete', { providerId: 'p' }],
      ['credential.request', { providerId: 'p', credentialType: 'api-key', label: 'Key', placeholder: '' }],
      ['env.get', { name: 'VARIABLE' }],
      ['setting.get', { key: 'url' }],
      ['provider.modelsChanged', { providerId: 'p' }],
    ]);
  });

  test('logs at each level, whatever it is given', async () => {
    const { context, asked } = create();
    context.log.debug('a');
    context.log.info(Object.assign(() => 1, { toString: () => 'a function' }) as never);
    context.log.warn(undefined as never);
    context.log.error('d');
    await vi.waitFor(() => expect(asked).toHaveLength(4));
    expect(asked.map(([, params]) => params)).toEqual([
      { level: 'debug', text: 'a' },
      { level: 'info', text: 'a function' },
      { level: 'warn', text: 'undefined' },
      { level: 'error', text: 'd' },
    ]);
  });

  test('rejects what is pending when main is gone', async () => {
    const { context, main } = create();
    const asking = context.credentials.get('p');
    main.close();
    await expect(asking).rejects.toMatchObject({ code: 'closed' });
  });

  test('registers a provider once, and takes it back', () => {
    const { context, providers } = create();
    const info = { id: 'p', name: 'P' };
    const registration = context.languageModels.registerProvider(info, provider);
    info.name = 'changed afterwards';
    expect(providers.get('p')).toEqual({ info: { id: 'p', name: 'P' }, provider });
    expect(() => context.languageModels.registerProvider({ id: 'p', name: 'Q' }, provider)).toThrow(
      'The provider "p" is registered already',
    );
    registration.dispose();
    expect(providers.size).toBe(0);
  });

  test('registers no provider that the manifest does not declare', () => {
    const { context, providers } = create();
    expect(() => context.languageModels.registerProvider({ id: 'other', name: 'Other' }, provider)).toThrow(
      'The manifest declares no provider "other". Add [language_model_providers.other] to it',
    );
    expect(providers.size).toBe(0);
  });

  test('taking back twice does not take a later registration', () => {
    const { context, providers } = create();
    const first = context.languageModels.registerProvider({ id: 'p', name: 'first' }, provider);
    first.dispose();
    context.languageModels.registerProvider({ id: 'p', name: 'second' }, provider);
    first.dispose();
    expect(providers.get('p')?.info.name).toBe('second');
  });
});
