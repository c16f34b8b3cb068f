import { mkdir, readdir, rename, rm, symlink, unlink } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { createWorld, treeOf, type World } from './changes-world.fixture.ts';

const at = { threadId: 'thread', promptId: 'p' };

describe('a folder that becomes a link', () => {
  test.each<[string, (world: World) => Promise<void>]>([
    [
      'to where it was moved',
      async ({ path }) => {
        await rename(path('src'), path('lib'));
        await symlink('lib', path('src'));
      },
    ],
    [
      'to another of the same files',
      async ({ path }) => {
        await rm(path('src'), { recursive: true });
        await symlink(path('other'), path('src'));
      },
    ],
    [
      'to itself',
      async ({ path }) => {
        await rm(path('src'), { recursive: true });
        await symlink('src', path('src'));
      },
    ],
    [
      'to nothing',
      async ({ path }) => {
        await rm(path('src'), { recursive: true });
        await symlink('nowhere', path('src'));
      },
    ],
  ])('by a command, %s, is restored with all that was in it, and the restore is undone', async (_where, deed) => {
    const world = await createWorld();
    await world.write('src/a.txt', 'a', 0o640);
    await world.write('src/deep/b.txt', 'b');
    await world.write('other/a.txt', 'a');
    const before = await treeOf(world.root);
    const { done } = await world.service.beforeCommand(at);
    await deed(world);
    await done();
    const after = await treeOf(world.root);
    expect(after).not.toEqual(before);
    const { files } = await world.service.review.review('thread');
    const texts = files.filter(({ isText }) => isText);
    expect(texts.length).toBeGreaterThan(0);
    for (const { path } of texts) {
      expect(await world.service.review.texts('thread', path)).toMatchObject({ ok: true });
    }

    expect(await world.service.review.restore('thread', 'p', false)).toMatchObject({ value: { type: 'restored' } });
    expect(await treeOf(world.root)).toEqual(before);
    expect(await world.service.review.undoRestore('thread')).toMatchObject({ ok: true });
    expect(await treeOf(world.root)).toEqual(after);
  });

  test('by the person, is not written through by a restore', async () => {
    const world = await createWorld({ 'src/a.txt': 'a', 'other/a.txt': 'other' });
    await world.change('p', [{ type: 'write', path: 'src/a.txt', text: 'model' }]);
    await rename(world.path('src'), world.path('mine'));
    await symlink('other', world.path('src'));
    const after = await treeOf(world.root);

    expect(await world.service.review.restore('thread', 'p', false)).toMatchObject({
      value: { type: 'changed-since', paths: [world.path('src/a.txt')] },
    });
    expect(await world.service.review.restore('thread', 'p', true)).toMatchObject({
      failure: { code: 'file-changed', message: expect.stringContaining('is a link by now') },
    });
    expect(await treeOf(world.root)).toEqual(after);

    await unlink(world.path('src'));
    expect(await world.service.review.restore('thread', 'p', true)).toMatchObject({ value: { type: 'restored' } });
    expect(await world.text('src/a.txt')).toBe('a');
    expect(await world.text('other/a.txt')).toBe('other');
  });

  test('while the person is asked, gets nothing that was meant for the folder', async () => {
    const world = await createWorld({ 'src/a.txt': 'a', 'other/a.txt': 'a' });
    const write = await world.service.prepare([{ type: 'write', path: world.path('src/a.txt'), text: 'model' }]);
    const create = await world.service.prepare([{ type: 'create', path: world.path('src/deep/b'), text: 'model' }]);
    await rm(world.path('src'), { recursive: true });
    await symlink('other', world.path('src'));

    await expect(world.service.apply(write, at)).rejects.toThrow('was changed meanwhile');
    await expect(world.service.apply(create, at)).rejects.toThrow();
    expect(await readdir(world.path('other'))).toEqual(['a.txt']);
    expect(await world.text('other/a.txt')).toBe('a');

    await unlink(world.path('src'));
    await mkdir(world.path('src'));
    await world.service.apply(create, at);
    expect(await world.text('src/deep/b')).toBe('model');
  });
});
