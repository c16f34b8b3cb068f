import { describe, expect, test, vi } from 'vitest';
import { serveModule } from './test-support/serve-module.ts';

describe('what main asks of an extension', () => {
  const everything = `
    export const activate = (context) => {
      context.commands.register('c', () => note('ran'));
      context.slashCommands.register('s', (argument) => ({ prompt: 'Explain ' + argument }));
      context.tools.register('t', async (input) => ({ text: JSON.stringify(input) }));
      context.settings.onChange((key, value) => note(key + ' ' + value));
    };`;

  test('is a command, a slash command, a tool, a setting that changed', async () => {
    const { main, notes } = serveModule(everything);
    await main.call('activate', { reason: 'test' });
    expect(await main.call('command.run', { id: 'c' })).toBeNull();
    expect(await main.call('slashCommand.run', { id: 's', argument: 'this', threadId: 'thread' })).toEqual({
      prompt: 'Explain this',
    });
    expect(await main.call('tool.run', { id: 't', input: { a: 1 }, callId: '1', threadId: 'thread' })).toEqual({
      text: '{"a":1}',
      isError: false,
    });
    expect(await main.call('setting.changed', { key: 'url', value: 'here' })).toBeNull();
    expect(notes()).toEqual(['ran', 'url here']);
  });

  test.each(['before it is active', 'after it is deactivated', 'after its activation failed'])(
    'is refused %s',
    async (when) => {
      const { main, notes } = serveModule(
        when.endsWith('failed') ? `${everything.replace(/};$/, "throw new Error('half-way'); };")}` : everything,
      );
      if (!when.startsWith('before')) await main.call('activate', { reason: 'test' }).catch(() => undefined);
      if (when.endsWith('deactivated')) await main.call('deactivate', null);
      for (const call of [
        main.call('command.run', { id: 'c' }),
        main.call('tool.run', { id: 't', input: {}, callId: '1', threadId: 'thread' }),
      ]) {
        await expect(call).rejects.toThrow('The extension is not active');
      }
      expect(await main.call('setting.changed', { key: 'url', value: 'here' })).toBeNull();
      expect(notes()).toEqual([]);
    },
  );

  test.each(['main cancels it', 'the extension ends', 'the port closes'])('is aborted when %s', async (why) => {
    const { main, notes } = serveModule(`
      const wait = (what) => (...args) => new Promise((resolve) => {
        note('waiting');
        args.find((one) => one instanceof AbortSignal).addEventListener('abort', () => { note('aborted ' + what); resolve('late'); });
      });
      export const activate = (context) => {
        context.commands.register('c', wait('c'));
        context.slashCommands.register('s', wait('s'));
        context.tools.register('t', wait('t'));
      };
      export const deactivate = () => note('deactivated');`);
    await main.call('activate', { reason: 'test' });
    const abort = new AbortController();
    const { signal } = abort;
    const calls = [
      main.call('command.run', { id: 'c' }, { signal }),
      main.call('slashCommand.run', { id: 's', argument: '', threadId: 'thread' }, { signal }),
      main.call('tool.run', { id: 't', input: {}, callId: '1', threadId: 'thread' }, { signal }),
    ];
    const settled = Promise.allSettled(calls);
    await vi.waitFor(() => expect(notes()).toHaveLength(3));
    if (why.startsWith('main')) abort.abort();
    else if (why.endsWith('ends')) await main.call('deactivate', null);
    else main.close();
    await settled;
    await vi.waitFor(() => expect(notes().slice(3, 6)).toEqual(['aborted c', 'aborted s', 'aborted t']));
  });

  test('includes the open documents while it activates', async () => {
    const { main, notes, subscribes } = serveModule(`
      export async function activate(context) {
        for (const { path, text } of await context.documents.list()) note(path + ' ' + text);
        context.documents.onChange(({ text }) => note(text));
      }`);
    await main.call('activate', { reason: 'test' });
    const changes = [{ from: 3, to: 3, insert: '!' }];
    await main.call('document.events', { events: [{ type: 'changed', path: '/a', version: 2, changes }] });
    expect(notes()).toEqual(['/a one', 'one!']);
    expect(subscribes()).toBe(1);
  });
});

describe('what an extension subscribed to', () => {
  const subscribing = (ending: string) => `
    let log;
    export const activate = (context) => {
      for (const name of ['first', 'second', 'third', 'fourth']) {
        context.subscriptions.push({ async dispose() {
          if (name === 'second') throw new Error('cannot dispose');
          if (name === 'third') await null;
          note('disposed ' + name);
        } });
      }
      context.subscriptions.push(undefined);
      ${ending}
    };
    export async function deactivate() { await null; note('deactivated'); }`;
  const all = ['deactivated', 'disposed fourth', 'disposed third', 'disposed first'];

  test('is disposed after it is deactivated, last first; what throws is logged and stops nothing', async () => {
    const { main, notes, logged } = serveModule(subscribing(''));
    await main.call('activate', { reason: 'test' });
    await main.call('deactivate', null);
    expect(notes()).toEqual(all);
    expect(logged.join()).toContain('context.subscriptions failed: Error: cannot dispose');
    expect(logged).toHaveLength(2);
    await main.call('deactivate', null);
    expect(notes()).toEqual(all);
  });

  test('is disposed when the port closes, and when its activation fails', async () => {
    const closed = serveModule(subscribing(''));
    await closed.main.call('activate', { reason: 'test' });
    closed.main.close();
    await vi.waitFor(() => expect(closed.onClosed).toHaveBeenCalledOnce());
    expect(closed.notes()).toEqual(all);

    const failed = serveModule(subscribing(`throw new Error('half-way');`));
    await expect(failed.main.call('activate', { reason: 'test' })).rejects.toThrow('half-way');
    expect(failed.notes()).toEqual(all);
  });

  test('is disposed although `deactivate` throws, which main hears', async () => {
    const { main, notes } = serveModule(`
      export const activate = (context) => void context.subscriptions.push({ dispose: () => note('disposed') });
      export const deactivate = () => { throw new Error('cannot close'); };`);
    await main.call('activate', { reason: 'test' });
    await expect(main.call('deactivate', null)).rejects.toThrow('cannot close');
    expect(notes()).toEqual(['disposed']);
  });
});
