import { describe, expect, test } from 'vitest';
import { appStateSchema } from '../../shared/contract/app-state.ts';
import { FailureError, ok } from '../../shared/contract/errors.ts';
import { usualDeadlines } from '../deadlines.ts';
import { type MemoryBehaviour, memoryExtension, model, nothingKept } from './memory-extension.fixture.ts';
import { createProviderPages } from './provider-pages.ts';
import { createProviderRegistry } from './provider-registry.ts';

function setUp(behaviour: MemoryBehaviour) {
  const extension = memoryExtension('good', behaviour);
  const registry = createProviderRegistry({
    kept: nothingKept,
    extensions: () => [extension],
    publish: () => {},
    authenticate: async () => ok(null),
  });
  const removed: string[] = [];
  let state = appStateSchema.parse({});
  const pages = createProviderPages({
    registry,
    deadlines: usualDeadlines.providers,
    credential: async () => null,
    variables: () => [{ name: 'CHAT_KEY', isPresent: true, decision: 'undecided' }],
    removeKey: async (extensionId, providerId) => {
      removed.push(`${extensionId}:${providerId}`);
      return ok(null);
    },
    personActed: () => {},
    state: {
      update(change) {
        state = change(state);
      },
    },
  });
  registry.providers();
  return { extension, pages, removed, favourites: () => state.favouriteModels };
}

describe('a provider’s page', () => {
  test('shows what main knows and what the extension writes', async () => {
    const { pages } = setUp({ settingsMarkdown: () => '# Hello' });
    expect(await pages.page('good', 'chat')).toMatchObject({
      ok: true,
      value: {
        providerName: 'Chat of good',
        markdown: '# Hello',
        variables: [{ name: 'CHAT_KEY', isPresent: true, decision: 'undecided' }],
      },
    });
  });

  test.each([
    ['writes no text', () => 7],
    [
      'fails',
      () => {
        throw new Error('no');
      },
    ],
  ])('is there when the extension %s', async (_what, settingsMarkdown) => {
    const { pages } = setUp({ settingsMarkdown });
    expect(await pages.page('good', 'chat')).toMatchObject({ ok: true, value: { markdown: '' } });
  });

  test('of a provider that is gone says so', async () => {
    const { pages } = setUp({});
    expect(await pages.page('good', 'gone')).toMatchObject({ ok: false, failure: { code: 'model-missing' } });
  });
});

describe('Test connection', () => {
  test('asks the service anew and says how many models it offers', async () => {
    let models = [model('a')];
    const { pages } = setUp({ models: () => models });
    expect(await pages.test('good', 'chat')).toMatchObject({ ok: true, value: expect.stringContaining('1 model.') });
    models = [model('a'), model('b')];
    expect(await pages.test('good', 'chat')).toMatchObject({ ok: true, value: expect.stringContaining('2 models.') });
  });

  test('gives the failure of the service', async () => {
    const { pages } = setUp({
      models: () => {
        throw new FailureError({ code: 'network', message: 'Nothing answers at api.example.' });
      },
    });
    expect(await pages.test('good', 'chat')).toMatchObject({ failure: { message: 'Nothing answers at api.example.' } });
  });

  test('says when there is no key', async () => {
    const { pages } = setUp({ isAuthenticated: () => false });
    expect(await pages.test('good', 'chat')).toMatchObject({ failure: { code: 'credential-missing' } });
  });
});

test('signing out removes the key and asks the extension anew', async () => {
  const { pages, removed, extension } = setUp({});
  expect(await pages.signOut('good', 'chat')).toEqual(ok(null));
  expect(removed).toEqual(['good:chat']);
  expect(extension.calls).toContain('provider.isAuthenticated');
});

test('a model is marked once, and unmarked', () => {
  const { pages, favourites } = setUp({});
  pages.setFavourite('chat:chat/large', true);
  pages.setFavourite('chat:chat/small', true);
  pages.setFavourite('chat:chat/large', true);
  expect(favourites()).toEqual(['chat:chat/small', 'chat:chat/large']);
  pages.setFavourite('chat:chat/small', false);
  expect(favourites()).toEqual(['chat:chat/large']);
});
