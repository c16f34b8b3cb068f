import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { ok } from '../../../shared/contract/errors.ts';
import { defaultSettings, type Settings } from '../../../shared/contract/settings/setting-table.ts';
import type { SettingRow } from '../../../shared/contract/settings/setting-value.ts';
import { temporaryFolder, writeFiles } from '../../testing/temporary-folder.ts';
import { createInstaller } from '../install/installer.ts';
import { manifestOf } from '../install/test-support/packages.ts';
import { createExtensionSettings, settingRows } from '../settings/extension-settings.ts';
import { openKeptRegistrations } from '../sources/kept-registrations.ts';
import { noCompiler } from '../test-support/no-compiler.ts';
import { create as createRegistry, patience, withRealHosts } from '../test-support/registry.ts';
import { createExtensionCatalog } from './extension-catalog.ts';
import { createExtensionDecisions } from './extension-decisions.ts';
import { createExtensionManager } from './extension-manager.ts';

withRealHosts();

const manifest = manifestOf(
  'many',
  '1.0.0',
  `[settings.servers]
type = "list"
title = "Servers"
[language_model_providers.base]
name = "Base"
[language_model_providers.server]
name = "A server"
for_each = "servers"
`,
);
/** Registers a provider for each row, whose model is named after the process. */
const main = `export async function activate({ languageModels, settings }) {
  const register = (id) => languageModels.registerProvider({ id, name: id }, {
    models: () => [{ id, name: String(process.pid) }],
    isAuthenticated: () => true, authenticate() {}, resetCredentials() {}, async *stream() {},
  });
  register('base');
  for (const row of await settings.get('servers')) register('server-' + row.id);
}`;

test('a row that is added becomes a provider, and one that is removed takes its provider along', async () => {
  const root = await temporaryFolder();
  const at = (...path: string[]) => join(root, ...path);
  writeFiles(at('bundled', 'many'), { 'extension.toml': manifest, 'main.js': main });
  const gone: unknown[] = [];
  const decisions = await createExtensionDecisions({ path: at('states.json'), onProblem: () => undefined });
  let stored: Settings = defaultSettings;
  const { registry } = createRegistry({
    'setting.get': async (params) => settings.get('many', (params as { key: string }).key),
  });
  const registrations = await openKeptRegistrations({ path: at('registrations.json'), onProblem: () => undefined });
  const catalog = createExtensionCatalog({
    places: () => ({
      development: [],
      explicit: [],
      explicitRoots: [],
      user: at('user'),
      trustedWorkspace: null,
      bundled: at('bundled'),
    }),
    decisions,
    registrations,
    rows: (manifest, key) => settingRows(stored, manifest, key),
    tell(event) {
      if (event.type === 'extensions-enabled') registry.setExtensions(event.enabled, event.changed);
      if (event.type === 'provider-removed') gone.push([event.extensionId, event.providerId]);
    },
  });
  const settings = createExtensionSettings({
    manifests: catalog.manifests,
    settings: () => stored,
    update: (change) => {
      stored = change(stored);
      return ok(null);
    },
    tell: catalog.rowsChanged,
  });
  const manager = createExtensionManager({
    completeMs: 100,
    catalog,
    decisions,
    installer: createInstaller({ userRoot: at('user'), bundledName: () => undefined, ...noCompiler }),
    registry,
    knownCompilation: noCompiler.known,
    pickPackage: async () => null,
    publish: () => undefined,
    onRefused: () => undefined,
    rootFiles: {
      list: () => ({ templates: [], agents: [], themes: [] }),
      refresh: async () => undefined,
      snippets: async () => [],
    },
    forget: async () => undefined,
  });
  await catalog.refresh();

  const declared = () => Object.keys(catalog.manifests()[0]?.language_model_providers ?? {});
  const shown = async () => (await manager.list())[0]?.contributes.providers;
  const models = (providerId: string) => registry.require('many').call('provider.models', { providerId });
  const save = (rows: readonly SettingRow[]) =>
    expect(settings.set('many', 'servers', rows)).toMatchObject({ ok: true });

  expect(declared()).toEqual(['base']);
  const [first] = await models('base');
  await expect(models('server-gpu-box-1')).rejects.toThrow();

  save([{ name: 'GPU box' }]);
  const [, box = ''] = declared();
  expect(box).toMatch(/^server-gpu-box-/);
  expect(declared()).toHaveLength(2);
  expect(await shown()).toEqual(['Base', 'GPU box']);
  await vi.waitFor(async () => expect(await models(box)).toMatchObject([{ id: box }]), patience);
  const [second] = await models('base');
  expect(first?.id).toBe('base');

  // Its address is not part of the manifest: nothing is reloaded.
  const handle = registry.require('many');
  save(settingRows(stored, catalog.manifests()[0] ?? expect.fail(), 'servers'));
  expect(registry.require('many')).toBe(handle);
  expect((await models('base'))[0]).toEqual(second);

  expect(gone).toEqual([]);
  save([]);
  expect(gone).toEqual([['many', box]]);
  expect(declared()).toEqual(['base']);
  await vi.waitFor(() => expect(models(box)).rejects.toThrow(), patience);
  expect(await models('base')).toMatchObject([{ id: 'base' }]);
});
