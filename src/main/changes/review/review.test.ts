import { chmod, unlink } from 'node:fs/promises';
import { describe, expect, test, vi } from 'vitest';
import { createWorld, treeOf, type World } from '../changes-world.fixture.ts';

const done = { ok: true, value: null };
const filesOf = async (world: World, threadId = 'thread') =>
  (await world.service.review.review(threadId)).files.map(({ path, movedFrom, ...file }) => ({
    ...file,
    path: path.slice(world.root.length + 1),
    ...(movedFrom && { movedFrom: movedFrom.slice(world.root.length + 1) }),
  }));

async function changedWorld(): Promise<World> {
  const world = await createWorld({
    'edited.txt': 'one\ntwo\nthree\n',
    'deleted.txt': 'gone\n',
    'moved.txt': 'same\n',
    binary: new Uint8Array([0, 1]),
  });
  await world.change('p', [
    { type: 'write', path: 'edited.txt', text: 'one\n2\nthree\nfour\n' },
    { type: 'create', path: 'new/created.txt', text: 'new\n' },
    { type: 'delete', path: 'deleted.txt' },
    { type: 'move', path: 'moved.txt', to: 'new/moved.txt' },
    { type: 'delete', path: 'binary' },
  ]);
  return world;
}

describe('the review of a thread', () => {
  test('lists what is not as it was, after a restart of the app as well', async () => {
    const world = await changedWorld();
    const expected = [
      { path: 'binary', kind: 'deleted', added: 0, removed: 0, isText: false },
      { path: 'deleted.txt', kind: 'deleted', added: 0, removed: 1, isText: true },
      { path: 'edited.txt', kind: 'edited', added: 2, removed: 1, isText: true },
      { path: 'new/created.txt', kind: 'created', added: 1, removed: 0, isText: true },
      { path: 'new/moved.txt', kind: 'edited', movedFrom: 'moved.txt', added: 0, removed: 0, isText: true },
    ];
    expect(await filesOf(world)).toEqual(expected);
    expect(await filesOf(await world.restart())).toEqual(expected);
    expect(await world.service.review.texts('thread', world.path('edited.txt'))).toEqual({
      ok: true,
      value: { before: 'one\ntwo\nthree\n', after: 'one\n2\nthree\nfour\n' },
    });
    expect(await world.service.review.texts('thread', world.path('deleted.txt'))).toEqual({
      ok: true,
      value: { before: 'gone\n', after: null },
    });
    expect(await world.service.review.texts('thread', world.path('binary'))).toMatchObject({
      ok: false,
      failure: { code: 'file-binary' },
    });
  });

  test('shows what the person changes as well, and not a file that is again as it was', async () => {
    const world = await changedWorld();
    await world.write('edited.txt', 'one\ntwo\nthree\nmine\n');
    expect((await filesOf(world))[2]).toMatchObject({ path: 'edited.txt', added: 1, removed: 0 });
    await world.write('edited.txt', 'one\ntwo\nthree\n');
    await unlink(world.path('new/created.txt'));
    expect((await filesOf(world)).map(({ path }) => path)).toEqual(['binary', 'deleted.txt', 'new/moved.txt']);
  });

  test('tells of what was undone in the editor alone until it is saved', async () => {
    const world = await createWorld({ 'a.txt': 'one\n', 'b.txt': 'two\n' });
    await world.open('a.txt');
    await world.change('p', [{ type: 'write', path: 'a.txt', text: '1\n' }]);
    const review = async () => {
      const { files, unsaved } = await world.service.review.review('thread');
      return [files.length, unsaved.map((path) => path.slice(world.root.length + 1))];
    };
    expect(await review()).toEqual([1, []]);
    world.window.documents.set(world.path('a.txt'), { text: 'one\n', isEdited: true });
    expect(await review()).toEqual([0, ['a.txt']]);
    const unsaved = [world.path('a.txt')];
    expect(await world.service.review.restore('thread', 'p', false)).toMatchObject({
      value: { fileCount: 0, unsaved },
    });
    expect(await world.text('a.txt')).toBe('1\n');
    await world.write('a.txt', 'one\n');
    world.window.documents.set(world.path('a.txt'), { text: 'one\n', isEdited: false });
    expect(await review()).toEqual([0, []]);
    // What was typed before the change and never saved is no change of it.
    await world.open('b.txt', 'typed\n');
    await world.change('p2', [{ type: 'write', path: 'b.txt', text: '2\n' }]);
    world.window.documents.set(world.path('b.txt'), { text: 'typed\n', isEdited: true });
    expect(await review()).toEqual([0, []]);
  });

  test('shows what is typed in the editor', async () => {
    const world = await changedWorld();
    await world.open('edited.txt', 'typed\r\n');
    expect(await world.service.review.texts('thread', world.path('edited.txt'))).toMatchObject({
      value: { after: 'typed\n' },
    });
  });

  test('is told when it changes, by the model, by others and by decisions, and not otherwise', async () => {
    const world = await changedWorld();
    const told = () => world.events.flatMap((event) => (event.type === 'review' ? [event.review.files.length] : []));
    await vi.waitFor(() => expect(told()).toEqual([5]));
    world.service.fileChanged(world.path('edited.txt'));
    await world.write('edited.txt', 'one\ntwo\nthree\n');
    world.service.fileChanged(world.path('edited.txt'));
    await vi.waitFor(() => expect(told()).toEqual([5, 4]));
    await world.service.review.accept('thread', null);
    await vi.waitFor(() => expect(told()).toEqual([5, 4, 0]));
  });

  test('is told when what is rejected was put back by hand, of which nobody told', async () => {
    const world = await changedWorld();
    const told = () => world.events.flatMap((event) => (event.type === 'review' ? [event.review.files.length] : []));
    await vi.waitFor(() => expect(told()).toEqual([5]));
    await world.write('edited.txt', 'one\ntwo\nthree\n');
    await world.service.review.reject('thread', world.path('edited.txt'), false);
    await vi.waitFor(() => expect(told()).toEqual([5, 4]));
  });

  test('is made after a change that is under way, and gives the editor back nothing of before', async () => {
    const world = await createWorld({ 'a.txt': 'one\n' });
    await world.open('a.txt');
    await world.change('p', [{ type: 'write', path: 'a.txt', text: '1\n' }]);
    const asked = Promise.withResolvers<unknown>();
    // As the editor does when no change is left in its text: the disk has the change still.
    world.window.afterApply = () => asked.resolve(filesOf(world));
    const before = world.events.length;
    await world.service.review.reject('thread', null, false);
    expect(await asked.promise).toEqual([]);
    const given = world.events.slice(before).flatMap((event) => (event.type === 'document-changed' ? [event] : []));
    expect(given).toMatchObject([{ document: { value: { text: 'one\n' } } }]);
  });

  test('has a higher order the later it was made, whether it was asked for or told', async () => {
    const world = await changedWorld();
    const told = () => world.events.flatMap((event) => (event.type === 'review' ? [event.review] : []));
    await vi.waitFor(() => expect(told()).toHaveLength(1));
    const asked = await world.service.review.review('thread');
    await world.write('edited.txt', 'one\ntwo\nthree\n');
    const again = await world.service.review.review('thread');
    await world.service.review.accept('thread', null);
    await vi.waitFor(() => expect(told()).toHaveLength(2));
    const orders = [told()[0], asked, again, told()[1]].map((review) => review?.order ?? 0);
    expect(orders).toEqual([...new Set(orders)].sort((one, other) => one - other));
    expect([asked.files.length, again.files.length, told()[1]?.files.length]).toEqual([5, 4, 0]);
  });
});

