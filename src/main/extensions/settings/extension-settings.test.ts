import { expect, test } from 'vitest';
import { ok } from '../../../shared/contract/errors.ts';
import { type Manifest, manifestSchema } from '../../../shared/contract/extensions/manifest.ts';
import { defaultSettings, type Settings } from '../../../shared/contract/settings/setting-table.ts';
import { settingSchemas } from '../../../shared/contract/settings/settings.ts';
import { createExtensionSettings, settingRows } from './extension-settings.ts';

const manifest: Manifest = manifestSchema.parse({
  id: 'local-models',
  name: 'Local models',
  version: '1.0.0',
  schema_version: 1,
  runtime: { kind: 'js', main: 'main.js' },
  settings: {
    base_url: { type: 'string', title: 'Base URL', default: 'http://127.0.0.1:8080' },
    is_fast: { type: 'boolean', title: 'Fast', default: true },
    threads: { type: 'number', title: 'Threads', default: 4 },
    size: { type: 'choice', title: 'Size', choices: ['small', 'large'], default: 'small' },
    servers: { type: 'list', title: 'Servers', fields: { url: { title: 'Address', placeholder: 'http://' } } },
  },
});

function setUp(stored: object = {}) {
  let settings: Settings = { ...defaultSettings, ...stored };
  const changed: unknown[][] = [];
  const service = createExtensionSettings({
    manifests: () => [manifest],
    settings: () => settings,
    update: (change) => {
      settings = change(settings);
      return ok(null);
    },
    tell: ({ extensionId, key, value }) => changed.push([extensionId, key, value]),
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
  expect(changed).toEqual([['local-models', 'base_url', 'http://127.0.0.1:9090']]);
  expect(service.list()).toMatchObject([
    {
      extensionId: 'local-models',
      extensionName: 'Local models',
      key: 'base_url',
      title: 'Base URL',
      description: '',
      type: 'string',
      defaultValue: 'http://127.0.0.1:8080',
      value: 'http://127.0.0.1:9090',
    },
    { key: 'is_fast', type: 'boolean', value: true },
    { key: 'threads', type: 'number', value: 4 },
    { key: 'size', type: 'choice', choices: ['small', 'large'], value: 'small' },
    {
      key: 'servers',
      type: 'list',
      fields: [{ key: 'url', title: 'Address', placeholder: 'http://' }],
      defaultValue: [],
      value: [],
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
  expect(service.get(extensionId, key)).toBeUndefined();
});

test.each([
  ['is_fast', false],
  ['threads', 0],
  ['size', 'large'],
])('%s can be set to %s', (key, value) => {
  const { service, changed } = setUp();
  expect(service.set('local-models', key, value).ok).toBe(true);
  expect(service.get('local-models', key)).toBe(value);
  expect(changed).toEqual([['local-models', key, value]]);
});

test.each([
  ['base_url', 7, '“Base URL” takes a text. Nothing was changed.'],
  ['is_fast', 'yes', '“Fast” takes yes or no. Nothing was changed.'],
  ['threads', Number.NaN, '“Threads” takes a number. Nothing was changed.'],
  ['size', 'huge', '“Size” takes one of small, large. Nothing was changed.'],
])('%s refuses %s', (key, value, message) => {
  const { service, settings } = setUp();
  const before = settings();
  expect(service.set('local-models', key, value)).toEqual({ ok: false, failure: { code: 'setting-refused', message } });
  expect(settings()).toBe(before);
});

test('a stored value that the manifest does not take any more stands for the default', () => {
  const { service } = setUp({ extensions: { 'local-models': { size: 'medium', threads: 'four', is_fast: 1 } } });
  const keys = ['size', 'threads', 'is_fast'];
  expect(keys.map((key) => service.get('local-models', key))).toEqual(['small', 4, true]);
});

test('rows of a list are given an id and kept', () => {
  const { service, changed, settings } = setUp();
  expect(service.set('local-models', 'servers', [{ name: 'One' }, { name: 'Two', url: 'http://two' }]).ok).toBe(true);
  const [one = {}, two = {}] = settingRows(settings(), manifest, 'servers');
  expect([one, two]).toEqual([
    { id: expect.stringMatching(/^one-/), name: 'One', url: '' },
    { id: expect.stringMatching(/^two-/), name: 'Two', url: 'http://two' },
  ]);
  expect(service.get('local-models', 'servers')).toEqual([one, two]);
  expect(service.set('local-models', 'servers', [{ ...two, name: 'Deux' }]).ok).toBe(true);
  expect(settingRows(settings(), manifest, 'servers')).toEqual([{ ...two, name: 'Deux' }]);
  expect(changed.at(-1)).toEqual(['local-models', 'servers', [{ ...two, name: 'Deux' }]]);
  const { extensions } = settings();
  expect(settingSchemas.extensions.parse(JSON.parse(JSON.stringify(extensions)))).toEqual(extensions);
});

test('a list that is not one is refused, and nothing else has rows', () => {
  const { service, settings } = setUp({ extensions: { 'local-models': { servers: 'one', base_url: 'http://x' } } });
  const before = settings();
  expect(service.set('local-models', 'servers', 'one').ok).toBe(false);
  expect(service.set('local-models', 'base_url', [{ name: 'One' }])).toMatchObject({ ok: false });
  expect(settings()).toBe(before);
  expect(settingRows(settings(), manifest, 'servers')).toEqual([]);
  expect(settingRows(settings(), manifest, 'base_url')).toEqual([]);
  expect(settingRows(settings(), manifest, 'toString')).toEqual([]);
});

test('an extension that is gone leaves no settings, and the others keep theirs', () => {
  const { service, settings } = setUp({ extensions: { 'local-models': { threads: 8 }, other: { a: 'b' } } });
  service.forget('local-models');
  expect(settings().extensions).toEqual({ other: { a: 'b' } });
});
