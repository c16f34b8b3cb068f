import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import type { ProfileHang } from '../hosts/hang-inquiry.ts';
import { soonSilent } from '../test-support/forked-hosts.ts';
import {
  create,
  doing,
  folders,
  good,
  handleOf,
  models,
  patience,
  pidOf,
  withRealHosts,
} from '../test-support/registry.ts';

withRealHosts();

const host = 'shared:bundled-process';
const notice = `host:${host}`;
const kept = 'The editor is not affected.';
/** Hangs a moment after its last answer. */
const hangsLater = doing('setTimeout(() => { for (;;); }, 50); return [];');

/** Two extensions in a shared host, one of which hangs while idle, and a profile that blames the given one. */
async function hung(blamed: string, share = 0.97) {
  const profiled: { extensions: unknown; signal: AbortSignal }[] = [];
  const profile: ProfileHang = async (_host, extensions, signal) => {
    profiled.push({ extensions, signal });
    const hottest = { functionName: 'loop', file: '/somewhere/main.js', line: 12 };
    return { path: '/profiles/one.cpuprofile', shares: [{ id: blamed, share }], hottest };
  };
  const setting = create({}, { profile, limits: soonSilent });
  const culprit = await folders.create('loops', hangsLater, 'bundled');
  const neighbour = await folders.create('beside', good, 'bundled');
  setting.registry.setExtensions([culprit, neighbour]);
  const before = await pidOf(setting.registry, 'beside');
  await handleOf(setting.registry, 'loops')?.call('provider.models', models);
  await vi.waitFor(() => expect(setting.shown.get(notice)?.actions).toContainEqual(action('show-profile')), patience);
  return { ...setting, profiled, culprit, neighbour, before };
}
const action = (id: string) => expect.objectContaining({ id });

describe('a host that hangs while it is idle', { tags: ['soak'] }, () => {
  test('is profiled once, and the notice names the culprit with what a person can do', async () => {
    const { registry, shown, board, heard, profiled, before } = await hung('loops');
    expect(shown.get(notice)).toMatchObject({
      severity: 'warning',
      text: `The extension Extension loops is not responding (it spends 97 % of the time in loop, main.js:12). ${kept}`,
      actions: [{ id: 'restart' }, { id: 'disable' }, { id: 'show-profile' }, { id: 'show-log' }],
    });
    expect(profiled.map(({ extensions }) => extensions)).toEqual([
      [
        { id: 'beside', rootPath: join(folders.root, 'beside') },
        { id: 'loops', rootPath: join(folders.root, 'loops') },
      ],
    ]);
    board.act(notice, 'show-profile');
    board.act(notice, 'show-log');
    expect(heard.slice(-2)).toEqual(['shown: /profiles/one.cpuprofile', 'log shown of loops']);

    board.act(notice, 'restart');
    expect(profiled[0]?.signal.aborted).toBe(true);
    expect(await pidOf(registry, 'beside')).not.toBe(before);
    expect(await handleOf(registry, 'loops')?.call('provider.isAuthenticated', models)).toBe(true);
    expect(shown.size).toBe(0);
    expect(registry.hosts.map(({ id }) => id).toSorted()).toEqual(['beside', 'loops']);
  });

  test('loses its culprit when a person disables that, and the neighbour is back by itself', async () => {
    const { registry, shown, board, heard, neighbour, before } = await hung('loops');
    board.act(notice, 'disable');
    expect(heard).toContain('disable loops');
    registry.setExtensions([neighbour]);
    await vi.waitFor(() => expect(heard.filter((text) => text === 'activated beside')).toHaveLength(2), patience);
    expect(await pidOf(registry, 'beside')).not.toBe(before);
    expect(registry.hosts).toMatchObject([{ id: host, status: 'running', extensions: [{ id: 'beside' }] }]);
    expect(shown.size).toBe(0);
  });

  test('is nobody’s fault when no extension took most of the time', async () => {
    const { shown } = await hung('loops', 0.4);
    expect(shown.get(notice)).toMatchObject({
      text: `The host of the bundled extensions is not responding. ${kept}`,
      actions: [{ id: 'restart' }, { id: 'show-profile' }, { id: 'show-log' }],
    });
  });

  test('and cannot be profiled is told all the same; why is in the log', async () => {
    const { registry, shown, log } = create(
      {},
      {
        limits: soonSilent,
        profile: () => Promise.reject(new Error('no inspector')),
      },
    );
    registry.setExtensions([await folders.create('loops-alone', hangsLater)]);
    await handleOf(registry, 'loops-alone')?.call('provider.models', models);
    await vi.waitFor(() => expect(log).toContain('loops-alone: warn: could not be profiled: no inspector'), patience);
    expect(shown.get('host:loops-alone')).toMatchObject({
      text: `The extension Extension loops-alone is not responding. ${kept}`,
      actions: [{ id: 'restart' }, { id: 'disable' }, { id: 'show-log' }],
    });
  });
});
