import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { formatAgentRef, parseAgentRef } from '../../../shared/contract/agent-servers/agent-ref.ts';
import type { AgentServerSetting } from '../../../shared/contract/agent-servers/agent-server-setting.ts';
import { readSettings } from '../../../shared/settings/read-settings.ts';
import { catalogWorld, manifestWith } from './agent-catalog.fixture.ts';
import { readList } from './agent-list.ts';
import type { AgentDistribution } from './agent-offer.ts';
import { formatSource } from './agent-origin.ts';

const versioned = { version: '1.0.0', args: [] } as const;
const npm = { type: 'npm', package: '@a/one', ...versioned } as const;
const uvx = { type: 'uvx', package: 'one==1.0.0', ...versioned } as const;
const url = 'https://example.org/one/releases/v1.0.0/one-1.0.0.tgz';
const archive = { type: 'archive', url, sha256: 'a', cmd: './one', ...versioned } as const;

test('an agent of the settings is started by its command, with its variables and without secrets of the app', async () => {
  const { catalog, row, change, secrets, folder } = await catalogWorld({});
  const ref = formatAgentRef({ source: 'settings', id: 'My own: 1' });
  expect(row(ref)).toBeUndefined();
  change({
    'My own: 1': { command: '~/bin/agent', args: ['--acp'], env: { MODE: 'quiet', B_TOKEN: 'tok-typed' }, protocol: 2 },
  });
  expect(row(ref)).toMatchObject({ name: 'My own: 1', state: 'ready', origin: 'command ~/bin/agent --acp' });
  const launch = await catalog.launchOf(ref);
  expect(launch).toMatchObject({
    ok: true,
    value: { name: 'My own: 1', command: join(folder, 'home/bin/agent'), args: ['--acp'], protocol: 2 },
  });
  const { environment } = launch.ok ? launch.value : { environment: {} };
  expect(environment).toMatchObject({ MODE: 'quiet', PATH: expect.stringContaining('bin') });
  expect(environment).not.toHaveProperty('A_TOKEN');
  expect(secrets.scrub('quiet tok-typed')).toBe('quiet [removed]');
});

test('an agent is the program that its words start, by whichever name and variables', async () => {
  const { catalog, change } = await catalogWorld({});
  const programOf = async (row: AgentServerSetting) => {
    change({ own: row });
    const launch = await catalog.launchOf('agent/settings/own');
    expect(launch).toMatchObject({ value: { program: catalog.programOf('agent/settings/own') } });
    return catalog.programOf('agent/settings/own');
  };
  const first = await programOf({ command: 'agent', args: ['--acp'] });
  expect(await programOf({ command: 'agent', args: ['--acp'], name: 'Own', env: { MODE: 'quiet' } })).toBe(first);
  const others = [{ command: '/bin/agent', args: ['--acp'] }, { command: 'agent' }, { command: 'agent --acp' }];
  const programs = new Set([first]);
  for (const other of others) programs.add(await programOf(other));
  expect(programs.size).toBe(4);
  change({});
  expect(catalog.programOf('agent/settings/own')).toBeNull();
});

test.each<[what: string, first: AgentDistribution, other: Partial<AgentDistribution>, isSame: boolean]>([
  ['a package in another version', npm, { version: '2.0.0', args: ['--acp'], integrity: 'sha512-a' }, true],
  ['another package', npm, { package: '@other/one' }, false],
  ['a package of PyPI in another version', uvx, { package: 'one@2.0.0', version: '2.0.0' }, true],
  ['another package of PyPI', uvx, { package: 'two==1.0.0' }, false],
  ['an archive in another version', archive, { url: archive.url.replaceAll('1.0.0', '2.0.0'), version: '2.0.0' }, true],
  ['an archive of somebody else', archive, { url: archive.url.replace('one', 'two') }, false],
  ['an archive in place of a package', npm, archive, false],
])('%s is the same program or not', (_, first, other, isSame) => {
  const next = { ...first, ...other } as AgentDistribution;
  expect(formatSource(next) === formatSource(first)).toBe(isSame);
});

test('one that is gone is said by its name', async () => {
  const { catalog } = await catalogWorld({});
  const gone = await catalog.launchOf('agent/settings/My%20own');
  expect(gone).toMatchObject({
    ok: false,
    failure: { code: 'agent-missing', message: expect.stringContaining('My own') },
  });
  expect(catalog.usable('agent/settings/My%20own').ok).toBe(false);
});

test.each([
  ['a program of the folder that is open', { command: './agent' }, 'Name a program that is found'],
  ['no command', {}, 'Name a program that is found'],
  [
    'an extension that is not named',
    { type: 'extension', env: { A_TOKEN: 'typed' } },
    'Name the extension that this agent comes from',
  ],
  ['a text that no process takes', { command: 'agent', args: ['a\0b'] }, 'has a form that it does not take'],
])('a row with %s voids itself alone, and says why', (_, row, why) => {
  const text = JSON.stringify({ agent_servers: { bad: row, good: { command: 'agent' } } });
  const read = readSettings(text, 'user');
  expect(read.isReadable && Object.keys(read.reading.values.agent_servers ?? {})).toEqual(['good']);
  expect(read.isReadable && read.reading.faults.map(({ message }) => message)).toEqual([expect.stringContaining(why)]);
});

