import { mkdir, rename, symlink, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ChangeService } from './change-service.ts';
import { createWorld, type World } from './changes-world.fixture.ts';

/** Commands and agents that change files at the same time. */

type Watch = Awaited<ReturnType<ChangeService['beforeCommand']>>;

const begin = (world: World, threadId: string, folder = '') =>
  world.service.beforeCommand({ threadId, promptId: 'p' }, join(world.root, folder));
const claim = (world: World, watch: Watch, ...names: string[]) =>
  watch.claim({ call: 'call', paths: names.map(world.path) });
/** What a thread has for review, and of that what may be another's: undoing it asks first. */
async function changed(world: World, threadId: string) {
  const name = (path: string) => path.slice(world.root.length + 1);
  const { files } = await world.service.review.review(threadId);
  const restored = await world.service.review.restore(threadId, 'p', false);
  const asked = restored.ok && restored.value.type === 'changed-since' ? restored.value.paths : [];
  return {
    files: files.map(({ kind, path, movedFrom }) =>
      [kind, name(path), ...(movedFrom === undefined ? [] : ['from', name(movedFrom)])].join(' '),
    ),
    unsure: asked.map(name),
  };
}

test('two share what they change, each from its beginning on', async () => {
  const world = await createWorld();
  const first = await begin(world, 'one');
  await world.write('a.txt', 'a');
  const second = await begin(world, 'two');
  await world.write('b.txt', 'b');
  await first.done();
  await world.write('c.txt', 'c');
  await second.done();
  expect(await changed(world, 'one')).toEqual({ files: ['created a.txt', 'created b.txt'], unsure: ['b.txt'] });
  expect(await changed(world, 'two')).toEqual({ files: ['created b.txt', 'created c.txt'], unsure: ['b.txt'] });
});

test('each has what it says that it changes; of the rest it is said that it may be another’s', async () => {
  const world = await createWorld();
  const [first, second] = [await begin(world, 'one'), await begin(world, 'two')];
  claim(world, first, 'a.txt', 'd.txt');
  claim(world, second, 'b.txt', 'd.txt');
  for (const name of ['a.txt', 'b.txt', 'c.txt', 'd.txt']) await world.write(name, 'x');
  await Promise.all([first.done(), second.done()]);
  expect(await changed(world, 'one')).toEqual({
    files: ['created a.txt', 'created c.txt', 'created d.txt'],
    unsure: ['c.txt', 'd.txt'],
  });
  expect(await changed(world, 'two')).toEqual({
    files: ['created b.txt', 'created c.txt', 'created d.txt'],
    unsure: ['c.txt', 'd.txt'],
  });
});

test('one that works in a folder and one that works in a folder of it know of each other', async () => {
  const world = await createWorld({ 'sub/old.txt': 'old' });
  const outer = await begin(world, 'outer');
  await world.write('sub/before.txt', 'x');
  const inner = await begin(world, 'inner', 'sub');
  claim(world, outer, 'sub/outer.txt');
  claim(world, inner, 'sub/inner.txt');
  for (const name of ['outer.txt', 'sub/outer.txt', 'sub/inner.txt', 'sub/either.txt']) await world.write(name, 'x');
  await inner.done();
  await world.write('sub/after.txt', 'x');
  await outer.done();
  expect(await changed(world, 'inner')).toEqual({
    files: ['created sub/either.txt', 'created sub/inner.txt'],
    unsure: ['sub/either.txt'],
  });
  expect(await changed(world, 'outer')).toEqual({
    files: [
      'created outer.txt',
      'created sub/after.txt',
      'created sub/before.txt',
      'created sub/either.txt',
      'created sub/outer.txt',
    ],
    unsure: ['sub/either.txt'],
  });
});

test.each(['mine', 'yours'])(
  'what one names where another works is for review there, and may be another’s, whoever ends first: %s',
  async (ending) => {
    const world = await createWorld({ 'mine/a.txt': 'a', 'yours/b.txt': 'b' });
    const [mine, yours] = [await begin(world, 'mine', 'mine'), await begin(world, 'yours', 'yours')];
    claim(world, mine, 'yours/b.txt');
    await world.write('yours/b.txt', 'B');
    for (const watch of ending === 'mine' ? [mine, yours] : [yours, mine]) await watch.done();
    expect(await changed(world, 'mine')).toEqual({ files: [], unsure: [] });
    expect(await changed(world, 'yours')).toEqual({ files: ['edited yours/b.txt'], unsure: ['yours/b.txt'] });
  },
);

