import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Manifest } from '../../../shared/contract/extensions/manifest.ts';
import { parseManifest } from '../manifest/manifest-file.ts';
import { ownNames, withMarkedNames } from './marked-names.ts';

const folder = join(import.meta.dirname, '../../../../resources/extensions');
const bundled = readdirSync(folder, { withFileTypes: true }).flatMap((entry): Manifest[] => {
  if (!entry.isDirectory()) return [];
  const read = parseManifest('', readFileSync(join(folder, entry.name, 'extension.toml'), 'utf8'));
  return 'manifest' in read ? [read.manifest] : [];
});
const own = ownNames(bundled);
const named = (name: string, provider = 'Chat') =>
  withMarkedNames({ name, language_model_providers: { it: { name: provider } } } as unknown as Manifest, own);

test('a name like that of the app, of an extension of it or of a service is marked, also in the looks of another script', () => {
  const names = bundled.flatMap(({ name, language_model_providers: all }) => [
    name,
    ...Object.values(all).map((one) => one.name),
  ]);
  const services = names.filter((name) => !['Endpoint', 'Sample model'].includes(name));
  for (const name of [
    'Outrigger',
    'OUTRIGGER  Updates',
    'Out-rigger',
    '0utr1gger',
    '\u041eutrigger',
    '\uff2futrigger',
    ...services,
  ]) {
    expect(named(name).name, name).toBe(`${name} (not bundled)`);
    expect(named('Mine', name).language_model_providers.it?.name, name).toBe(`${name} (not bundled)`);
  }
  const hosts = bundled.flatMap(({ settings }) =>
    Object.values(settings).flatMap((one) =>
      one.type === 'string' && /^https:/.test(one.default)
        ? [new URL(one.default).hostname.split('.').at(-2) ?? '']
        : [],
    ),
  );
  expect(hosts.length).toBeGreaterThan(2);
  for (const host of hosts) expect(named(`The ${host} helper`).name).toContain('(not bundled)');
});

test('other names stay as they are', () => {
  for (const name of [
    'Parrot',
    'To-dos',
    'Echo provider',
    'My models',
    'Toolbox',
    'Rust',
    'Größe',
    'Пример',
    'Responses',
    'Workspace',
  ]) {
    expect(named(name).name).toBe(name);
  }
});
