import { describe, expect, test, vi } from 'vitest';
import {
  completion,
  create,
  doing,
  failureOf,
  folders,
  good,
  handleOf,
  models,
  patience,
  pidOf,
  withRealHosts,
} from '../test-support/registry.ts';

withRealHosts();

/** Sends past the API, without waiting. @param port number of the extension's port in its process */
const sending = (message: string, port = 1) =>
  doing(`
    for (let n = 0; n < 200; n += 1) process.send([${port}, ${message}]);
    await new Promise(() => {});`);
const flood = (port?: number) =>
  sending(`[0, 0, ...Array(128).fill([1, 'log.write', { level: 'info', text: 'line' }])]`, port);
const methods = { 'log.write': () => null };

describe('an extension that sends without regard for main', () => {
  test.each([
    ['full batches', flood(), 'went on sending without waiting for the app'],
    ['what is no message', sending(`'nonsense ' + n`), 'kept sending what is no message'],
  ])('in %s is ended, named, and off until a person retries', async (_what, source, does) => {
    const { registry, hosts, shown, board, log } = create(methods);
    registry.setExtensions([await folders.create('greedy', source)]);
    const asked = failureOf(handleOf(registry, 'greedy')?.call('provider.models', models));
    await vi.waitFor(() => expect(shown.get('extension:greedy')?.text).toContain(does), patience);
    expect(shown.get('extension:greedy')?.text).toBe(
      `The extension Extension greedy ${does}. It was ended to keep the app free. It stays off until you restart it.`,
    );
    expect(await asked).toMatchObject({ code: 'extension-off', extensionId: 'greedy' });
    await vi.waitFor(() => expect(hosts.liveCount).toBe(0), patience);
    expect(log).toContain(`greedy: error: ${does}, so it was ended`);
    expect(await failureOf(handleOf(registry, 'greedy')?.call('provider.isAuthenticated', models))).toMatchObject({
      code: 'extension-off',
    });
    expect(hosts.spawned).toHaveLength(1);
    board.act('extension:greedy', 'restart');
    await vi.waitFor(() => expect(registry.statusOf('greedy').status).toBe('active'), patience);
    expect(shown.size).toBe(0);
  });

  test('takes its neighbours in a shared host along for a moment, and they are back without it', async () => {
    const { registry, shown } = create(methods);
    registry.setExtensions([
      await folders.create('beside', good, 'bundled'),
      await folders.create('greedy', flood(2), 'bundled'),
    ]);
    const before = await pidOf(registry, 'beside');
    const answer = handleOf(registry, 'beside')?.stream(
      'provider.completion',
      completion,
      new AbortController().signal,
    );
    await answer?.[Symbol.asyncIterator]().next();
    handleOf(registry, 'greedy')
      ?.call('provider.models', models)
      .catch(() => undefined);
    await vi.waitFor(() => expect([...shown.keys()]).toContain('extension:greedy'), patience);
    await vi.waitFor(async () => expect(await pidOf(registry, 'beside')).not.toBe(before), patience);
    expect(registry.statusOf('greedy').status).toBe('failed');
  });
});
