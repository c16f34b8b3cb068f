import { describe, expect, test, vi } from 'vitest';
import { serveModule } from './test-support/serve-module.ts';

const register = (provider: string) =>
  `export const activate = (context) =>
     void context.languageModels.registerProvider({ id: 'p', name: 'P' }, { ...calls, ${provider} });`;

/** A polled provider that records its calls, and never yields a second event. */
const blocking = register(`
  streamCompletionStart: () => 's1',
  streamCompletionNext: (() => {
    let n = 0;
    return () => (n++ === 0 ? { type: 'text', value: 'so far' } : new Promise(() => {}));
  })(),
  streamCompletionClose: (id) => note('closed ' + id),`);

describe('an extension on its port', () => {
  test('activates and tells what it offers; its provider answers', async () => {
    const { main, completion } = serveModule(`
      export const activate = (context) => {
        context.languageModels.registerProvider({ id: 'p', name: 'P', icon: 'p.svg' }, {
          models: async () => [{ id: 'm', name: 'M' }],
          isAuthenticated: () => false,
          authenticate() { note('authenticated'); return 'not for main'; },
          resetCredentials() { note('reset'); },
          async *stream(modelId) { yield { type: 'text', value: modelId }; },
        });
      };`);
    expect(await main.call('activate', { reason: 'test' })).toEqual({
      providers: [{ id: 'p', name: 'P', icon: 'p.svg' }],
      registered: null,
    });
    expect(await main.call('provider.models', { providerId: 'p' })).toEqual([{ id: 'm', name: 'M' }]);
    expect(await main.call('provider.isAuthenticated', { providerId: 'p' })).toBe(false);
    expect(await main.call('provider.authenticate', { providerId: 'p' })).toBeNull();
    expect(await main.call('provider.resetCredentials', { providerId: 'p' })).toBeNull();
    const events: unknown[] = [];
    for await (const event of completion()) events.push(event);
    expect(events).toEqual([{ type: 'text', value: 'm' }]);
  });

  test('a provider that it did not register is an error that names it', async () => {
    const { main, completion } = serveModule('export const activate = () => {};');
    await main.call('activate', { reason: 'test' });
    const message = 'The extension declares the provider "p" but has not registered it in activate';
    await expect(main.call('provider.models', { providerId: 'p' })).rejects.toThrow(message);
    await expect(completion()[Symbol.asyncIterator]().next()).rejects.toThrow(message);
  });

  test('why an activation failed reaches main whole, and it can be tried again', async () => {
    const { main } = serveModule(`
      let tries = 0;
      export async function activate() {
        if (++tries === 1) throw Object.assign(new Error('no key file'), { code: 'credential-missing' });
      }`);
    await expect(main.call('activate', { reason: 'test' })).rejects.toMatchObject({
      message: 'no key file',
      code: 'credential-missing',
    });
    expect(await main.call('activate', { reason: 'test' })).toEqual({ providers: [], registered: null });
  });

  test('an activation that fails lets the extension close what it had opened', async () => {
    const { main, notes } = serveModule(`
      export function activate() { note('opened'); throw new Error('half-way'); }
      export function deactivate() { note('closed'); throw new Error('another'); }`);
    await expect(main.call('activate', { reason: 'test' })).rejects.toThrow('half-way');
    expect(notes()).toEqual(['opened', 'closed']);
  });

  test('an error of the provider keeps its code and data', async () => {
    const { main } = serveModule(
      register(
        `models() { throw Object.assign(new Error('slow down'), { code: 'provider-rate-limited', data: { retryAfterSeconds: 3 } }); }`,
      ),
    );
    await main.call('activate', { reason: 'test' });
    await expect(main.call('provider.models', { providerId: 'p' })).rejects.toMatchObject({
      code: 'provider-rate-limited',
      data: { retryAfterSeconds: 3 },
    });
  });

  test('cancelling an answer closes the polled stream once, although `next` is blocked', async () => {
    const { main, completion, notes } = serveModule(blocking);
    await main.call('activate', { reason: 'test' });
    const abort = new AbortController();
    const events = completion(abort.signal)[Symbol.asyncIterator]();
    expect((await events.next()).value).toEqual({ type: 'text', value: 'so far' });
    abort.abort();
    await vi.waitFor(() => expect(notes()).toEqual(['closed s1']));
    await main.call('deactivate', null);
    expect(notes()).toEqual(['closed s1']);
  });

  test('deactivating closes its streams once, before its `deactivate` runs', async () => {
    const { main, completion, notes } = serveModule(`${blocking}
      export const deactivate = () => note('deactivated');`);
    await main.call('activate', { reason: 'test' });
    const streams = [completion(), completion()].map((stream) => stream[Symbol.asyncIterator]());
    await Promise.all([streams[0]?.next()]);
    await main.call('deactivate', null);
    expect(notes().at(-1)).toBe('deactivated');
    expect(notes().slice(0, -1)).toEqual(['closed s1', 'closed s1']);
    main.close();
    await main.call('deactivate', null).catch(() => undefined);
    expect(notes()).toHaveLength(3);
  });

  test('the port closing ends its streams and deactivates it, once', async () => {
    const { main, completion, notes, onClosed, running } = serveModule(`${blocking}
      export const deactivate = () => note('deactivated');`);
    await main.call('activate', { reason: 'test' });
    const events = completion()[Symbol.asyncIterator]();
    await events.next();
    main.close(new Error('over'));
    await expect(events.next()).rejects.toThrow('over');
    await vi.waitFor(() => expect(onClosed).toHaveBeenCalledOnce());
    expect(notes()).toEqual(['closed s1', 'deactivated']);
    await running.deactivate();
    expect(notes()).toHaveLength(2);
  });

  test('a `deactivate` that throws still counts as closed', async () => {
    const { main, onClosed } = serveModule(`
      export const activate = () => {};
      export const deactivate = () => { throw new Error('no'); };`);
    await main.call('activate', { reason: 'test' });
    main.close();
    await vi.waitFor(() => expect(onClosed).toHaveBeenCalledOnce());
  });

  test('an extension whose port closes while it activates is deactivated when it is done', async () => {
    const { main, notes, openGate } = serveModule(`
      export async function activate() {
        note('activating');
        await gate;
        note('active');
      }
      export const deactivate = () => note('deactivated');`);
    main.call('activate', { reason: 'test' }).catch(() => undefined);
    await vi.waitFor(() => expect(notes()).toEqual(['activating']));
    main.close();
    openGate();
    await vi.waitFor(() => expect(notes()).toEqual(['activating', 'active', 'deactivated']));
  });

  test('a stream that is still starting when the port closes is closed once it has started', async () => {
    const { main, completion, notes, openGate } = serveModule(
      register(`
        streamCompletionStart: async () => {
          note('starting');
          await gate;
          return 'late';
        },
        streamCompletionNext: () => { note('next'); return null; },
        streamCompletionClose: (id) => note('closed ' + id),`),
    );
    await main.call('activate', { reason: 'test' });
    void completion();
    await vi.waitFor(() => expect(notes()).toEqual(['starting']));
    main.close();
    openGate();
    await vi.waitFor(() => expect(notes()).toEqual(['starting', 'closed late']));
  });

  test('a value that cannot be sent is an error of the answer, after what came before it', async () => {
    const { main, completion } = serveModule(
      register(`async *stream() {
        yield { type: 'text', value: 'good' };
        yield { type: 'text', value: () => 'bad' };
      }`),
    );
    await main.call('activate', { reason: 'test' });
    const events = completion()[Symbol.asyncIterator]();
    expect((await events.next()).value).toEqual({ type: 'text', value: 'good' });
    await expect(events.next()).rejects.toMatchObject({ code: 'not-cloneable' });
  });
});
