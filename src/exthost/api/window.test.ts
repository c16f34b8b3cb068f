import { describe, expect, test, vi } from 'vitest';
import { connectContext } from '../test-support/connect-context.ts';

describe('what an extension puts before a person', () => {
  test('a message answers with the action that was chosen', async () => {
    const chosen: (number | null)[] = [1, null];
    const { context, asked } = connectContext({ 'window.message': () => chosen.shift() ?? null });
    expect(await context.window.showMessage('warning', 'Sure?', 'Yes', 'No')).toBe('No');
    expect(await context.window.showMessage('info', 'Done')).toBeUndefined();
    expect(asked).toEqual([
      ['window.message', { severity: 'warning', text: 'Sure?', actions: ['Yes', 'No'] }],
      ['window.message', { severity: 'info', text: 'Done', actions: [] }],
    ]);
  });

  test('a question answers with the item itself, or with what was typed', async () => {
    const { context, asked } = connectContext({
      'window.pick': () => 1,
      'window.prompt': () => '',
      'window.confirm': () => true,
    });
    const items = [{ label: 'a' }, { label: 'b', description: 'second', own: Symbol('stays here') }];
    const [, second] = items;
    const picking = context.window.pick(items, { title: 'Which?' });
    items.length = 0;
    expect(await picking).toBe(second);
    expect(await context.window.prompt({ title: 'Name?', value: 'x' })).toBe('');
    expect(await context.window.confirm({ title: 'Sure?', text: 'All of it', timeoutMs: 1000 })).toBe(true);
    await context.window.showText({ title: 'Report', text: '# R', isMarkdown: true });
    expect(asked).toEqual([
      [
        'window.pick',
        { title: 'Which?', placeholder: '', items: [{ label: 'a' }, { label: 'b', description: 'second' }] },
      ],
      ['window.prompt', { title: 'Name?', placeholder: '', value: 'x', isMultiline: false }],
      ['window.confirm', { title: 'Sure?', text: 'All of it', timeoutMs: 1000 }],
      ['window.showText', { title: 'Report', text: '# R', isMarkdown: true }],
    ]);
  });

  test('a question that is cancelled answers undefined', async () => {
    const { context } = connectContext();
    expect(await context.window.pick([{ label: 'a' }], { title: 'Which?' })).toBeUndefined();
    expect(await context.window.prompt({ title: 'Name?' })).toBeUndefined();
  });

  test('a question is withdrawn by its signal, and answers as one that is cancelled', async () => {
    const withdrawn: string[] = [];
    const waiting =
      (method: string, answer: null | false) =>
      (_params: unknown, { signal }: { signal: AbortSignal }) =>
        new Promise<never>((resolve) =>
          signal.addEventListener('abort', () => {
            withdrawn.push(method);
            resolve(answer as never);
          }),
        );
    const { context, asked } = connectContext({
      'window.pick': waiting('pick', null),
      'window.prompt': waiting('prompt', null),
      'window.confirm': waiting('confirm', false),
    });
    const abort = new AbortController();
    const { signal } = abort;
    const all = [
      context.window.pick([{ label: 'a' }], { title: 'Which?', signal }),
      context.window.prompt({ title: 'Name?', signal }),
      context.window.confirm({ title: 'Sure?', signal }),
    ];
    await vi.waitFor(() => expect(asked).toHaveLength(3));
    abort.abort();
    expect(await Promise.all(all)).toEqual([undefined, undefined, false]);
    await vi.waitFor(() => expect(withdrawn).toEqual(['pick', 'prompt', 'confirm']));
    expect(await context.window.confirm({ title: 'Sure?', signal })).toBe(false);
    expect(asked).toHaveLength(3);
  });

  test('a question that main refuses rejects', async () => {
    const { context } = connectContext();
    await expect(context.window.confirm({ title: 'x'.repeat(201) })).rejects.toThrow();
  });
});

describe('an item of the status bar', () => {
  const item = (text: string) => ({ text, tooltip: '', command: undefined });

  test('is put there, changed, and taken away only by whoever put it there last', async () => {
    const { context, asked } = connectContext();
    const first = context.window.setStatus('s', { text: 'one' });
    const second = context.window.setStatus('s', { text: 'two' });
    first.dispose();
    second.dispose();
    second.dispose();
    context.window.setStatus('s', { text: 'three' });
    await vi.waitFor(() => expect(asked).toHaveLength(4));
    expect(asked.map(([, params]) => params)).toEqual([
      { id: 's', item: item('one') },
      { id: 's', item: item('two') },
      { id: 's', item: null },
      { id: 's', item: item('three') },
    ]);
  });

  test('runs only a command of the manifest', () => {
    const { context } = connectContext({}, { commands: ['greet'] });
    context.window.setStatus('s', { text: 'one', command: 'greet' });
    expect(() => context.window.setStatus('s', { text: 'one', command: 'other' })).toThrow('Add [commands.other]');
  });

  test('that main refuses is told in the log', async () => {
    const { context, logged } = connectContext();
    context.window.setStatus('s', { text: 'x'.repeat(1000) });
    await vi.waitFor(() => expect(logged().join()).toContain('window.setStatus("s") failed'));
  });
});
