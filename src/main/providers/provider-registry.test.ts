import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { FailureError, ok, toFailure } from '../../shared/contract/errors.ts';
import type { ProviderSnapshot } from '../../shared/contract/provider.ts';
import type { ExtensionHandle } from '../extensions/registry/extension-handle.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { type KeptAnswers, openKeptAnswers } from './kept-answers.ts';
import { forever, type MemoryBehaviour, memoryExtension, model, nothingKept } from './memory-extension.fixture.ts';
import { createProviderRegistry } from './provider-registry.ts';

const never = new AbortController().signal;

function setUp(behaviour: MemoryBehaviour, limits = { answerMs: 1000, refreshGapMs: 10 }, kept = nothingKept) {
  const extension = memoryExtension('good', behaviour);
  const extensions: ExtensionHandle[] = [extension];
  const events: (readonly ProviderSnapshot[])[] = [];
  const signIns: { name: string; asksFirst: boolean; signal: AbortSignal }[] = [];
  const registry = createProviderRegistry({
    kept,
    extensions: () => extensions,
    publish: ({ providers }) => events.push(providers),
    async authenticate(handle, providerId, signal, { asksFirst = false }) {
      signIns.push({ name: `${handle.manifest.id}:${providerId}`, asksFirst, signal });
      try {
        await handle.call('provider.authenticate', { providerId }, { signal });
        return ok(null);
      } catch (thrown) {
        return { ok: false, failure: toFailure(thrown) };
      }
    },
    limits,
  });
  const ids = () => registry.providers()[0]?.models.map(({ id }) => id);
  const given = () => signIns.filter(({ signal }) => signal.aborted).map(({ name }) => name);
  return { extension, extensions, events, signIns, given, registry, ids };
}

describe('a provider of an earlier run', () => {
  const file = async () => join(await temporaryFolder(), 'provider-answers.json');
  async function open(path: string): Promise<KeptAnswers> {
    const kept = await openKeptAnswers({ path, onProblem: (sentence) => expect.unreachable(sentence) });
    onTestFinished(kept.flush);
    return kept;
  }
  const limits = { answerMs: 1000, refreshGapMs: 10 };

  /** A run of the app that asked the provider and ended. */
  async function askedOnce(path: string, behaviour: MemoryBehaviour = {}): Promise<void> {
    const kept = await open(path);
    const { registry } = setUp(behaviour, limits, kept);
    registry.wanted();
    await registry.refresh();
    await kept.flush();
  }

  test('is shown as it was, and its extension is not loaded before a person turns to the models', async () => {
    const path = await file();
    await askedOnce(path, { models: () => [model('earlier')] });
    const { registry, extension, events } = setUp({ models: () => [model('now')] }, limits, await open(path));
    expect(registry.providers()).toMatchObject([{ isAuthenticated: true, models: [{ id: 'earlier' }] }]);
    registry.extensionsChanged();
    const found = { info: { id: 'earlier' }, isAuthenticated: null };
    expect(registry.find('good:chat/earlier')).toMatchObject({ ok: true, value: found });
    expect(extension.calls).toEqual([]);
    registry.wanted();
    await vi.waitFor(() => expect(events.at(-1)).toMatchObject([{ models: [{ id: 'now' }] }]));
    const count = extension.calls.length;
    registry.wanted();
    registry.providers();
    expect(extension.calls.length).toBe(count);
  });

  test('has its problem until it is asked again', async () => {
    const path = await file();
    const refuse = () => {
      throw new FailureError({ code: 'network', message: 'Nothing answers there.' });
    };
    await askedOnce(path, { models: refuse });
    const { registry } = setUp({}, limits, await open(path));
    expect(registry.providers()[0]?.problem).toBe('Nothing answers there.');
    registry.wanted();
    await vi.waitFor(() => expect(registry.providers()[0]?.problem).toBeUndefined());
  });

  test('is asked before its model is used, whatever it said then', async () => {
    const path = await file();
    await askedOnce(path, { models: () => [model('live')] });
    const { registry, extension } = setUp({ models: () => [model('other')] }, limits, await open(path));
    expect(await registry.resolve('good:chat/live', never)).toEqual(ok('good:chat/other'));
    expect(extension.calls).toContain('provider.isAuthenticated');
  });

  test.each(['host-crashed', 'timeout', 'cancelled'] as const)(
    'that answered with %s has said nothing that is kept',
    async (code) => {
      const path = await file();
      const refuse = () => {
        throw new FailureError({ code, message: 'The app is closing.' });
      };
      await askedOnce(path, { models: refuse });
      expect((await open(path)).of(memoryExtension('good', {}), 'chat')).toBeNull();
    },
  );

  test('is forgotten when it is removed, by itself or with its extension', async () => {
    const path = await file();
    const extension = memoryExtension('good', {});
    for (const [id, providerId] of [
      ['good', 'chat'],
      ['good', undefined],
    ] as const) {
      await askedOnce(path);
      const kept = await open(path);
      kept.forget('other');
      kept.forget('good', 'other');
      expect(kept.of(extension, 'chat')).not.toBeNull();
      kept.forget(id, providerId);
      await kept.flush();
      expect((await open(path)).of(extension, 'chat')).toBeNull();
    }
  });

  test('that cannot be read any more takes no other with it', async () => {
    const path = await file();
    await askedOnce(path);
    const all = JSON.parse(await readFile(path, 'utf8'));
    await writeFile(path, JSON.stringify({ ...all, 'good:other': { models: 'none' } }));
    const kept = await open(path);
    expect(kept.of(memoryExtension('good', {}), 'chat')).not.toBeNull();
    expect(kept.of(memoryExtension('good', {}), 'other')).toBeNull();
  });

  test('of another version or another folder is asked at the start', async () => {
    const path = await file();
    await askedOnce(path);
    const kept = await open(path);
    const same = memoryExtension('good', {});
    expect(kept.of(same, 'chat')).not.toBeNull();
    expect(kept.of({ ...same, rootPath: '/elsewhere' }, 'chat')).toBeNull();
    expect(kept.of({ ...same, manifest: { ...same.manifest, version: '99.0.0' } }, 'chat')).toBeNull();
    expect(kept.of(same, 'other')).toBeNull();
  });
});

