import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { soonSilent } from '../test-support/forked-hosts.ts';
import { doing, folders, models, patience, stopAll, supervise } from '../test-support/supervised-host.ts';

vi.setConfig({ testTimeout: 400_000 });
afterEach(stopAll);
afterAll(folders.remove);

// Outside the soak run, extension-registry.failure.test.ts covers a hang from detection to the end.
describe('a supervised host', { tags: ['soak'] }, () => {
  test('whose extension loops is unresponsive after its limit, answers again when it is through, and was not restarted', async () => {
    const { supervisor, heard, hosts, open, status } = supervise(undefined, soonSilent);
    supervisor.start();
    await status('running');
    const peer = await open(doing('const end = Date.now() + 10_000; while (Date.now() < end); return [];'));
    const askedAt = Date.now();
    const answer = peer.call('provider.models', models);
    await status('unresponsive');
    expect(Date.now() - askedAt).toBeGreaterThanOrEqual(950);
    expect(Date.now() - askedAt).toBeLessThan(10_000);
    expect(await answer).toEqual([]);
    await status('running');
    expect(heard.slice(-4)).toEqual(['is unresponsive', 'unresponsive', 'answers again', 'running']);
    expect(hosts.spawned).toHaveLength(1);
  });

  test('that hangs while it is idle is found by its pings', async () => {
    const { supervisor, open, status } = supervise(undefined, soonSilent);
    supervisor.start();
    await status('running');
    await open(`export const activate = () => void setTimeout(() => { for (;;); }, 50);`);
    await status('unresponsive');
    supervisor.restart();
    await status('running');
  });

  test('does not pass for answering when the overdue call’s port is closed', async () => {
    const { supervisor, heard, open, status } = supervise(undefined, soonSilent);
    supervisor.start();
    await status('running');
    const peer = await open(doing('for (;;);'));
    peer.call('provider.models', models).catch(() => undefined);
    await status('unresponsive');
    peer.close();
    // Its next pings stay unanswered for this long, which must not count as a second hang.
    const until = Date.now() + 5 * soonSilent.checkMs;
    await vi.waitFor(() => expect(Date.now()).toBeGreaterThan(until), { timeout: 60_000 });
    expect(heard).not.toContain('answers again');
    expect(supervisor.state.status).toBe('unresponsive');
  });

  test('that hangs is killed by a restart and by a stop', async () => {
    const { supervisor, hosts, open, status } = supervise(undefined, soonSilent);
    supervisor.start();
    await status('running');
    const hung = await open(doing('for (;;);'));
    hung.call('provider.models', models).catch(() => undefined);
    await status('unresponsive');
    const hungPid = supervisor.pid;
    supervisor.restart();
    await status('running');
    expect(supervisor.pid).not.toBe(hungPid);
    await vi.waitFor(() => expect(hosts.liveCount).toBe(1), patience);
  });
});
