import { describe, expect, test } from 'vitest';
import type { Manifest } from '../../../shared/contract/extensions/manifest.ts';
import { parseManifest } from '../manifest/manifest-file.ts';
import { asksForMore, asksOf } from './consent.ts';

function manifest(runtime: string, more = ''): Manifest {
  const text = `id = "x"\nname = "X"\nversion = "1.0.0"\nschema_version = 1\n[runtime]\nkind = "${runtime}"\nmain = "m.js"\n${more}`;
  const read = parseManifest('extension.toml', text);
  if ('problem' in read) throw new Error(read.problem.reason);
  return read.manifest;
}
const network = (...hosts: string[]) => `[capabilities]\nnetwork = ${JSON.stringify(hosts)}\n`;
const workspace = (access: string) => `[capabilities]\nworkspace = "${access}"\n`;
const variables = (...names: string[]) =>
  names
    .map(
      (name) =>
        `[language_model_providers.${name.toLowerCase()}]\nname = "P"\n[language_model_providers.${name.toLowerCase()}.auth]\nenv_var = "${name}"\n`,
    )
    .join('');

describe('what a manifest asks for', () => {
  test('is nothing for one that is locked in and names nothing', () => {
    expect(asksOf(manifest('worker'))).toEqual([]);
  });

  test('is the place of a bundled one, for an extension that has its id', () => {
    const takesOver = { kind: 'takes-over', name: 'Bundled' };
    expect(asksOf(manifest('worker'), 'Bundled')).toEqual([takesOver]);
    expect(asksForMore([], manifest('worker'), 'Bundled')).toEqual([takesOver]);
    expect(asksForMore(asksOf(manifest('worker'), 'Bundled'), manifest('worker'), 'Bundled')).toEqual([]);
  });

  test('lists rights, workspace, network and environment', () => {
    const all = `[capabilities]\nnetwork = ["a.test", "b.test", "a.test"]\nworkspace = "write"\n
[language_model_providers.p]\nname = "P"\n[language_model_providers.p.auth]\nenv_var = "ONE"\nenv_vars = ["TWO", "ONE"]\n`;
    expect(asksOf(manifest('js', all))).toEqual([
      { kind: 'process' },
      { kind: 'workspace', access: 'write' },
      { kind: 'network', hosts: ['a.test', 'b.test'] },
      { kind: 'environment', variables: ['ONE', 'TWO'] },
    ]);
  });
});

describe('what a manifest asks for beyond what was granted', () => {
  test.each([
    ['the same', manifest('js', network('a')), manifest('js', network('a')), []],
    ['less', manifest('js', network('a', 'b')), manifest('worker', network('b')), []],
    ['a process', manifest('worker'), manifest('js'), [{ kind: 'process' }]],
    [
      'another host',
      manifest('worker', network('a')),
      manifest('worker', network('a', 'b')),
      [{ kind: 'network', hosts: ['b'] }],
    ],
    // "Any server" does not include the ports of this computer: only the addition is shown.
    [
      'one more than all',
      manifest('worker', network('*')),
      manifest('worker', network('*', 'localhost:*')),
      [{ kind: 'network', hosts: ['localhost:*'] }],
    ],
    [
      'another default behind a setting',
      manifest(
        'worker',
        `${network('setting:url')}[settings.url]\ntype = "string"\ntitle = "U"\ndefault = "https://good.test"\n`,
      ),
      manifest(
        'worker',
        `${network('setting:url')}[settings.url]\ntype = "string"\ntitle = "U"\ndefault = "http://127.0.0.1:1"\n`,
      ),
      [{ kind: 'network', hosts: ['http://127.0.0.1:1'] }],
    ],
    [
      'all hosts',
      manifest('worker', network('b')),
      manifest('worker', network('*')),
      [{ kind: 'network', hosts: ['*'] }],
    ],
    ['reading what it may write', manifest('worker', workspace('write')), manifest('worker', workspace('read')), []],
    [
      'writing',
      manifest('worker', workspace('read')),
      manifest('worker', workspace('write')),
      [{ kind: 'workspace', access: 'write' }],
    ],
    [
      'another variable',
      manifest('worker', variables('A')),
      manifest('worker', variables('A', 'B')),
      [{ kind: 'environment', variables: ['B'] }],
    ],
  ])('is what is new alone: %s', (_what, before, after, more) => {
    expect(asksForMore(asksOf(before), after)).toEqual(more);
  });
});