describe('accepting', () => {
  test('all or one takes it from the list and leaves the files, and a restore works all the same', async () => {
    const world = await changedWorld();
    const tree = await treeOf(world.root);
    expect(await world.service.review.accept('thread', world.path('edited.txt'))).toEqual(done);
    expect((await filesOf(world)).map(({ path }) => path)).not.toContain('edited.txt');
    await world.service.review.accept('thread', null);
    expect(await filesOf(world)).toEqual([]);
    expect(await treeOf(world.root)).toEqual(tree);
    await world.change('p2', [{ type: 'write', path: 'edited.txt', text: 'next\n' }]);
    const next = await world.restart();
    expect(await filesOf(next)).toMatchObject([{ path: 'edited.txt', added: 1, removed: 4 }]);
    expect(await next.service.review.restore('thread', 'p', false)).toMatchObject({ ok: true });
    expect(await world.text('edited.txt')).toBe('one\ntwo\nthree\n');
  });

  test('a part makes another text the one before', async () => {
    const world = await createWorld({ 'a.txt': 'one\r\ntwo\r\n' });
    await world.change('p', [{ type: 'write', path: 'a.txt', text: '1\n2\n' }]);
    expect(await world.service.review.accept('thread', world.path('a.txt'), '1\ntwo\n')).toEqual(done);
    const next = await world.restart();
    expect(await filesOf(next)).toMatchObject([{ path: 'a.txt', kind: 'edited', added: 1, removed: 1 }]);
    expect(await next.service.review.texts('thread', world.path('a.txt'))).toMatchObject({
      value: { before: '1\ntwo\n', after: '1\n2\n' },
    });
    await next.service.review.reject('thread', null, false);
    expect(await world.text('a.txt')).toBe('1\r\ntwo\r\n');
  });
});

