import { describe, expect, test, vi } from 'vitest';
import type { LanguageModelProvider } from '../../shared/contract/extension-api/extension-api.ts';
import { connectContext } from '../test-support/connect-context.ts';

const provider: LanguageModelProvider = {
  models: () => [],
  isAuthenticated: () => true,
  authenticate: () => undefined,
  resetCredentials: () => undefined,
  stream: async function* () {},
};

describe('the context of an extension', () => {
  test('asks main for credentials, variables and settings, and never says who asks', async () => {
    const { context, asked } = connectContext({
      'credential.get': () => 'key',
      'credential.request': () => true,
      'setting.get': () => 'value',
    });
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
    const { context, asked } = connectContext();
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
    const { context, main } = connectContext();
    const asking = context.credentials.get('p');
    main.close();
    await expect(asking).rejects.toMatchObject({ code: 'closed' });
  });

  test('tells each listener of a setting that changed; one that throws is logged and stops nobody', async () => {
    const { context, api, logged } = connectContext();
    const heard: unknown[] = [];
    context.settings.onChange(() => {
      throw new Error('cannot hear');
    });
    context.settings.onChange(async () => Promise.reject(new Error('cannot hear later')));
    const listening = context.settings.onChange((...change) => void heard.push(change));
    expect(api.settings.changed({ key: 'url', value: 'here' })).toBeNull();
    listening.dispose();
    api.settings.changed({ key: 'url', value: 'there' });
    expect(heard).toEqual([['url', 'here']]);
    await vi.waitFor(() => expect(logged()).toHaveLength(4));
    expect(logged().filter((line) => line.includes('settings.onChange failed: Error: cannot hear later'))).toHaveLength(
      2,
    );
  });
});

describe.each([
  {
    kind: 'provider',
    table: 'language_model_providers',
    register: (context: ReturnType<typeof connectContext>['context'], id: string) =>
      context.languageModels.registerProvider({ id, name: id }, provider),
    reach: (api: ReturnType<typeof connectContext>['api'], id: string) => api.languageModels.provider(id),
  },
  {
    kind: 'command',
    table: 'commands',
    register: (context: ReturnType<typeof connectContext>['context'], id: string) =>
      context.commands.register(id, () => undefined),
    reach: (api: ReturnType<typeof connectContext>['api'], id: string) =>
      api.commands.run({ id }, new AbortController().signal),
  },
  {
    kind: 'slash command',
    table: 'slash_commands',
    register: (context: ReturnType<typeof connectContext>['context'], id: string) =>
      context.slashCommands.register(id, () => ({ reply: 'done' })),
    reach: (api: ReturnType<typeof connectContext>['api'], id: string) =>
      api.slashCommands.run({ id, argument: '', threadId: 'thread' }, new AbortController().signal),
  },
  {
    kind: 'tool',
    table: 'tools',
    register: (context: ReturnType<typeof connectContext>['context'], id: string) =>
      context.tools.register(id, () => 'done'),
    reach: (api: ReturnType<typeof connectContext>['api'], id: string) =>
      api.tools.run({ id, input: {}, callId: '1', threadId: 'thread' }, new AbortController().signal),
  },
])('a $kind', ({ kind, table, register, reach }) => {
  const ids = ['p', 'q'];
  const connected = () => connectContext({}, { providers: ids, commands: ids, slashCommands: ids, tools: ids });
  const missing = `The extension declares the ${kind} "p" but has not registered it in activate`;
  const reaching = async (api: ReturnType<typeof connectContext>['api'], id: string) => reach(api, id);

  test('is there while it is registered', async () => {
    const { api, context } = connected();
    await expect(reaching(api, 'p')).rejects.toThrow(missing);
    const registration = register(context, 'p');
    await expect(reaching(api, 'p')).resolves.not.toThrow();
    await expect(reaching(api, 'q')).rejects.toThrow('"q"');
    registration.dispose();
    await expect(reaching(api, 'p')).rejects.toThrow(missing);
  });

  test('is registered once, and only when the manifest declares it', () => {
    const { context } = connected();
    register(context, 'p');
    expect(() => register(context, 'p')).toThrow(`The ${kind} "p" is registered already`);
    expect(() => register(context, 'other')).toThrow(
      `The manifest declares no ${kind} "other". Add [${table}.other] to extension.toml`,
    );
    expect(() => register(context, 'constructor')).toThrow('declares no');
  });

  test('that is taken back twice does not take a later one with it', async () => {
    const { api, context } = connected();
    const first = register(context, 'p');
    first.dispose();
    register(context, 'p');
    first.dispose();
    await expect(reaching(api, 'p')).resolves.not.toThrow();
  });
});

test('what a provider was offered with is kept as it was', () => {
  const { api, context } = connectContext({}, { providers: ['p'] });
  const info = { id: 'p', name: 'P' };
  context.languageModels.registerProvider(info, provider);
  info.name = 'changed afterwards';
  expect(api.languageModels.infos()).toEqual([{ id: 'p', name: 'P' }]);
  expect(api.languageModels.provider('p')).toBe(provider);
});