describe('the list of providers', () => {
  test('shows the manifest’s models at once and the live ones when the extension has answered', async () => {
    const { registry, events, extension } = setUp({});
    expect(extension.calls).toEqual([]);
    const [first] = registry.providers();
    expect(first).toMatchObject({ extensionName: 'Extension good', name: 'Chat of good', isAuthenticated: null });
    expect(first?.models.map(({ id }) => id)).toEqual(['static']);
    await vi.waitFor(() => expect(events.at(-1)?.[0]?.models.map(({ id }) => id)).toEqual(['live']));
    expect(events.at(-1)?.[0]?.isAuthenticated).toBe(true);
  });

  test.each([
    ['not a list', 'nonsense'],
    ['a model without a name', [{ ...model('x'), name: '' }]],
    ['a negative size', [model('x', { maxTokenCount: -1 })]],
  ])('%s is a problem in one sentence, and the last good list stays', async (_what, bad) => {
    let answer: unknown = [model('fine')];
    const { registry, ids } = setUp({ models: () => answer });
    await registry.refresh('good');
    registry.providers();
    await registry.refresh('good');
    expect(ids()).toEqual(['fine']);
    answer = bad;
    await registry.refresh('good');
    expect(ids()).toEqual(['fine']);
    expect(registry.providers()[0]?.problem).toMatch(/^Extension good sent an invalid list of models/);
    answer = [model('again')];
    await registry.refresh('good');
    expect(registry.providers()[0]).not.toHaveProperty('problem');
  });

  test('of two models with one id the first counts', async () => {
    const { registry } = setUp({ models: () => [model('a', { name: 'First' }), model('b'), model('a')] });
    registry.providers();
    await registry.refresh('good');
    expect(registry.providers()[0]?.models.map(({ name }) => name)).toEqual(['First', 'Model b']);
  });

  test('an extension that never answers is a problem after the deadline', async () => {
    const { registry } = setUp({ models: forever }, { answerMs: 20, refreshGapMs: 10 });
    registry.providers();
    await registry.refresh('good');
    expect(registry.providers()[0]?.problem).toContain('did not answer');
  });

  test('that an extension has no key is told when it says so, and is not assumed before', async () => {
    const { registry, events } = setUp({ models: () => [], isAuthenticated: () => false });
    expect(registry.providers()[0]?.isAuthenticated).toBe(null);
    await registry.refresh('good');
    expect(events.at(-1)?.[0]?.isAuthenticated).toBe(false);
  });

  test('a provider that only misses its key has no problem', async () => {
    const missing = () => {
      throw new FailureError({ code: 'credential-missing', message: 'No key.' });
    };
    const { registry } = setUp({ models: missing, isAuthenticated: () => false });
    registry.providers();
    await registry.refresh('good');
    expect(registry.providers()[0]).not.toHaveProperty('problem');
  });

  test('a hundred changes at once are one refresh that reads the newest state', async () => {
    let version = 0;
    const { registry, extension, ids } = setUp({ models: () => [model(`v${version}`)] });
    registry.providers();
    await registry.refresh('good');
    const before = extension.calls.filter((name) => name === 'provider.models').length;
    for (version = 1; version <= 100; version += 1) registry.modelsChanged('good', 'chat');
    version = 100;
    await vi.waitFor(() => expect(ids()).toEqual(['v100']));
    expect(extension.calls.filter((name) => name === 'provider.models').length - before).toBe(1);
  });

  test('a change during a refresh is read by the next one', async () => {
    let listed = [model('old')];
    let answerFirst = () => {};
    const { registry, extension, ids } = setUp({
      models: () => {
        const now = listed;
        if (now[0]?.id !== 'old') return now;
        return new Promise((resolve) => {
          answerFirst = () => resolve(now);
        });
      },
    });
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    registry.providers();
    expect(extension.calls).toContain('provider.models');
    listed = [model('new')];
    registry.modelsChanged('good', 'chat');
    // Answered only after the gap, when the next refresh is already due.
    vi.advanceTimersByTime(50);
    answerFirst();
    vi.useRealTimers();
    await vi.waitFor(() => expect(ids()).toEqual(['new']));
  });

  test('an extension that is gone takes its providers along, and one that comes is asked', async () => {
    const { registry, extensions, events } = setUp({});
    registry.providers();
    await registry.refresh('good');
    const other = memoryExtension('other');
    extensions.splice(0, 1, other);
    expect(registry.providers().map(({ extensionId }) => extensionId)).toEqual(['other']);
    await vi.waitFor(() => expect(events.at(-1)?.[0]?.isAuthenticated).toBe(true));
    expect(registry.find('good:chat/live')).toMatchObject({ ok: false, failure: { code: 'extension-disabled' } });
  });

  test('removing a key tells the extension to forget it', async () => {
    let hasKey = true;
    const { registry } = setUp({
      isAuthenticated: () => hasKey,
      resetCredentials: () => {
        hasKey = false;
      },
    });
    registry.providers();
    await registry.refresh('good');
    expect(registry.providers()[0]?.isAuthenticated).toBe(true);
    await registry.credentialRemoved('good', 'chat');
    expect(registry.providers()[0]?.isAuthenticated).toBe(false);
  });

  test('a new key waits until the extension has forgotten the removed one, or it would delete the new one', async () => {
    let key: string | null = 'old';
    let hasForgotten = () => {};
    const { registry, extension } = setUp({
      isAuthenticated: () => key !== null,
      async resetCredentials() {
        await new Promise<void>((resolve) => {
          hasForgotten = resolve;
        });
        key = null;
      },
      async authenticate() {
        key = 'new';
      },
    });
    registry.providers();
    await registry.refresh('good');
    const removed = registry.credentialRemoved('good', 'chat');
    const signedIn = registry.signIn('good', 'chat', {}, never);
    await vi.waitFor(() => expect(extension.calls).toContain('provider.resetCredentials'));
    expect(extension.calls).not.toContain('provider.authenticate');
    hasForgotten();
    expect(await signedIn).toEqual({ ok: true, value: null });
    await removed;
    expect(key).toBe('new');
  });
});

