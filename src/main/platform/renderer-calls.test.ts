import { describe, expect, it } from 'vitest';
import { fail } from '../../shared/contract/errors.ts';
import { lateMethods } from '../../shared/contract/methods/late-methods.ts';
import type { LateHandlers } from '../../shared/contract/methods/renderer-methods.ts';
import { BadCallError } from './bad-call-error.ts';
import { callHandler, type HandledChannel, type RendererHandlers } from './renderer-calls.ts';

function recorder(): { handlers: RendererHandlers; calls: unknown[][]; loads(): number } {
  const calls: unknown[][] = [];
  const group = (name: string) =>
    new Proxy(
      {},
      {
        get:
          (_target, method) =>
          async (...args: unknown[]) =>
            calls.push([`${name}.${String(method)}`, ...args]),
      },
    );
  const half = <T>(...groups: (keyof T & string)[]) =>
    Object.fromEntries(groups.map((name) => [name, group(name)])) as unknown as T;
  const editor = half<RendererHandlers['editor']>('app', 'workspace', 'documents', 'settings', 'notices');
  const late = half<LateHandlers>('agent', 'credentials', 'hosts');
  let loads = 0;
  const handlers = {
    editor,
    late: async () => {
      loads += 1;
      return { methods: lateMethods, handlers: late };
    },
  };
  return { handlers, calls, loads: () => loads };
}

const save = { path: '/a', text: 'x', encoding: 'utf8', hasBom: false, baseRevision: null };

describe('callHandler', () => {
  it.each<[HandledChannel, unknown[]]>([
    ['app.boot', []],
    ['app.setUnsavedCount', [3]],
    ['documents.save', [save]],
    ['credentials.answer', ['id', null]],
    ['settings.change', [{ theme: 'dark' }]],
    ['agent.send', ['thread', { id: 'prompt', text: '' }]],
  ])('passes the arguments of %s on', async (channel, args) => {
    const { handlers, calls } = recorder();
    await callHandler(handlers, channel, args);
    expect(calls).toEqual([[channel, ...args]]);
  });

  it.each<[HandledChannel, unknown[]]>([
    ['app.boot', [1]],
    ['app.setUnsavedCount', []],
    ['app.setUnsavedCount', [-1]],
    ['app.setUnsavedCount', [1.5]],
    ['app.setUnsavedCount', [Number.NaN]],
    ['app.answerClose', ['true']],
    ['workspace.open', ['']],
    ['workspace.open', ['x'.repeat(40_000)]],
    ['workspace.open', ['/a', '/b']],
    ['documents.open', [{ toString: () => '/a' }]],
    ['documents.save', [{ ...save, baseRevision: undefined }]],
    ['documents.save', [{ ...save, extra: 1 }]],
    ['documents.save', [null]],
    ['credentials.answer', ['id', '']],
    ['credentials.answer', ['id', 'k'.repeat(70_000)]],
    ['settings.change', [{ theme: 'purple' }]],
  ])('refuses %s with %j, without a word of the values', async (channel, args) => {
    const { handlers, calls } = recorder();
    const error = await callHandler(handlers, channel, args).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(BadCallError);
    expect(String(error)).toBe(`Error: ${channel} was called with arguments that it does not take`);
    expect(calls).toEqual([]);
  });

  it('loads the other half of main, which has the schemas too, for a call of its methods alone', async () => {
    const { handlers, loads } = recorder();
    await callHandler(handlers, 'app.boot', []);
    expect(loads()).toBe(0);
    await callHandler(handlers, 'agent.stop', ['thread']);
    expect(loads()).toBe(1);
  });

  it('answers what the handler answers, a failure included, and lets an exception through', async () => {
    const { handlers } = recorder();
    const { editor } = handlers;
    const withOpen = (open: typeof editor.documents.open): RendererHandlers => ({
      ...handlers,
      editor: { ...editor, documents: { ...editor.documents, open } },
    });
    const missing = fail('file-not-found', 'none');
    expect(
      await callHandler(
        withOpen(async () => missing),
        'documents.open',
        ['/a'],
      ),
    ).toEqual(missing);
    const thrown = withOpen(() => Promise.reject(new Error('broken')));
    await expect(callHandler(thrown, 'documents.open', ['/a'])).rejects.toThrow('broken');
  });
});
