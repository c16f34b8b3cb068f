import { describe, expect, test, vi } from 'vitest';
import {
  create,
  doing,
  failureOf,
  folders,
  good,
  handleOf,
  models,
  patience,
  pidOf,
  withRealHosts,
} from '../test-support/registry.ts';

withRealHosts();

describe('the extensions and their hosts', () => {
  test('nothing starts before it is needed; then one activation serves all who wait', async () => {
    const { registry, hosts, heard } = create();
    registry.setExtensions([await folders.create('lazy', good)]);
    expect(registry.handles.map(({ manifest }) => manifest.id)).toEqual(['lazy']);
    expect([hosts.spawned, registry.hosts]).toEqual([[], []]);
    const handle = handleOf(registry, 'lazy');
    const [first, second] = await Promise.all([
      handle?.call('provider.models', models),
      handle?.call('provider.models', models),
    ]);
    expect(first).toEqual(second);
    expect(heard).toEqual(['activated lazy']);
    expect(hosts.spawned).toEqual(['lazy']);
    expect(registry.hosts).toMatchObject([
      { id: 'lazy', status: 'running', extensions: [{ id: 'lazy', name: 'Extension lazy' }] },
    ]);
  });

  test('bundled extensions share a host; every other has one of its own, whatever its id', async () => {
    const { registry } = create();
    registry.setExtensions([
      await folders.create('one', good, 'bundled'),
      await folders.create('two', good, 'bundled'),
      await folders.create('own', good),
      await folders.create('bundled', good),
    ]);
    const [one, two, own, claims] = await Promise.all(
      ['one', 'two', 'own', 'bundled'].map((id) => pidOf(registry, id)),
    );
    expect(one).toBe(two);
    expect(new Set([one, own, claims]).size).toBe(3);
    const shared = registry.hosts.find(({ extensions }) => extensions.length === 2);
    expect(shared?.extensions.map(({ id }) => id)).toEqual(['one', 'two']);
  });

  test('one without code has no host, whatever happens', async () => {
    const { registry, hosts } = create();
    const { manifest, ...found } = await folders.create('prompts', good);
    registry.setExtensions([{ ...found, manifest: { ...manifest, runtime: undefined } }]);
    registry.activateFor('onStartup');
    const message = 'Extension prompts has no code to run.';
    expect(await failureOf(registry.ensureActive('prompts'))).toMatchObject({ message });
    expect(await registry.reload('prompts')).toMatchObject({ ok: true });
    expect([hosts.spawned, registry.hosts, await registry.running()]).toEqual([[], [], []]);
  });

  test('each kind of runtime has its kind of host, and bundled extensions share one for each kind', async () => {
    const { registry, heard } = create();
    const asWorker = async (id: string, source: 'bundled' | 'explicit') => {
      const extension = await folders.create(id, good, source);
      return {
        ...extension,
        manifest: { ...extension.manifest, runtime: { kind: 'worker', main: 'main.mjs' } },
      } as const;
    };
    registry.setExtensions([
      await asWorker('worker-one', 'bundled'),
      await asWorker('worker-own', 'explicit'),
      await folders.create('node-one', good, 'bundled'),
    ]);
    for (const id of ['worker-one', 'worker-own', 'node-one']) await pidOf(registry, id);
    expect(heard.filter((text) => text.startsWith('worker'))).toEqual(['worker shared:bundled', 'worker worker-own']);
    expect(registry.hosts).toMatchObject([
      { id: 'shared:bundled', kind: 'worker', extensions: [{ id: 'worker-one' }] },
      { id: 'worker-own', kind: 'worker', extensions: [{ id: 'worker-own' }] },
      { id: 'shared:bundled-process', kind: 'process', extensions: [{ id: 'node-one' }] },
    ]);
  });

  test('startup activates those whose manifest asks for it, and a failure of one stops nothing', async () => {
    const { registry, heard, log } = create();
    const eager = await folders.create('eager', good);
    const broken = await folders.create('broken-start', 'export function activate() { throw new Error("no disk"); }');
    const lazy = await folders.create('not-eager', good);
    const onStartup = ['onStartup'];
    registry.setExtensions([
      { ...eager, manifest: { ...eager.manifest, activation_events: onStartup } },
      { ...broken, manifest: { ...broken.manifest, activation_events: onStartup } },
      lazy,
    ]);
    registry.activateFor('onStartup');
    await vi.waitFor(() => expect(heard.toSorted()).toEqual(['activated eager', 'gone broken-start']), patience);
    expect(log.join('\n')).toContain('broken-start: error: could not be activated: Error: no disk');
    expect(registry.hosts.map(({ id }) => id)).toEqual(['eager']);
  });

  test('a main file that is not there is named, and no stack of the app is logged', async () => {
    const { registry, log } = create();
    const typo = await folders.create('typo', good);
    const runtime = { kind: 'js', main: 'mian.js' } as const;
    registry.setExtensions([{ ...typo, manifest: { ...typo.manifest, runtime } }]);
    const message = 'There is no "mian.js" in the extension’s folder: check "main" under [runtime].';
    expect(await failureOf(handleOf(registry, 'typo')?.call('provider.models', models))).toMatchObject({ message });
    expect(registry.statusOf('typo')).toMatchObject({ status: 'failed', reason: message });
    expect(log).toEqual([`typo: error: could not be activated: ${message}`]);
  });

  test('a host whose tools are shown has no address of them', async () => {
    const { registry } = create();
    registry.setExtensions([await folders.create('shown', good)]);
    await pidOf(registry, 'shown');
    expect(await registry.hostControls.inspect('shown')).toEqual({ ok: true, value: null });
    expect(await registry.hostControls.inspect('no-such')).toMatchObject({ ok: false });
  });

  test('an activation that fails for a call says why there, without a notice, and the next call loads it anew', async () => {
    const { registry, heard, shown } = create();
    registry.setExtensions([
      await folders.create('retried', 'export function activate() { throw new Error("not ready yet"); }'),
    ]);
    const handle = handleOf(registry, 'retried');
    const failure = await failureOf(handle?.call('provider.models', models));
    expect(failure).toMatchObject({ code: 'extension-failed', extensionId: 'retried' });
    expect(failure.message).toBe('Extension retried failed: not ready yet');
    expect(heard).toEqual(['gone retried']);
    expect(shown.size).toBe(0);
    await folders.create('retried', good);
    expect(await handle?.call('provider.models', models)).toHaveLength(1);
    expect(heard).toEqual(['gone retried', 'activated retried']);
  });

  test('an extension that says no keeps its code and its wait; one that fails is told apart', async () => {
    const { registry, log } = create();
    registry.setExtensions([
      await folders.create(
        'limited',
        doing(
          `throw Object.assign(new Error('Too many requests.'), { code: 'provider-rate-limited', data: { retryAfterSeconds: 9 } });`,
        ),
      ),
      await folders.create('clumsy', doing('undefined.length;')),
    ]);
    expect(await failureOf(handleOf(registry, 'limited')?.call('provider.models', models))).toEqual({
      code: 'provider-rate-limited',
      message: 'Too many requests.',
      retryAfterSeconds: 9,
      extensionId: 'limited',
    });
    expect(await failureOf(handleOf(registry, 'clumsy')?.call('provider.models', models))).toMatchObject({
      code: 'extension-failed',
      extensionId: 'clumsy',
    });
    // The log shows its author where it failed.
    expect(log).toEqual([
      expect.stringMatching(
        /^clumsy: error: provider\.models failed: TypeError: .*\n(?:.*\n)*.*clumsy\/main\.mjs:\d+:\d+/,
      ),
    ]);
  });

  test('a call has its deadline, and a cancelled one settles at once, also while the host starts', async () => {
    const { registry } = create();
    registry.setExtensions([await folders.create('slow', doing('await new Promise(() => {});'))]);
    const handle = handleOf(registry, 'slow');
    const abort = new AbortController();
    const early = failureOf(handle?.call('provider.models', models, { signal: abort.signal }));
    abort.abort();
    expect(await early).toMatchObject({ code: 'cancelled', extensionId: 'slow' });
    expect(await failureOf(handle?.call('provider.models', models, { deadlineMs: 100 }))).toMatchObject({
      code: 'timeout',
      message: 'Extension slow did not answer in time.',
    });
  });
});

describe('stopping', () => {
  test('ends every process, and who still waits for a start is told', async () => {
    const { registry, hosts } = create();
    registry.setExtensions([await folders.create('stopping', good), await folders.create('waiting', good)]);
    await pidOf(registry, 'stopping');
    const waiting = failureOf(handleOf(registry, 'waiting')?.call('provider.models', models));
    await vi.waitFor(() => expect(hosts.spawned).toContain('waiting'));
    await registry.stop();
    expect(await waiting).toMatchObject({ code: 'cancelled', extensionId: 'waiting' });
    expect(hosts.liveCount).toBe(0);
    expect(registry.hosts.map(({ status }) => status)).toEqual(['stopped', 'stopped']);
  });
});