describe('choosing a model', () => {
  test('of a provider with its key asks for nothing', async () => {
    const { registry, extension } = setUp({});
    expect(await registry.resolve('good:chat/live', never)).toEqual({ ok: true, value: 'good:chat/live' });
    expect(extension.calls).not.toContain('provider.authenticate');
  });

  test('without a key authenticates, lists the models afresh, and takes the default for one that is not there', async () => {
    let hasKey = false;
    const { registry } = setUp({
      isAuthenticated: () => hasKey,
      models: () => (hasKey ? [model('a'), model('b/with:all', { isDefault: true })] : []),
      authenticate: async () => {
        hasKey = true;
      },
    });
    registry.providers();
    expect(await registry.resolve('good:chat/static', never)).toEqual({ ok: true, value: 'good:chat/b/with:all' });
    expect(await registry.resolve('good:chat/a', never)).toEqual({ ok: true, value: 'good:chat/a' });
  });

  test('that a person cancels fails with the extension’s own sentence', async () => {
    const { registry } = setUp({
      isAuthenticated: () => false,
      authenticate: async () => {
        throw new FailureError({ code: 'cancelled', message: 'No key was entered.' });
      },
    });
    expect(await registry.resolve('good:chat/live', never)).toEqual({
      ok: false,
      failure: { code: 'cancelled', message: 'No key was entered.', extensionId: 'good' },
    });
  });

  test('whose key is refused leaves the provider without one, although a list saw the key meanwhile', async () => {
    let hasKey = false;
    const { registry } = setUp({
      isAuthenticated: () => hasKey,
      authenticate: async () => {
        hasKey = true;
        await registry.refresh('good');
        expect(registry.find('good:chat/live')).toMatchObject({ value: { isAuthenticated: true } });
        hasKey = false;
        throw new FailureError({ code: 'provider-auth', message: 'The key was refused.' });
      },
    });
    registry.providers();
    expect(await registry.resolve('good:chat/live', never)).toMatchObject({ failure: { code: 'provider-auth' } });
    expect(registry.find('good:chat/live')).toMatchObject({ value: { isAuthenticated: false } });
  });

  test('of a provider that says yes and has no key after all fails', async () => {
    const { registry } = setUp({ isAuthenticated: () => false });
    expect(await registry.resolve('good:chat/live', never)).toMatchObject({
      ok: false,
      failure: { code: 'credential-missing' },
    });
  });

  test('that is given up ends at once and gives the sign-in up', async () => {
    const controller = new AbortController();
    const { registry, given } = setUp({
      isAuthenticated: () => false,
      authenticate: () => {
        controller.abort();
        return forever();
      },
    });
    expect(await registry.resolve('good:chat/live', controller.signal)).toMatchObject({
      ok: false,
      failure: { code: 'cancelled' },
    });
    expect(given()).toEqual(['good:chat']);
  });

  test('twice at the same time authenticates once', async () => {
    let hasKey = false;
    let enter = () => {};
    const { registry, extension } = setUp({
      isAuthenticated: () => hasKey,
      authenticate: () =>
        new Promise((resolve) => {
          enter = () => {
            hasKey = true;
            resolve();
          };
        }),
    });
    const both = [registry.resolve('good:chat/live', never), registry.resolve('good:chat/live', never)];
    await vi.waitFor(() => expect(extension.calls).toContain('provider.authenticate'));
    enter();
    expect((await Promise.all(both)).every(({ ok }) => ok)).toBe(true);
    expect(extension.calls.filter((name) => name === 'provider.authenticate')).toHaveLength(1);
  });

  test('leaves the sign-in of another extension alone', async () => {
    const { registry, extension, extensions, given } = setUp({
      isAuthenticated: () => false,
      authenticate: forever,
    });
    let hasKey = false;
    const authenticate = async () => {
      hasKey = true;
    };
    extensions.push(memoryExtension('other', { isAuthenticated: () => hasKey, authenticate }));
    void registry.resolve('good:chat/live', never);
    await vi.waitFor(() => expect(extension.calls).toContain('provider.authenticate'));
    expect(await registry.resolve('other:chat/live', never)).toEqual({ ok: true, value: 'other:chat/live' });
    expect(given()).toEqual([]);
  });

  test('of another provider of the same extension gives up the sign-in of the first', async () => {
    const { registry, extension, signIns, given } = setUp({ isAuthenticated: () => false, authenticate: forever });
    const { chat } = extension.manifest.language_model_providers;
    Object.assign(extension.manifest.language_model_providers, { second: chat });
    const first = registry.signIn('good', 'chat', {}, never);
    await vi.waitFor(() => expect(signIns).toHaveLength(1));
    void registry.signIn('good', 'second', {}, never);
    expect(await first).toMatchObject({ ok: false, failure: { code: 'cancelled' } });
    expect(given()).toEqual(['good:chat']);
  });

  test('joins a sign-in, and Stop ends it only when nobody else waits for it', async () => {
    let hasKey = false;
    let enter = () => {};
    const { registry, signIns, given } = setUp({
      isAuthenticated: () => hasKey,
      authenticate: () =>
        new Promise((resolve) => {
          enter = () => {
            hasKey = true;
            resolve();
          };
        }),
    });
    const [one, another] = [new AbortController(), new AbortController()];
    const fromSettings = registry.signIn('good', 'chat', {}, never);
    await vi.waitFor(() => expect(signIns).toHaveLength(1));
    const sent = registry.resolve('good:chat/live', one.signal);
    // By then it has learned that there is no key, and has joined.
    await registry.refresh('good');
    one.abort();
    expect(await sent).toMatchObject({ ok: false, failure: { code: 'cancelled' } });
    expect([given(), signIns.length]).toEqual([[], 1]);
    await vi.waitFor(() => enter());
    expect(await fromSettings).toEqual(ok(null));

    hasKey = false;
    const both = [registry.resolve('good:chat/live', one.signal), registry.resolve('good:chat/live', another.signal)];
    expect(await both[0]).toMatchObject({ ok: false });
    await vi.waitFor(() => expect(signIns).toHaveLength(2));
    expect(given()).toEqual([]);
    another.abort();
    expect(await both[1]).toMatchObject({ ok: false, failure: { code: 'cancelled' } });
    expect(given()).toEqual(['good:chat']);
  });

  test('of a provider that lists none says why', async () => {
    const { registry } = setUp({ models: () => [] });
    expect(await registry.resolve('good:chat/live', never)).toMatchObject({
      ok: false,
      failure: { code: 'invalid-response', message: 'Chat of good lists no models.' },
    });
  });

  test.each(['', 'nonsense', 'good:chat/', '../x:y/z'])('“%s” is not a model', async (text) => {
    const { registry } = setUp({});
    expect(await registry.resolve(text, never)).toMatchObject({ ok: false, failure: { code: 'invalid-request' } });
  });

  test('of a provider named like an inherited property finds nothing', async () => {
    const { registry } = setUp({});
    expect(await registry.resolve('good:constructor/x', never)).toMatchObject({
      ok: false,
      failure: { code: 'model-missing', message: 'Extension good has no provider “constructor” any more.' },
    });
  });
});

