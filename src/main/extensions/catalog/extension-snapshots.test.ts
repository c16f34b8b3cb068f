import { expect, test } from 'vitest';
import type { ExtensionSource } from '../../../shared/contract/extensions/extension-state.ts';
import { parseManifest } from '../manifest/manifest-file.ts';
import { manifestText } from '../test-support/extension-folders.ts';
import type { DiscoveredExtension } from './discovery.ts';
import { extensionSnapshots } from './extension-snapshots.ts';

function extension(id: string, source: ExtensionSource, rootPath = `/ext/${id}`) {
  const read = parseManifest('extension.toml', manifestText(id));
  if ('problem' in read) throw new Error(read.problem.reason);
  return { manifest: read.manifest, source, rootPath };
}

test('what cannot be read or loaded comes first, then what is used, then what is not and why', () => {
  const list = extensionSnapshots(
    [
      { extension: extension('one', 'user'), standing: 'waiting', asks: [{ kind: 'workspace', access: 'read' }] },
      { extension: extension('two', 'bundled'), standing: 'used' },
      { extension: extension('one', 'bundled', '/app/one'), standing: 'shadowed', by: '/ext/one' },
      { extension: extension('off', 'user'), standing: 'disabled' },
    ],
    [
      { file: '/ext/bad/extension.toml', line: 3, reason: 'no', rootPath: '/ext/bad', source: 'user' },
      { file: '/ext/gone', reason: 'there is no such folder', rootPath: '/ext/gone', source: 'explicit' },
    ],
    (id) => ({ status: 'failed', reason: `${id} fell.`, detail: 'at main.js' }),
    {
      allowedAccess: ({ source }) => (source === 'bundled' ? [] : ['ask-models']),
      allowedEndpoints: () => [],
      allowedHosts: () => [],
    },
  );
  expect(list.map(({ id, status, reason }) => [id, status, reason])).toEqual([
    ['bad', 'invalid', '/ext/bad/extension.toml:3: no.'],
    ['gone', 'invalid', '/ext/gone: there is no such folder.'],
    ['two', 'failed', 'two fell.'],
    ['one', 'needs-consent', undefined],
    ['off', 'disabled', undefined],
    ['one', 'shadowed', 'Not used: the one in /ext/one comes first.'],
  ]);
  // The missing permissions, or all of them.
  expect(list[3]?.asks).toEqual([{ kind: 'workspace', access: 'read' }]);
  expect(list[2]).toMatchObject({ asks: [{ kind: 'process' }], hostKind: 'process', detail: 'at main.js' });
  expect(list[3]?.allowed).toEqual(['ask-models']);
  expect(list[0]?.hostKind).toBeNull();
  expect(list[2]?.contributes.providers).toEqual(['Provider of two']);
});

test('a script without a manifest has no version, and commands have the names that can be typed', () => {
  const slash_commands = { hello: { description: 'Says hello', argument: '' } };
  const script = (id: string, hasManifest: boolean): DiscoveredExtension => {
    const { manifest, ...found } = extension(id, 'user');
    const place = { main: `/ext/${id}.lua`, folder: null, root: '/' };
    const written = { ...manifest, slash_commands };
    return {
      ...found,
      manifest: written,
      script: { place, hash: '', hasManifest, written, isKnown: true, dialects: [] },
    };
  };
  const list = extensionSnapshots(
    [
      { extension: script('bare', false), standing: 'used' },
      { extension: script('full', true), standing: 'used' },
      { extension: script('off', true), standing: 'disabled' },
    ],
    [],
    () => ({ status: 'active' }),
    { allowedAccess: () => [], allowedEndpoints: () => [], allowedHosts: () => [] },
  );
  expect(list.map(({ version, contributes }) => [version, contributes.slashCommands])).toEqual([
    ['', ['/hello']],
    ['1.0.0', ['/hello:2']],
    ['1.0.0', ['/hello']],
  ]);
});

test('what has no code is in use without a host, and what has no use is told', () => {
  const { manifest, ...found } = extension('prompts', 'user');
  const codeless = { ...manifest, runtime: undefined, language_model_providers: {} };
  const unserved = { waits: ['language server a'], absent: [] };
  const [used, off] = extensionSnapshots(
    [
      { extension: { ...found, manifest: codeless, unserved }, standing: 'used' },
      { extension: { ...found, manifest: codeless }, standing: 'disabled' },
    ],
    [],
    () => ({ status: 'idle' }),
    { allowedAccess: () => [], allowedEndpoints: () => [], allowedHosts: () => [] },
  );
  expect(used).toMatchObject({ status: 'in-use', hostKind: null, asks: [], unserved });
  expect(off).toMatchObject({ status: 'disabled', unserved: { waits: [], absent: [] } });
});
