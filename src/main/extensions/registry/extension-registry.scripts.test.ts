import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import type { DiscoveredExtension } from '../catalog/discovery.ts';
import { create, doing, folders, handleOf, models, patience, pidOf, withRealHosts } from '../test-support/registry.ts';

withRealHosts();

/** A module in place of a script: main treats it the same, and the host of tests can run it. */
async function script(id: string, module: string, isKnown: boolean): Promise<DiscoveredExtension> {
  const { manifest, rootPath } = await folders.create(id, module);
  const written = { ...manifest, runtime: { ...manifest.runtime, kind: 'lua' } } as const;
  const place = { main: join(rootPath, 'main.mjs'), folder: rootPath, root: null };
  return {
    manifest: written,
    rootPath,
    source: 'user',
    script: { place, hash: id, hasManifest: true, written, isKnown, dialects: [] },
  };
}

const pid = doing('return [{ pid: process.pid }];');

test('one that never ran as it is runs at once, to see what it registers; another when it is used', async () => {
  const { registry, heard } = create();
  registry.setExtensions([await script('known', pid, true), await script('unknown', pid, false)]);
  await vi.waitFor(() => expect(heard).toEqual(['activated unknown']), patience);
  await handleOf(registry, 'known')?.call('provider.models', models);
  expect(heard).toEqual(['activated unknown', 'activated known']);
});

test('what it registers changes its manifest while it runs on, also for what it calls', async () => {
  const names: string[] = [];
  const calling = doing('await context.state.global.keys(); return [{ pid: process.pid }];');
  const { registry, heard } = create(
    {},
    {
      methodsFor: (extensionNow: () => DiscoveredExtension) => ({
        'state.keys': () => {
          names.push(extensionNow().manifest.name);
          return [];
        },
      }),
    },
  );
  const found = await script('grows', calling, true);
  registry.setExtensions([found]);
  const before = await pidOf(registry, 'grows');
  const registered = { ...found.manifest, name: 'Grown' };
  registry.setExtensions([{ ...found, manifest: registered }]);
  expect(handleOf(registry, 'grows')?.manifest).toBe(registered);
  expect(await pidOf(registry, 'grows')).toBe(before);
  expect([heard, names]).toEqual([['activated grows'], ['Extension grows', 'Grown']]);

  // Other sources are another program.
  if (!found.script) throw new Error('it is a script');
  registry.setExtensions([{ ...found, manifest: registered, script: { ...found.script, hash: 'other' } }]);
  await vi.waitFor(() => expect(heard).toEqual(['activated grows', 'gone grows', 'activated grows']), patience);
});

test('scripts share a host, also after a reload; when it crashes, each comes back in one of its own', async () => {
  const { registry, hosts } = create();
  registry.setExtensions([await script('one', pid, true), await script('two', pid, true)]);
  const shared = await pidOf(registry, 'one');
  expect(await pidOf(registry, 'two')).toBe(shared);
  await registry.reload('one');
  expect(await pidOf(registry, 'one')).toBe(shared);
  expect(hosts.spawned).toEqual(['shared:lua']);
  process.kill(shared, 'SIGKILL');
  await vi.waitFor(
    () => expect(new Set(registry.hosts.map(({ id }) => id))).toEqual(new Set(['one', 'two'])),
    patience,
  );
  expect(await pidOf(registry, 'one')).not.toBe(await pidOf(registry, 'two'));
});

test('one that changed and is reloaded by a person at that moment runs, once it is asked', async () => {
  const { registry, heard } = create();
  const found = await script('edited', pid, true);
  registry.setExtensions([found]);
  await pidOf(registry, 'edited');
  if (!found.script) throw new Error('it is a script');
  registry.setExtensions([{ ...found, script: { ...found.script, hash: 'other' } }]);
  expect(await registry.reload('edited')).toEqual({ ok: true, value: null });
  expect(await pidOf(registry, 'edited')).toBeGreaterThan(0);
  expect(heard).toEqual(['activated edited', 'gone edited', 'activated edited']);
});
