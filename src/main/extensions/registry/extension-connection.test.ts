import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FailureError } from '../../../shared/contract/errors.ts';
import type { MainMethods } from '../../../shared/contract/extensions/main-methods.ts';
import { Peer } from '../../../shared/rpc/peer.ts';
import { createMemoryPorts } from '../../../shared/rpc/ports/memory-port.ts';
import { hostLimits } from '../hosts/host-limits.ts';
import { FairTurns } from '../ports/fair-turns.ts';
import { turnLimits } from '../ports/turn-limits.ts';
import type { Code } from '../sources/find-code.ts';
import { ExtensionConnection } from './extension-connection.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function connected(code: Promise<Pick<Code, 'given'>> = Promise.resolve({ given: {} })) {
  const [near, far] = createMemoryPorts();
  const connection = new ExtensionConnection({
    port: near,
    name: 'Hanger',
    reason: 'a test',
    code,
    methodsFor: () =>
      Object.fromEntries(
        ['contributions.register', 'exec.run', 'thread.shown', 'model.list', 'log.write'].map((name) => [
          name,
          () => null,
        ]),
      ),
    limits: hostLimits,
    turns: new FairTurns(turnLimits),
    onOverrun: () => undefined,
    onBadMessage: () => undefined,
  });
  return { connection, far };
}

it('gives the reason of the process’s end, which is reported after its ports closed', async () => {
  const { connection, far } = connected();
  const outcome = connection.activated.catch((thrown) => thrown);
  far.close();
  await vi.advanceTimersByTimeAsync(500);
  expect(connection.isBusy).toBe(true);
  const crashed = new FailureError({ code: 'host-crashed', message: 'It stopped.' });
  connection.peer.close(crashed);
  expect(await outcome).toBe(crashed);
});

it('settles what is pending when a port closed and nobody says why', async () => {
  const { connection, far } = connected();
  const outcome = connection.activated.catch((thrown) => thrown);
  far.close();
  await vi.advanceTimersByTimeAsync(3_000);
  expect(await outcome).toMatchObject({ code: 'closed' });
});

it('says of an activation that does not settle how long it was waited for', async () => {
  const { connection } = connected();
  const outcome = connection.activated.catch((thrown) => thrown);
  await vi.advanceTimersByTimeAsync(10_100);
  expect(await outcome).toMatchObject({
    failure: { code: 'timeout', message: 'Hanger did not finish activate within 10 s.' },
  });
});

it('counts the time of an activation from when its code is found, which may be compiled first', async () => {
  let found: (code: Pick<Code, 'given'>) => void = () => undefined;
  const { connection, far } = connected(new Promise((resolve) => (found = resolve)));
  const activate = vi.fn(async () => ({ providers: [], registered: null }));
  new Peer<MainMethods>(far, { methods: { activate } });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(activate).not.toHaveBeenCalled();
  const component = { modules: {}, imports: [], exports: ['llmProviders'] };
  found({ given: { component } });
  await vi.advanceTimersByTimeAsync(100);
  await connection.activated;
  expect(activate).toHaveBeenCalledWith({ reason: 'a test', component }, expect.anything());
  expect(connection.activationMs).toBeLessThan(1_000);
});

it('is not activated when it cannot be', async () => {
  const missing = new FailureError({ code: 'extension-failed', message: 'There is no main.js.' });
  const { connection, far } = connected(Promise.reject(missing));
  const heard = vi.fn();
  far.onMessage(heard);
  expect(await connection.activated.catch((thrown) => thrown)).toBe(missing);
  expect(heard).not.toHaveBeenCalled();
});

it('registers nothing any more while it is being replaced', async () => {
  const { connection, far } = connected();
  const extension = new Peer<MainMethods>(far, {});
  const register = () => extension.call('contributions.register', { registered: {} });
  const registered = register();
  await vi.advanceTimersByTimeAsync(10);
  expect(await registered).toBeNull();
  connection.retire();
  const refused = register().catch((thrown) => thrown);
  await vi.advanceTimersByTimeAsync(10);
  expect(await refused).toMatchObject({ code: 'closed' });
});

it('asks a person about nothing more while it is being replaced, and uses no consent that its successor may have', async () => {
  const { connection, far } = connected();
  const extension = new Peer<MainMethods>(far, {});
  connection.retire();
  const outcomes = Promise.all([
    ...[
      extension.call('exec.run', { command: 'ls' }),
      extension.call('thread.shown', null),
      extension.call('model.list', null),
    ].map((call) => call.catch((thrown) => thrown.code)),
    extension.call('log.write', { level: 'info', text: 'x' }),
  ]);
  await vi.advanceTimersByTimeAsync(10);
  expect(await outcomes).toEqual(['closed', 'closed', 'closed', null]);
});
