import { expect, test } from 'vitest';
import type { ExtensionStatus } from '../../../shared/contract/extensions/extension-state.ts';
import type { HostSnapshot, HostStatus } from '../../../shared/contract/extensions/host-state.ts';
import { type HostHealth, overallHealth } from './hosts-store.ts';

const host = (status: HostStatus, ...ids: string[]): HostSnapshot => ({
  id: `${status}-${ids.join()}`,
  kind: 'worker',
  status,
  extensions: ids.map((id) => ({ id, name: id })),
});
const extension = (id: string, status: ExtensionStatus) => ({ id, status });
const running = host('running', 'a', 'b');

test.each<[string, HostSnapshot[], { id: string; status: ExtensionStatus }[], string, HostHealth]>([
  ['nothing at all', [], [], 'none running', 'off'],
  ['all is well', [running], [extension('a', 'active'), extension('c', 'disabled')], 'running', 'good'],
  ['one of a host that runs failed', [running], [extension('b', 'failed')], 'running, 1 failed', 'bad'],
  ['one cannot be read', [], [extension('c', 'invalid')], 'none running, 1 failed', 'bad'],
  ['a host stays off', [running, host('failed', 'c')], [extension('c', 'failed')], 'stopped after failures', 'bad'],
  [
    'a host stays off, and another extension failed',
    [running, host('failed', 'c')],
    [extension('c', 'failed'), extension('d', 'failed')],
    'stopped after failures, 1 failed',
    'bad',
  ],
])('the health of all is told when there is: %s', (_, hosts, extensions, words, health) =>
  expect(overallHealth(hosts, extensions)).toEqual({ words, health }),
);