describe('signing in from Settings', () => {
  test('asks also when there is a key, and can ask the person first', async () => {
    const { registry, signIns } = setUp({});
    registry.providers();
    expect(await registry.signIn('good', 'chat', { asksFirst: true }, never)).toEqual(ok(null));
    expect(signIns).toMatchObject([{ name: 'good:chat', asksFirst: true }]);
  });

  test('a second time takes the place of the first', async () => {
    const { registry, signIns, given } = setUp({ authenticate: forever });
    const first = registry.signIn('good', 'chat', {}, never);
    await vi.waitFor(() => expect(signIns).toHaveLength(1));
    void registry.signIn('good', 'chat', {}, never);
    expect(await first).toMatchObject({ ok: false, failure: { code: 'cancelled' } });
    expect(given()).toEqual(['good:chat']);
  });

  test('of a provider that is not there says so', async () => {
    const { registry } = setUp({});
    expect(await registry.signIn('gone', 'chat', {}, never)).toMatchObject({ failure: { code: 'extension-disabled' } });
  });
});

describe('what an extension registers', () => {
  test('its name and icon are shown; an answer that is no list changes nothing', async () => {
    const { registry } = setUp({});
    registry.providers();
    registry.activated('good', {
      providers: [
        { id: 'chat', name: 'Chat\nof today' },
        { id: 'other', name: 'x' },
      ],
    });
    expect(registry.providers().map(({ name }) => name)).toEqual(['Chat of today']);
    registry.activated('good', 'nonsense');
    registry.activated('good', { providers: [{ id: 'chat', name: 7 }] });
    expect(registry.providers().map(({ name }) => name)).toEqual(['Chat of today']);
  });
});