describe('rejecting', () => {
  test('all brings every file back, with its directories, and nothing is left to review', async () => {
    const world = await createWorld();
    await world.write('keep/a.txt', 'a', 0o600);
    await world.write('moved.txt', 'm');
    const before = await treeOf(world.root);
    await world.change('p', [
      { type: 'delete', path: 'keep' },
      { type: 'create', path: 'new/created.txt', text: 'new\n' },
      { type: 'move', path: 'moved.txt', to: 'new/moved.txt' },
      { type: 'create', path: 'moved.txt', text: 'another\n' },
    ]);
    expect(await world.service.review.reject('thread', null, false)).toEqual({ ok: true, value: { type: 'rejected' } });
    expect(await treeOf(world.root)).toEqual(before);
    expect(await filesOf(await world.restart())).toEqual([]);
  });

  test('one file leaves the others', async () => {
    const world = await changedWorld();
    await world.service.review.reject('thread', world.path('new/created.txt'), false);
    await world.service.review.reject('thread', world.path('deleted.txt'), false);
    expect((await filesOf(world)).map(({ path }) => path)).toEqual(['binary', 'edited.txt', 'new/moved.txt']);
    expect(await world.text('deleted.txt')).toBe('gone\n');
    expect(Object.keys(await treeOf(world.root))).toEqual(['deleted.txt', 'edited.txt', 'new', 'new/moved.txt']);
    await world.service.review.reject('thread', world.path('new/moved.txt'), false);
    expect(Object.keys(await treeOf(world.root))).toEqual(['deleted.txt', 'edited.txt', 'moved.txt']);
  });

  test.each([
    ['in one change', true],
    ['over two turns', false],
  ])('a file that was moved to where another was deleted %s brings back both', async (_how, isAtOnce) => {
    const world = await createWorld({ 'old.ts': 'old\n', 'new.ts': 'new\n' });
    const before = await treeOf(world.root);
    const remove = { type: 'delete', path: 'old.ts' } as const;
    const move = { type: 'move', path: 'new.ts', to: 'old.ts' } as const;
    if (isAtOnce) await world.change('p', [remove, move]);
    else {
      await world.change('p', [remove]);
      await world.change('p2', [move]);
    }
    expect(await filesOf(world)).toMatchObject([
      { path: 'new.ts', kind: 'deleted' },
      { path: 'old.ts', kind: 'edited' },
    ]);
    await world.service.review.reject('thread', null, false);
    expect(await treeOf(world.root)).toEqual(before);
  });

  test('a move is refused where another file is by now', async () => {
    const world = await changedWorld();
    await world.write('moved.txt', 'mine');
    expect(await world.service.review.reject('thread', world.path('new/moved.txt'), false)).toMatchObject({
      ok: false,
      failure: { code: 'file-changed', message: expect.stringContaining('“moved.txt”') },
    });
    expect(await world.text('moved.txt')).toBe('mine');
  });

  test('a part needs the text that it was made from', async () => {
    const world = await createWorld({ 'a.txt': 'one\r\ntwo\r\n' });
    await world.change('p', [{ type: 'write', path: 'a.txt', text: '1\n2\n' }]);
    const path = world.path('a.txt');
    expect(await world.service.review.rejectPart('thread', path, 'other\n', 'x\n')).toMatchObject({
      ok: false,
      failure: { code: 'file-changed' },
    });
    expect(await world.service.review.rejectPart('thread', path, '1\n2\n', 'one\n2\n')).toEqual(done);
    expect(await world.text('a.txt')).toBe('one\r\n2\r\n');
    expect(await filesOf(world)).toMatchObject([{ path: 'a.txt', added: 1, removed: 1 }]);
    // The person's decision is no change of others: a restore does not ask.
    expect(await world.service.review.restore('thread', 'p', false)).toMatchObject({ value: { type: 'restored' } });
    expect(await world.text('a.txt')).toBe('one\r\ntwo\r\n');
  });

  test('is done in the editor where the file is open', async () => {
    const world = await createWorld({ 'a.txt': 'disk\n' });
    await world.open('a.txt', 'typed\n');
    await world.change('p', [{ type: 'write', path: 'a.txt', text: 'model\n' }]);
    await world.service.review.reject('thread', world.path('a.txt'), false);
    expect(world.window.documents.get(world.path('a.txt'))?.text).toBe('typed\n');
    expect(await world.text('a.txt')).toBe('disk\n');
  });

  test('a change of the mode puts the mode back', async () => {
    const world = await createWorld();
    await world.write('run.sh', 'x', 0o644);
    const { done: end } = await world.service.beforeCommand({ threadId: 'thread', promptId: 'p' });
    await chmod(world.path('run.sh'), 0o755);
    await end();
    expect(await filesOf(world)).toMatchObject([{ path: 'run.sh', kind: 'edited', added: 0, removed: 0 }]);
    await world.service.review.reject('thread', null, false);
    expect(await treeOf(world.root)).toEqual({ 'run.sh': '644 x' });
  });
});

