import { describe, expect, test } from 'vitest';
import type { Manifest } from '../../../shared/contract/extensions/manifest.ts';
import { parseManifest } from '../manifest/manifest-file.ts';
import { asksForMore, asksOf } from './consent.ts';

function extension(runtime: string, more = ''): { manifest: Manifest } {
  const text = `id = "x"\nname = "X"\nversion = "1.0.0"\nschema_version = 1\n[runtime]\nkind = "${runtime}"\nmain = "m.js"\n${more}`;
  const read = parseManifest('extension.toml', text);
  if ('problem' in read) throw new Error(read.problem.reason);
  return { manifest: read.manifest };
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
    expect(asksOf(extension('worker'))).toEqual([]);
  });

  test('is the place of a bundled one, for an extension that has its id', () => {
    const takesOver = { kind: 'takes-over', name: 'Bundled' };
    const taking = { ...extension('worker'), takesOver: 'Bundled' };
    expect(asksOf(taking)).toEqual([takesOver]);
    expect(asksForMore([], taking)).toEqual([takesOver]);
    expect(asksForMore(asksOf(taking), taking)).toEqual([]);
  });

  test('is nothing for commands of a script without a manifest, which are asked about one by one', () => {
    const script = extension('lua', '[capabilities]\nexec = true\n');
    expect(asksOf({ ...script, script: { hasManifest: true } })).toEqual([{ kind: 'exec' }]);
    expect(asksOf({ ...script, script: { hasManifest: false } })).toEqual([]);
  });

  test('names the agents with what would run, and an update of one asks for nothing new', () => {
    const agents = (npm: string) =>
      extension(
        'worker',
        `[agent_servers.one]\nname = "One"\nnpm = "${npm}"\n[agent_servers.two]\nname = "Two"\ncommand = "./two"\n
[agent_servers.three]\nname = "Three"\n[agent_servers.three.targets.linux-x86_64]\narchive = "https://a.test/b.tgz"\ncmd = "b"\n`,
      );
    const asks = asksOf(agents('@a/one@1.0.0'));
    expect(asks).toEqual([{ kind: 'agents', agents: ['One (@a/one)', 'Two (./two)', 'Three (from a.test)'] }]);
    expect(asksForMore(asks, agents('@a/one@2.0.0'))).toEqual([]);
    expect(asksForMore(asks, agents('@b/one@2.0.0'))).toEqual([{ kind: 'agents', agents: ['One (@b/one)'] }]);
  });

  test('lists rights, workspace, commands, network and environment', () => {
    const all = `[capabilities]\nnetwork = ["a.test", "b.test", "a.test"]\nworkspace = "write"\nexec = true\n
[language_model_providers.p]\nname = "P"\n[language_model_providers.p.auth]\nenv_var = "ONE"\nenv_vars = ["TWO", "ONE"]\n`;
    expect(asksOf(extension('js', all))).toEqual([
      { kind: 'process' },
      { kind: 'workspace', access: 'write' },
      { kind: 'exec' },
      { kind: 'network', hosts: ['a.test', 'b.test'] },
      { kind: 'environment', variables: ['ONE', 'TWO'] },
    ]);
  });
});

describe('what a manifest asks for beyond what was granted', () => {
  test.each([
    ['the same', extension('js', network('a')), extension('js', network('a')), []],
    ['less', extension('js', network('a', 'b')), extension('worker', network('b')), []],
    ['commands', extension('lua'), extension('lua', '[capabilities]\nexec = true\n'), [{ kind: 'exec' }]],
    ['a process', extension('worker'), extension('js'), [{ kind: 'process' }]],
    [
      'another host',
      extension('worker', network('a')),
      extension('worker', network('a', 'b')),
      [{ kind: 'network', hosts: ['b'] }],
    ],
    // "Any server" does not include the ports of this computer: only the addition is shown.
    [
      'one more than all',
      extension('worker', network('*')),
      extension('worker', network('*', 'localhost:*')),
      [{ kind: 'network', hosts: ['localhost:*'] }],
    ],
    [
      'another default behind a setting',
      extension(
        'worker',
        `${network('setting:url')}[settings.url]\ntype = "string"\ntitle = "U"\ndefault = "https://good.test"\n`,
      ),
      extension(
        'worker',
        `${network('setting:url')}[settings.url]\ntype = "string"\ntitle = "U"\ndefault = "http://127.0.0.1:1"\n`,
      ),
      [{ kind: 'network', hosts: ['http://127.0.0.1:1'] }],
    ],
    [
      'all hosts',
      extension('worker', network('b')),
      extension('worker', network('*')),
      [{ kind: 'network', hosts: ['*'] }],
    ],
    ['reading what it may write', extension('worker', workspace('write')), extension('worker', workspace('read')), []],
    [
      'writing',
      extension('worker', workspace('read')),
      extension('worker', workspace('write')),
      [{ kind: 'workspace', access: 'write' }],
    ],
    [
      'another variable',
      extension('worker', variables('A')),
      extension('worker', variables('A', 'B')),
      [{ kind: 'environment', variables: ['B'] }],
    ],
  ])('is what is new alone: %s', (_what, before, after, more) => {
    expect(asksForMore(asksOf(before), after)).toEqual(more);
  });
});