describe('a provider that breaks the rules', () => {
  const found = (registry: ReturnType<typeof setUp>['registry']) => {
    const model = registry.find('good:chat/live');
    if (!model.ok) throw new Error(model.failure.message);
    return model.value;
  };

  test('is switched off at the third fault with the reason, is not asked any more, and can be switched on', async () => {
    const { registry, extension, events } = setUp({});
    registry.providers();
    await registry.refresh('good');
    const { handle } = found(registry);
    handle.noteFault('sent nothing');
    handle.noteFault('sent nothing');
    expect(registry.providers()[0]).not.toHaveProperty('offBecause');
    expect(registry.providers()[0]?.problem).toContain('sent invalid data 2 times lately');
    handle.noteFault('went on after its end');
    expect(extension.faults).toHaveLength(3);
    expect(events.at(-1)?.[0]?.offBecause).toContain('Extension good sent invalid data 3 times');
    expect(events.at(-1)?.[0]?.offBecause).toContain('went on after its end');
    const refused = { ok: false, failure: { code: 'provider-off', extensionId: 'good' } };
    expect(registry.find('good:chat/live')).toMatchObject(refused);
    expect(await registry.resolve('good:chat/live', never)).toMatchObject(refused);
    const asked = extension.calls.length;
    await registry.refresh('good');
    expect(extension.calls).toHaveLength(asked);

    const provider = registry.findProvider('good', 'chat');
    if (!provider.ok) throw new Error(provider.failure.message);
    provider.value.switchOn();
    expect(registry.find('good:chat/live').ok).toBe(true);
    handle.noteFault('sent nothing');
    expect(registry.providers()[0]).not.toHaveProperty('offBecause');
  });

  test('seldom stays on', () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const { registry } = setUp({});
    const { handle } = found(registry);
    for (let n = 0; n < 10; n += 1) {
      handle.noteFault('sent nothing');
      vi.setSystemTime(Date.now() + 6 * 60_000);
    }
    expect(registry.find('good:chat/live').ok).toBe(true);
  });
});

describe('the small model', () => {
  const listed = [model('large', { isDefault: true }), model('small', { isDefaultFast: true })];

  test('is of the same provider, and only one that is marked', async () => {
    let models = listed;
    const { registry } = setUp({ models: () => models });
    registry.providers();
    await registry.refresh('good');
    expect(registry.fastModel('good:chat/large')).toMatchObject({ ref: { modelId: 'small' }, info: { id: 'small' } });
    expect(registry.fastModel('good:chat/gone')).toMatchObject({ ref: { modelId: 'small' } });
    expect(registry.fastModel('other:chat/large')).toBeNull();
    expect(registry.fastModel('nonsense')).toBeNull();
    models = listed.slice(0, 1);
    await registry.refresh('good');
    expect(registry.fastModel('good:chat/large')).toBeNull();
  });

  test('of a provider without a key is none, and nobody is asked', async () => {
    const { registry, signIns } = setUp({ models: () => listed, isAuthenticated: () => false });
    expect(registry.fastModel('good:chat/large')).toBeNull();
    await registry.refresh('good');
    expect(registry.fastModel('good:chat/large')).toBeNull();
    expect(signIns).toEqual([]);
  });
});