test('a folder names no agents', () => {
  const read = readSettings('{"agent_servers": {"a": {"command": "a"}}}', 'folder');
  expect(read.isReadable && read.reading.values).toEqual({});
});

test('a reference names any id, and nothing else is taken for one', () => {
  const odd = { source: 'settings', id: 'a/b: c%20\u00e9' };
  expect(parseAgentRef(formatAgentRef(odd))).toEqual(odd);
  for (const text of ['sample:models/one', 'agent/settings/', 'agent/x/%', 'agent/a b/c']) {
    expect(parseAgentRef(text)).toBeNull();
  }
});

test('an extension brings agents of its folder, which go when it does', async () => {
  const { catalog, row, enable } = await catalogWorld({
    settings: { own: { type: 'extension', extension: 'pack', env: { MODE: 'loud' } } },
  });
  const table = `[agent_servers.own]
name = "Own agent"
command = "node"
args = ["./agent.mjs", "--acp"]
env = { MODE = "quiet", MORE = "1" }
keys = { OWN_KEY = "Key of Own" }`;
  const folder = await enable(manifestWith('pack', table), manifestWith('other', table));
  const ref = 'agent/pack/own';
  expect(row(ref)).toMatchObject({
    name: 'Own agent',
    state: 'ready',
    from: { type: 'extension', extensionName: 'Extension pack' },
    keys: [{ variable: 'OWN_KEY', title: 'Key of Own', isSet: false }],
  });
  const launch = await catalog.launchOf(ref);
  expect(launch).toMatchObject({
    value: {
      command: 'node',
      args: [join(folder, 'pack', 'agent.mjs'), '--acp'],
      // What the settings add counts.
      environment: { MODE: 'loud', MORE: '1' },
    },
  });
  expect(launch).toHaveProperty('value.ownVariables', { MODE: 'loud', MORE: '1' });
  // Nothing that is meant for an agent of one extension goes to that of another.
  expect(await catalog.launchOf('agent/other/own')).toMatchObject({ value: { environment: { MODE: 'quiet' } } });
  await enable();
  expect(row(ref)).toBeUndefined();
});

test('a key reaches the process of its agent alone, and no event', async () => {
  const world = await catalogWorld({ settings: { one: { command: 'one' }, two: { command: 'two' } } });
  const { catalog, row, keychain, secrets, events } = world;
  const [one, two] = ['agent/settings/one', 'agent/settings/two'];
  expect(await catalog.calls.setKey(one, 'A_KEY', ' sk-very-secret ')).toEqual({ ok: true, value: 'keychain' });
  expect([...keychain.entries]).toEqual([['agent-server-agent/settings/one:A_KEY', 'sk-very-secret']]);
  expect(row(one)?.keys).toEqual([{ variable: 'A_KEY', title: 'A_KEY', isSet: true }]);
  expect(await catalog.launchOf(one)).toMatchObject({ value: { environment: { A_KEY: 'sk-very-secret' } } });
  expect(await catalog.launchOf(two)).not.toHaveProperty('value.environment.A_KEY');
  expect(JSON.stringify(events)).not.toContain('sk-very');
  expect(secrets.scrub('It said sk-very-secret.')).toBe('It said [removed].');

  keychain.state = 'refusing';
  expect(await catalog.launchOf(one)).toMatchObject({ ok: false, failure: { code: 'credential-missing' } });
  keychain.state = 'open';
  // Its agent is gone from the settings: the key can still be removed.
  world.change({});
  expect(row(one)).toMatchObject({ state: 'unusable', keys: [{ variable: 'A_KEY', isSet: true }] });
  expect(await catalog.calls.removeKey(one, 'A_KEY')).toEqual({ ok: true, value: null });
  expect([keychain.entries.size, row(one)]).toEqual([0, undefined]);
});

test('without a keychain a key is kept until the app ends', async () => {
  const { catalog, row, keychain } = await catalogWorld({ settings: { one: { command: 'one' } } });
  keychain.state = 'absent';
  const ref = 'agent/settings/one';
  expect(await catalog.calls.setKey(ref, 'A_KEY', 'sk-very-secret')).toEqual({ ok: true, value: 'session' });
  expect(row(ref)?.keys).toMatchObject([{ variable: 'A_KEY', isSet: true }]);
  expect(await catalog.launchOf(ref)).toMatchObject({ value: { environment: { A_KEY: 'sk-very-secret' } } });
});

test('an agent that another extension of the same id brings is another program', async () => {
  const { catalog, enable, origins } = await catalogWorld({});
  await enable(manifestWith('pack', '[agent_servers.own]\nname = "Own"\ncommand = "node"'));
  const program = catalog.programOf('agent/pack/own');
  expect(program).not.toBeNull();
  origins.set('pack', '/elsewhere');
  expect(catalog.programOf('agent/pack/own')).not.toBe(program);
});

