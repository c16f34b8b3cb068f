import { expect, test } from 'vitest';
import { formatAgentRef, parseAgentRef } from '../../../shared/contract/agent-servers/agent-ref.ts';
import type { AgentServersSetting } from '../../../shared/contract/agent-servers/agent-server-setting.ts';
import type { MainEvent } from '../../../shared/contract/renderer-api.ts';
import { defaultSettings, type Settings } from '../../../shared/contract/settings/setting-table.ts';
import { readSettings } from '../../../shared/settings/read-settings.ts';
import { createAgentCatalog } from './agent-catalog.ts';

function catalogOf(first: AgentServersSetting) {
  let settings: Settings = { ...defaultSettings, agent_servers: first };
  const listeners = new Set<() => void>();
  const events: MainEvent[] = [];
  const catalog = createAgentCatalog({
    settings: {
      get: () => settings,
      onChange(listener) {
        const told = () => listener(settings, { user: undefined as never, folder: null });
        listeners.add(told);
        return () => listeners.delete(told);
      },
    },
    publish: (event) => events.push(event),
    environment: { PATH: '/bin', A_TOKEN: 'of the app' },
    platform: 'linux',
    home: '/home/me',
  });
  return {
    catalog,
    events,
    change(agent_servers: AgentServersSetting) {
      settings = { ...settings, agent_servers };
      for (const listener of listeners) listener();
    },
  };
}

const named = (events: readonly MainEvent[]) =>
  events.map((event) => (event.type === 'agent-servers' ? event.agentServers.map(({ name }) => name) : null));

test('an agent of the settings is started by its command, with its variables and without secrets of the app', async () => {
  const { catalog, events, change } = catalogOf({});
  change({ 'My own: 1': { command: '~/bin/agent', args: ['--acp'], env: { MODE: 'quiet' } } });
  expect(named(events)).toEqual([[], ['My own: 1']]);
  const ref = formatAgentRef({ source: 'settings', id: 'My own: 1' });
  const launch = await catalog.launchOf(ref);
  expect(launch).toMatchObject({
    ok: true,
    value: { name: 'My own: 1', command: '/home/me/bin/agent', args: ['--acp'] },
  });
  const { environment } = launch.ok ? launch.value : { environment: {} };
  expect(environment).toMatchObject({ PATH: '/bin', MODE: 'quiet' });
  expect(environment).not.toHaveProperty('A_TOKEN');
});

test('one that is gone is said by its name', async () => {
  const { catalog } = catalogOf({});
  const gone = await catalog.launchOf('agent/settings/My%20own');
  expect(gone).toMatchObject({
    ok: false,
    failure: { code: 'agent-missing', message: expect.stringContaining('My own') },
  });
  expect(catalog.usable('agent/settings/My%20own').ok).toBe(false);
});

test.each([
  ['a program of the folder that is open', { command: './agent' }],
  ['no command', {}],
  ['a text that no process takes', { command: 'agent', args: ['a\0b'] }],
])('a row with %s voids itself alone', (_, row) => {
  const text = JSON.stringify({ agent_servers: { bad: row, good: { command: 'agent' } } });
  const read = readSettings(text, 'user');
  expect(read).toMatchObject({
    isReadable: true,
    reading: { values: { agent_servers: { good: { command: 'agent' } } } },
  });
  expect(read.isReadable && Object.keys(read.reading.values.agent_servers ?? {})).toEqual(['good']);
  expect(read.isReadable && read.reading.faults).toHaveLength(1);
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
