import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import {
  completion,
  create,
  failureOf,
  folders,
  handleOf,
  models,
  patience,
  stopAll,
} from '../test-support/registry.ts';
import type { ExtensionInstance } from './extension-connection.ts';

vi.setConfig({ testTimeout: 900_000 });
afterEach(stopAll);
afterAll(folders.remove);

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

/** A minimal host, to start fast: answers all calls on every port, and leaves streams open. */
const bareHost = `
  process.on('disconnect', () => process.exit(0));
  process.on('message', ([port, batch, event]) => {
    if (event) return;
    const [sequence, , text] = batch;
    const messages = typeof text === 'string' ? JSON.parse(text) : batch.slice(2);
    const replies = messages.filter(([kind]) => kind === 0).map(([, id]) => [2, id, null]);
    process.send([port, [0, sequence, ...replies]]);
  });`;

/** Resources and listeners of this process, by kind. */
function held(): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const kind of process.getActiveResourcesInfo()) counts[kind] = (counts[kind] ?? 0) + 1;
  for (const event of process.eventNames()) counts[`on ${String(event)}`] = process.listenerCount(event);
  return counts;
}

test('a host that is killed and restarted over and over leaves no handle, no listener and no memory behind', {
  tags: ['soak'],
}, async () => {
  const instances: WeakRef<ExtensionInstance>[] = [];
  const methodsFor = (_: unknown, instance: ExtensionInstance) => {
    instances.push(new WeakRef(instance));
    return {};
  };
  const modulePath = folders.write('bare-host.mjs', bareHost);
  const { registry, hosts, heard, log, statusOf, running } = create({}, { methodsFor }, modulePath);
  registry.setExtensions([await folders.create('cycled', '')]);
  const handle = handleOf(registry, 'cycled');
  const cycle = async () => {
    await handle?.call('provider.models', models);
    const answer = failureOf(
      handle?.stream('provider.completion', completion, new AbortController().signal)[Symbol.asyncIterator]().next(),
    );
    await running('cycled');
    process.kill(registry.hosts[0]?.pid ?? 0, 'SIGKILL');
    expect(await answer).toMatchObject({ code: 'host-crashed' });
    // Clears the crashes: otherwise the budget would end the test, or the backoff slow it down.
    registry.hostControls.restart('cycled');
    heard.length = 0;
    log.length = 0;
  };
  const measure = async () => {
    await vi.waitFor(() => expect([statusOf('cycled'), hosts.liveCount]).toEqual(['running', 1]), patience);
    collectGarbage();
    const alive = instances.filter((instance) => instance.deref()).length;
    return { held: held(), heapUsed: process.memoryUsage().heapUsed, alive };
  };
  const cycles = 200;
  const warm = cycles / 4;
  for (let n = 0; n < warm; n += 1) await cycle();
  const before = await measure();
  for (let n = warm; n < cycles; n += 1) await cycle();
  const after = await measure();
  expect(instances.length).toBeGreaterThan(cycles * 0.95);
  // A leaked handle or listener per crash would add one per cycle; small differences are normal.
  for (const [kind, count] of Object.entries(after.held)) {
    expect({ kind, growth: count - (before.held[kind] ?? 0) }).toEqual({ kind, growth: expect.closeTo(0, -1) });
  }
  expect(after.alive).toBeLessThan(5);
  expect(after.heapUsed - before.heapUsed).toBeLessThan(4 * 1024 * 1024);
});
