import { expect, test } from 'vitest';
import type { ExtensionStatus } from '../../../shared/contract/extensions/extension-state.ts';
import type { HostSnapshot, HostStatus } from '../../../shared/contract/extensions/host-state.ts';
import { failedItems, type HostHealth, overallHealth } from './hosts-store.ts';

const host = (status: HostStatus, ...ids: string[]): HostSnapshot => ({
  id: `${status}-${ids.join()}`,
  kind: 'worker',
  status,
  extensions: ids.map((id) => ({ id, name: id })),
});
const extension = (id: string, status: ExtensionStatus) => ({ id, name: id, status, rootPath: `/${id}` });
const running = host('running', 'a', 'b');

test.each<[string, HostSnapshot[], ReturnType<typeof extension>[], string, HostHealth]>([
  ['nothing at all', [], [], 'none running', 'off'],
  ['all is well', [running], [extension('a', 'active'), extension('c', 'disabled')], 'running', 'good'],
  ['one of a host that runs failed', [running], [extension('b', 'failed')], 'running, 1 failed', 'bad'],
  ['one cannot be read', [], [extension('c', 'invalid')], 'none running, 1 failed', 'bad'],
  ['a host stays off', [running, host('failed', 'c')], [extension('c', 'failed')], 'running, 1 failed', 'bad'],
  [
    'a host stays off, and another extension failed',
    [running, host('failed', 'c')],
    [extension('c', 'failed'), extension('d', 'failed')],
    'running, 2 failed',
    'bad',
  ],
])('the health of all is told when there is: %s', (_, hosts, extensions, words, health) =>
  expect(overallHealth(hosts, extensions)).toEqual({ words, health }),
);

test('what failed is listed with what can be done: a host, an extension that is in none, and one that cannot be read', () => {
  const extensions = [extension('b', 'active'), extension('c', 'failed'), extension('d', 'failed')];
  const failure = { code: 'host-start-failed', message: 'It stays off.' } as const;
  expect(
    failedItems([running, { ...host('failed', 'c'), failure }], [...extensions, extension('e', 'invalid')]),
  ).toEqual([
    { key: 'failed-c', name: 'c', reason: 'It stays off.', extensionId: 'c', hostId: 'failed-c' },
    { key: '/d', name: 'd', extensionId: 'd' },
    { key: '/e', name: 'e' },
  ]);
});