test('a folder that is named stands for what is in it, unless another names that itself; the whole folder for nothing', async () => {
  const world = await createWorld();
  const [first, second] = [await begin(world, 'one'), await begin(world, 'two')];
  claim(world, first, 'made');
  claim(world, second, '', 'made/b.txt');
  for (const name of ['made/a.txt', 'made/b.txt', 'c.txt']) await world.write(name, 'x');
  await Promise.all([first.done(), second.done()]);
  expect(await changed(world, 'one')).toEqual({ files: ['created c.txt', 'created made/a.txt'], unsure: ['c.txt'] });
  expect(await changed(world, 'two')).toEqual({ files: ['created c.txt', 'created made/b.txt'], unsure: ['c.txt'] });
});

test('a link that is named stands for itself and for where it leads', async () => {
  const world = await createWorld({ 'real/a.txt': 'a', 'b.txt': 'b' });
  await symlink('real', world.path('folder'));
  await symlink('real/a.txt', world.path('link'));
  await symlink('b.txt', world.path('replaced'));
  const [first, second] = [await begin(world, 'one'), await begin(world, 'two')];
  claim(world, first, 'link', 'folder/new.txt', 'replaced');
  // Until the claim is known where the links lead.
  await (await begin(world, 'three')).done();
  await world.write('real/a.txt', 'A');
  await world.write('real/new.txt', 'new');
  await unlink(world.path('replaced'));
  await world.write('replaced', 'no link any more');
  await Promise.all([first.done(), second.done()]);
  expect(await changed(world, 'one')).toEqual({
    files: ['edited real/a.txt', 'created real/new.txt', 'edited replaced'],
    unsure: [],
  });
  expect(await changed(world, 'two')).toEqual({ files: [], unsure: [] });
});

test('what was named by a call that did not do it may be of each, until it does it after all', async () => {
  const world = await createWorld();
  const [first, second] = [await begin(world, 'one'), await begin(world, 'two')];
  first.claim({ call: 'refused', paths: [world.path('a.txt')] });
  first.claim({ call: 'refused', paths: [], isMade: false });
  first.claim({ call: 'refused', paths: [world.path('a.txt')] });
  first.claim({ call: 'allowed', paths: [world.path('b.txt')], isMade: false });
  first.claim({ call: 'allowed', paths: [], isMade: true });
  for (const name of ['a.txt', 'b.txt']) await world.write(name, 'x');
  await Promise.all([first.done(), second.done()]);
  expect(await changed(world, 'one')).toEqual({ files: ['created a.txt', 'created b.txt'], unsure: ['a.txt'] });
  expect(await changed(world, 'two')).toEqual({ files: ['created a.txt'], unsure: ['a.txt'] });
});

test('a file that is moved stays one, whichever of its places is named', async () => {
  const world = await createWorld({ 'a.txt': 'a', 'b.txt': 'b', 'c.txt': 'c', 'sub/d.txt': 'd' });
  const [first, second] = [await begin(world, 'one'), await begin(world, 'two')];
  const inner = await begin(world, 'inner', 'sub');
  claim(world, first, 'a.txt', 'new-a.txt');
  claim(world, second, 'new-b.txt', 'sub/d.txt');
  for (const name of ['a.txt', 'b.txt', 'c.txt']) await rename(world.path(name), world.path(`new-${name}`));
  await rename(world.path('sub/d.txt'), world.path('d.txt'));
  await Promise.all([first.done(), second.done(), inner.done()]);
  const unnamed = 'edited new-c.txt from c.txt';
  expect((await changed(world, 'one')).files).toEqual(['edited new-a.txt from a.txt', unnamed]);
  expect((await changed(world, 'two')).files).toEqual([
    'edited d.txt from sub/d.txt',
    'edited new-b.txt from b.txt',
    unnamed,
  ]);
  expect((await changed(world, 'inner')).files).toEqual([]);
});

test('what changed elsewhere is known at the next start, also when that of one thread cannot be written down', async () => {
  const world = await createWorld({ 'gone/a.txt': 'a', 'kept/b.txt': 'b' });
  const elsewhere = await createWorld();
  await world.service.beforeCommand({ threadId: 'one', promptId: 'p' }, elsewhere.root);
  await begin(world, 'one');
  await begin(world, 'two');
  await world.write('kept/b.txt', 'B');
  const threads = join(world.userData, 'checkpoints', 'threads');
  await mkdir(threads, { recursive: true });
  await writeFile(join(threads, 'one'), '');
  await elsewhere.write('c.txt', 'c');
  const next = await world.restart();
  expect((await next.service.review.review('two')).files.map(({ path }) => path)).toEqual([world.path('kept/b.txt')]);
  expect(next.problems.join('\n')).toContain('could not be recorded');
});
