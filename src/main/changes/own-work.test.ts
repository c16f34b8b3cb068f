import { writeFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { createWorld, type World } from './changes-world.fixture.ts';

/** A person works in the files that a model changes. */

const rejected = { ok: true, value: { type: 'rejected' } };
const asked = (...paths: string[]) => ({ ok: true, value: { type: 'changed-since', paths } });
const listed = async (world: World) => (await world.service.review.review('thread')).files.map(({ path }) => path);
const edit = (world: World, text: string, promptId = 'p') =>
  world.change(promptId, [{ type: 'write', path: 'a.txt', text }]);

async function type(world: World, text: string): Promise<void> {
  if (!world.window.documents.has(world.path('a.txt'))) await world.open('a.txt');
  world.window.documents.set(world.path('a.txt'), { text, isEdited: true });
}

async function editedWorld(isOpen = false): Promise<World> {
  const world = await createWorld({ 'a.txt': 'old\n' });
  if (isOpen) await world.open('a.txt');
  await edit(world, 'old\nmodel\n');
  return world;
}

describe('a reject asks before it takes away', () => {
  test('what the person wrote since, and can be undone', async () => {
    const world = await editedWorld();
    await world.write('a.txt', 'old\nmodel\nmine\n');
    for (const path of [null, world.path('a.txt')])
      expect(await world.service.review.reject('thread', path, false)).toEqual(asked(world.path('a.txt')));
    expect(await world.text('a.txt')).toBe('old\nmodel\nmine\n');
    expect(await world.service.review.reject('thread', null, true)).toEqual(rejected);
    expect(await world.text('a.txt')).toBe('old\n');
    const next = await world.restart();
    expect(await next.service.review.undoRestore('thread')).toMatchObject({ ok: true });
    expect(await world.text('a.txt')).toBe('old\nmodel\nmine\n');
    expect(await next.service.review.reject('thread', null, false)).toEqual(asked(world.path('a.txt')));
  });

  test('what the person wrote between two changes of the model, after a move as well', async () => {
    const world = await editedWorld();
    await world.write('a.txt', 'old\nmodel\nmine\n');
    await edit(world, 'old\nmodel\nmine\nmore\n', 'p2');
    expect(await world.service.review.reject('thread', null, false)).toEqual(asked(world.path('a.txt')));
    await world.change('p3', [{ type: 'move', path: 'a.txt', to: 'b.txt' }]);
    const next = await world.restart();
    expect(await next.service.review.reject('thread', null, false)).toEqual(asked(world.path('b.txt')));
  });

  test('what is typed in the editor, which a reject of a part keeps', async () => {
    const world = await editedWorld(true);
    await type(world, 'mine\nold\nmodel\n');
    const path = world.path('a.txt');
    expect(await world.service.review.reject('thread', path, false)).toEqual(asked(path));
    expect(await world.service.review.rejectPart('thread', path, 'mine\nold\nmodel\n', 'mine\nold\n')).toMatchObject({
      ok: true,
    });
    expect(world.window.documents.get(path)).toEqual({ text: 'mine\nold\n', isEdited: true });
    expect(await world.service.review.reject('thread', path, false)).toEqual(asked(path));
  });

  test('not when only the model wrote, and the person decided', async () => {
    const world = await editedWorld();
    await edit(world, 'old\nmodel\nmore\n', 'p2');
    await world.change('p3', [{ type: 'move', path: 'a.txt', to: 'b.txt' }]);
    const text = 'old\nmodel\nmore\n';
    await world.service.review.rejectPart('thread', world.path('b.txt'), text, 'old\nmore\n');
    expect(await world.service.review.reject('thread', null, false)).toEqual(rejected);
    expect(await world.text('a.txt')).toBe('old\n');
  });
});

describe('what the person writes is not listed as the model’s', () => {
  async function expectMine(world: World): Promise<void> {
    expect(await listed(world)).toEqual([]);
    await world.write('a.txt', 'mine\n');
    expect(await listed(world)).toEqual([]);
    const next = await world.restart();
    expect(await listed(next)).toEqual([]);
    await next.service.review.reject('thread', null, false);
    expect(await world.text('a.txt')).toBe('mine\n');
  }

  test('when all parts of the file were rejected', async () => {
    const world = await editedWorld();
    await world.service.review.rejectPart('thread', world.path('a.txt'), 'old\nmodel\n', 'old\n');
    await expectMine(world);
  });

  test('when it was restored, and an undo lists the model’s again', async () => {
    const world = await editedWorld();
    await world.service.review.accept('thread', world.path('a.txt'), 'model\n');
    await world.service.review.restore('thread', 'p', false);
    expect(await listed(world)).toEqual([]);
    await world.service.review.undoRestore('thread');
    expect(await listed(await world.restart())).toEqual([world.path('a.txt')]);
    await world.service.review.restore('thread', 'p', false);
    await expectMine(world);
  });

  test('when all was rejected and this file was as before already', async () => {
    const world = await editedWorld();
    await world.write('b.txt', 'b\n');
    await world.change('p2', [{ type: 'write', path: 'b.txt', text: 'model\n' }]);
    await world.write('a.txt', 'old\n');
    await world.service.review.reject('thread', null, false);
    await expectMine(world);
  });
});

describe('what a restore brings back of the model is listed again', () => {
  const gone = (world: World) => world.change('p2', [{ type: 'delete', path: 'new.txt' }]);
  async function createdWorld(): Promise<World> {
    const world = await createWorld();
    await world.change('p1', [{ type: 'create', path: 'new.txt', text: 'model\n' }]);
    return world;
  }
  /** It is the model's: whatever is done to it later, a reject leaves nothing of it. */
  async function expectModels(world: World): Promise<void> {
    const next = await world.restart();
    expect(await listed(next)).toEqual([world.path('new.txt')]);
    await next.change('p4', [{ type: 'delete', path: 'new.txt' }]);
    expect(await next.service.review.reject('thread', null, false)).toEqual(rejected);
    await expect(world.text('new.txt')).rejects.toThrow('ENOENT');
  }

  test('when a turn had deleted it, also after that restore was undone once', async () => {
    const world = await createdWorld();
    await gone(world);
    expect(await listed(world)).toEqual([]);
    await world.service.review.restore('thread', 'p2', false);
    await world.service.review.undoRestore('thread');
    expect(await listed(world)).toEqual([]);
    await world.service.review.restore('thread', 'p2', false);
    await expectModels(world);
  });

  test('when the person had rejected it, and a turn had written there anew', async () => {
    const world = await createdWorld();
    await world.change('p2', [{ type: 'write', path: 'new.txt', text: 'more\n' }]);
    await world.service.review.reject('thread', null, false);
    await world.service.review.restore('thread', 'p2', false);
    await expectModels(world);
  });

  test('not when the person had accepted it', async () => {
    const world = await createdWorld();
    await world.service.review.accept('thread', null);
    await gone(world);
    await world.service.review.restore('thread', 'p2', false);
    expect(await listed(world)).toEqual([]);
  });
});

describe('with unsaved edits over what the model changed on disk', () => {
  const buffer = (world: World) => world.window.documents.get(world.path('a.txt'));

  test.each(['reject', 'restore'] as const)('a forced %s puts back the disk as well', async (how) => {
    const world = await editedWorld(true);
    await type(world, 'old\nmodel\ntyped\n');
    const { review } = world.service;
    await (how === 'reject' ? review.reject('thread', null, true) : review.restore('thread', 'p', true));
    expect(await world.text('a.txt')).toBe('old\n');
    expect(buffer(world)).toEqual({ text: 'old\n', isEdited: false });
    expect(await listed(await world.restart())).toEqual([]);
  });

  test('typing that goes on meanwhile is kept, on the disk as it was before', async () => {
    const world = await editedWorld(true);
    await type(world, 'old\nmodel\ntyped\n');
    world.window.nextApply = { type: 'changed' };
    expect(await world.service.review.reject('thread', null, true)).toMatchObject({
      failure: { code: 'file-changed' },
    });
    expect(await world.text('a.txt')).toBe('old\n');
    expect(buffer(world)).toEqual({ text: 'old\nmodel\ntyped\n', isEdited: true });
    expect(await listed(world)).toEqual([world.path('a.txt')]);
  });

  test('that were there before a command, a reject asks, and puts back the disk', async () => {
    const world = await createWorld({ 'a.txt': 'old\n' });
    await world.open('a.txt', 'old\ntyped\n');
    const { done } = await world.service.beforeCommand({ threadId: 'thread', promptId: 'p' });
    await writeFile(world.path('a.txt'), 'old\ncommand\n');
    await done();
    expect(await world.service.review.reject('thread', null, false)).toEqual(asked(world.path('a.txt')));
    expect(buffer(world)?.text).toBe('old\ntyped\n');
    await world.service.review.reject('thread', null, true);
    expect(await world.text('a.txt')).toBe('old\n');
  });

  test('edits that the model’s were made over stay unsaved', async () => {
    const world = await createWorld({ 'a.txt': 'disk\n' });
    await world.open('a.txt', 'typed\n');
    await edit(world, 'typed\nmodel\n');
    await type(world, 'typed\nmodel\nmore\n');
    await world.service.review.reject('thread', null, true);
    expect(buffer(world)).toEqual({ text: 'typed\n', isEdited: true });
    expect(await world.text('a.txt')).toBe('disk\n');
  });
});
