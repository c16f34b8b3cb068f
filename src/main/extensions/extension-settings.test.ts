import { expect, test } from 'vitest';
import { type Manifest, manifestSchema } from '../../shared/contract/manifest.ts';
import { type Settings, settingsSchema } from '../../shared/contract/settings.ts';
import { createExtensionSettings } from './extension-settings.ts';

const manifest: Manifest = manifestSchema.parse({
  id: 'local-models',
  name: 'Local models',
  version: '1.0.0',
  schema_version: 1,
  runtime: { kind: 'js', main: 'main.js' },
  settings: { base_url: { type: 'string', title: 'Base URL', default: 'http://127.0.0.1:8080' } },
});

function setUp() {
  let settings: Settings = settingsSchema.parse({});
  const changed: string[] = [];
  const service = createExtensionSettings({
    manifests: () => [manifest],
    settings: () => settings,
    update: (change) => {
      settings = change(settings);
    },
    onChanged: (id) => changed.push(id),
  });
  return { service, changed, settings: () => settings };
}

test('a setting has the default of its manifest until a person sets it, and again when it is emptied', () => {
  const { service } = setUp();
  expect(service.get('local-models', 'base_url')).toBe('http://127.0.0.1:8080');
  service.set('local-models', 'base_url', ' http://127.0.0.1:9090 ');
  expect(service.get('local-models', 'base_url')).toBe('http://127.0.0.1:9090');
  service.set('local-models', 'base_url', '');
  expect(service.get('local-models', 'base_url')).toBe('http://127.0.0.1:8080');
});

test('the extension learns of a change, and the list shows it', () => {
  const { service, changed } = setUp();
  service.set('local-models', 'base_url', 'http://127.0.0.1:9090');
  expect(changed).toEqual(['local-models']);
  expect(service.list()).toEqual([
    {
      extensionId: 'local-models',
      extensionName: 'Local models',
      key: 'base_url',
      title: 'Base URL',
      description: '',
      defaultValue: 'http://127.0.0.1:8080',
      value: 'http://127.0.0.1:9090',
    },
  ]);
});

test.each([
  ['local-models', 'unknown'],
  ['local-models', 'toString'],
  ['another', 'base_url'],
  ['__proto__', 'base_url'],
])('%s / %s, which no manifest declares, is neither stored nor read', (extensionId, key) => {
  const { service, settings, changed } = setUp();
  const before = settings();
  expect(service.set(extensionId, key, 'x').ok).toBe(false);
  expect(settings()).toBe(before);
  expect(changed).toEqual([]);
  expect(service.get(extensionId, key)).toBe('');
});
