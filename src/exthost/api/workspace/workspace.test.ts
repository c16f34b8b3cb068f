import { describe, expect, test, vi } from 'vitest';
import { connectContext } from '../../test-support/connect-context.ts';

describe('the files of the open folder', () => {
  test('are asked of main, thinly', async () => {
    const { context, asked } = connectContext({
      'workspace.stat': () => ({ kind: 'file', size: 1, modifiedAt: 2 }),
      'workspace.list': () => [{ name: 'a', kind: 'file' }],
      'workspace.find': () => ['a'],
      'workspace.search': () => ({ matches: [], isPartial: false }),
    });
    const { workspace } = context;
    expect(await workspace.folder()).toBeNull();
    expect(await workspace.delete('a')).toBeUndefined();
    expect(await workspace.rename('a', 'b')).toBeUndefined();
    expect(await workspace.createDirectory('a')).toBeUndefined();
    expect(await workspace.stat('a')).toEqual({ kind: 'file', size: 1, modifiedAt: 2 });
    expect(await workspace.list('')).toEqual([{ name: 'a', kind: 'file' }]);
    expect(await workspace.find('**')).toEqual(['a']);
    expect(await workspace.find('*.ts', { limit: 3 })).toEqual(['a']);
    expect(await workspace.search({ text: 'x', isRegex: true, other: 1 } as never)).toEqual({
      matches: [],
      isPartial: false,
    });
    expect(asked).toEqual([
      ['workspace.folder', null],
      ['workspace.delete', { path: 'a' }],
      ['workspace.rename', { from: 'a', to: 'b' }],
      ['workspace.createDirectory', { path: 'a' }],
      ['workspace.stat', { path: 'a' }],
      ['workspace.list', { path: '' }],
      ['workspace.find', { glob: '**', limit: 1000 }],
      ['workspace.find', { glob: '*.ts', limit: 3 }],
      ['workspace.search', { text: 'x', isRegex: true }],
    ]);
  });

  test('eight are looked for at once; one that is given up while it waits says so and takes nobody’s turn', async () => {
    const globs: string[] = [];
    const { promise, resolve } = Promise.withResolvers<void>();
    const { context } = connectContext({
      'workspace.find': async ({ glob }) => {
        globs.push(glob);
        await promise;
        return [];
      },
    });
    const { find } = context.workspace;
    const all = Array.from({ length: 8 }, (_, n) => find(String(n)));
    const abort = new AbortController();
    const givenUp = find('given up', { signal: abort.signal });
    const last = find('last');
    await vi.waitFor(() => expect(globs).toHaveLength(8));
    abort.abort();
    await expect(givenUp).rejects.toMatchObject({ code: 'cancelled' });
    expect(globs).toHaveLength(8);
    resolve();
    await Promise.all([...all, last]);
    expect(globs.slice(8)).toEqual(['last']);
  });

  test('are read as text only when they are text', async () => {
    const content: Record<string, number[]> = { good: [0xef, 0xbb, 0xbf, 0xc3, 0xa9], bad: [0x61, 0xff] };
    const { context } = connectContext({ 'workspace.readFile': ({ path }) => new Uint8Array(content[path] ?? []) });
    expect(await context.workspace.readText('good')).toBe('é');
    expect(await context.workspace.readFile('bad')).toEqual(new Uint8Array([0x61, 0xff]));
    await expect(context.workspace.readText('bad')).rejects.toMatchObject({
      message: '"bad" is not text in UTF-8. Read its bytes with readFile',
      code: 'file-binary',
    });
  });

  test('are written as text or bytes', async () => {
    const written: Uint8Array[] = [];
    const { context } = connectContext({
      'workspace.writeFile': ({ content }) => {
        written.push(content);
        return null;
      },
    });
    await context.workspace.writeFile('a', 'é');
    await context.workspace.writeFile('a', new Uint8Array([7, 8]));
    await context.workspace.writeFile('a', Buffer.from('x'));
    expect(written.map((bytes) => [...bytes])).toEqual([[0xc3, 0xa9], [7, 8], [0x78]]);
    await expect(context.workspace.writeFile('a', { text: 'x' } as never)).rejects.toThrow(
      'workspace.writeFile needs a text or a Uint8Array',
    );
    expect(written).toHaveLength(3);
  });

  test.each(['find', 'search'] as const)('%s ends on both sides when its signal aborts', async (name) => {
    const aborted: boolean[] = [];
    const never = (_params: unknown, { signal }: { signal: AbortSignal }) =>
      new Promise<never>(() => signal.addEventListener('abort', () => void aborted.push(true)));
    const { context, asked } = connectContext({ 'workspace.find': never, 'workspace.search': never });
    const abort = new AbortController();
    const options = { signal: abort.signal };
    const running =
      name === 'find' ? context.workspace.find('**', options) : context.workspace.search({ text: 'x' }, options);
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    abort.abort();
    await expect(running).rejects.toMatchObject({ code: 'cancelled' });
    await vi.waitFor(() => expect(aborted).toEqual([true]));
  });
});