test('another extension of the same id gets no key, and an uninstalled one takes its keys along', async () => {
  const { catalog, row, keychain, origins, enable, change } = await catalogWorld({});
  const manifest = manifestWith('pack', '[agent_servers.own]\nname = "Own"\ncommand = "own"');
  await enable(manifest);
  const ref = 'agent/pack/own';
  await catalog.calls.setKey(ref, 'A_KEY', 'sk-very-secret');
  const origin = origins.get('pack') ?? '';
  origins.set('pack', '/another/folder');
  change({});
  expect(row(ref)?.keys).toEqual([]);
  expect(await catalog.launchOf(ref)).not.toHaveProperty('value.environment.A_KEY');
  origins.set('pack', origin);
  await catalog.forget('pack', origin);
  expect(keychain.entries.size).toBe(0);
  await enable(manifest);
  expect(row(ref)?.keys).toEqual([]);
});

test('the list has what can be had here, drops an entry alone, and says why one cannot be had', async () => {
  const about = { version: '2.0.0', description: 'It answers.' };
  const archive = 'https://files.example/agent.tar.gz';
  const binary = { 'linux-x86_64': { archive, cmd: './agent' } };
  const { row, events } = await catalogWorld({
    list: [
      { id: 'npm', name: 'By npm', ...about, distribution: { npx: { package: '@a/agent@2.0.1' }, binary } },
      { id: 'bare', name: 'Bare', ...about, distribution: { binary } },
      { id: 'away', name: 'Away', ...about, distribution: { binary: { 'darwin-aarch64': { archive, cmd: 'x' } } } },
      { id: 'python', name: 'By uvx', ...about, distribution: { uvx: { package: 'agent-acp==0.10.1' } } },
      { id: 'range', name: 'Any version', ...about, distribution: { npx: { package: '@a/agent@^2' } } },
      {
        id: 'http',
        name: 'By http',
        ...about,
        distribution: { binary: { 'linux-x86_64': { archive: 'http://a/b', cmd: 'x' } } },
      },
      'nothing',
    ],
  });
  await vi.waitFor(() => expect(events.at(-1)?.list).not.toBeNull());
  expect(events.at(-1)?.list?.dropped).toEqual(['Any version', 'By http', 'one without a name']);
  expect(row('agent/registry/npm')).toMatchObject({
    state: 'absent',
    available: '2.0.1',
    origin: 'npm package @a/agent 2.0.1',
  });
  expect(row('agent/registry/python')).toMatchObject({ state: 'absent', available: '0.10.1' });
  expect(row('agent/registry/bare')).toMatchObject({ state: 'unusable', problem: expect.stringContaining('SHA-256') });
  expect(row('agent/registry/away')).toMatchObject({ problem: expect.stringContaining('linux-x86_64') });
});

test('every agent of the list that comes with the app can be read, and has a hash', async () => {
  const text = await readFile(join(import.meta.dirname, '../../../../resources/agents/registry.json'), 'utf8');
  const { entries, dropped, at } = readList(text);
  expect([dropped, at > 0]).toEqual([[], true]);
  expect(entries.filter(({ distribution }) => distribution.npx?.integrity === undefined)).toEqual([]);
});

test('a list is fetched when a person asks, kept, and left when an older or a broken one comes', async () => {
  const address = 'https://cdn.agentclientprotocol.com/registry/v1/latest/registry.json';
  const entry = (id: string) => ({
    id,
    name: id,
    version: '1.0.0',
    description: '',
    distribution: { npx: { package: `${id}@1.0.0` } },
  });
  const served: Record<string, string> = { [address]: JSON.stringify({ version: '1.0.0', agents: [entry('new')] }) };
  const { catalog, row, events, asked, userData } = await catalogWorld({ list: [entry('old')], served });
  await vi.waitFor(() => expect(row('agent/registry/old')).toBeDefined());
  expect(asked).toEqual([]);
  expect(await catalog.calls.fetchList()).toEqual({ ok: true, value: null });
  expect([row('agent/registry/old'), row('agent/registry/new')?.name]).toEqual([undefined, 'new']);
  expect(events.at(-1)?.list).toMatchObject({ host: 'cdn.agentclientprotocol.com' });
  served[address] = '{"agents": [], "version": "1.0.0"}';
  expect(await catalog.calls.fetchList()).toMatchObject({ ok: false, failure: { code: 'invalid-response' } });
  expect(row('agent/registry/new')).toBeDefined();
  // A later start has it, unless the app brings a newer one.
  const again = await catalogWorld({ list: [entry('old')], userData });
  await vi.waitFor(() => expect(again.row('agent/registry/new')).toBeDefined());
  const updated = await catalogWorld({ list: [entry('newest')], at: Date.now() + 1000, userData });
  await vi.waitFor(() => expect(updated.row('agent/registry/newest')).toBeDefined());
});