describe('two threads on one file', () => {
  async function both(): Promise<World> {
    const world = await createWorld({ 'a.txt': '0\n' });
    await world.change('p1', [{ type: 'write', path: 'a.txt', text: '1\n' }], 'one');
    await world.change('p2', [{ type: 'write', path: 'a.txt', text: '1\n2\n' }], 'two');
    return world;
  }

  test('each review what came since it began', async () => {
    const world = await both();
    expect(await filesOf(world, 'one')).toMatchObject([{ added: 2, removed: 1 }]);
    expect(await filesOf(world, 'two')).toMatchObject([{ added: 1, removed: 0 }]);
    await world.service.review.reject('two', null, false);
    expect(await world.text('a.txt')).toBe('1\n');
    expect(await filesOf(world, 'two')).toEqual([]);
    expect(await filesOf(world, 'one')).toMatchObject([{ added: 1, removed: 1 }]);
  });

  test('what one puts back is put back for the other, of which nothing is left', async () => {
    const world = await both();
    await world.service.review.reject('one', null, true);
    expect(await world.text('a.txt')).toBe('0\n');
    expect(await filesOf(await world.restart(), 'two')).toEqual([]);
  });

  test('a revert that is rejected leaves the other what it reverted to review', async () => {
    const world = await createWorld({ 'a.txt': '0\n' });
    await world.change('p1', [{ type: 'write', path: 'a.txt', text: '1\n' }], 'one');
    await world.change('p2', [{ type: 'write', path: 'a.txt', text: '0\n' }], 'two');
    await world.service.review.reject('two', null, false);
    expect(await filesOf(world, 'one')).toMatchObject([{ added: 1, removed: 1 }]);
  });

  test('a restore or reject of one asks before it takes away what the other did', async () => {
    const world = await both();
    const asked = { value: { type: 'changed-since', paths: [world.path('a.txt')] } };
    expect(await world.service.review.reject('one', null, false)).toMatchObject(asked);
    expect(await world.service.review.restore('one', 'p1', false)).toMatchObject(asked);
    expect(await world.service.review.restore('two', 'p2', false)).toMatchObject({ value: { type: 'restored' } });
    expect(await world.service.review.restore('one', 'p1', false)).toMatchObject({ value: { type: 'restored' } });
    expect(await world.text('a.txt')).toBe('0\n');
  });
});
