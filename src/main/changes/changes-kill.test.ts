import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { randomOf } from '../../shared/testing/random.ts';
import { createWorld, openWorld, treeOf } from './changes-world.fixture.ts';
import { firstChanges, generationOf, treeOfGeneration } from './generations.fixture.ts';

const child = join(import.meta.dirname, 'changes-kill.child.ts');

/** A folder in which writers change files until they are killed. */
async function setUp() {
  let world = await createWorld();
  await world.change('first', firstChanges);
  // A writer that rejects all takes back what is in review, and this would be the tree itself.
  await world.service.review.accept('thread', null);
  const { root } = world;
  const folder = join(root, '..');
  await world.service.close();
  // Most of a writer's life would be the compiling of its modules.
  const env = { ...process.env, NODE_COMPILE_CACHE: join(folder, 'compiled') };
  let started = 0;
  return {
    root,
    start: (aim = '') => fork(child, [folder, String(started++), aim], { stdio: 'inherit', env }),
    /** Looks at what a killed one has left. @returns whether something was taken back */
    async mended(isRestored: boolean): Promise<boolean> {
      // Each file is of one generation, whole, before anything was mended.
      const atKill = await treeOf(root);
      for (const [path, file] of Object.entries(atKill)) {
        if (!path.endsWith('.txt') || path.endsWith('m.txt')) continue;
        expect(treeOfGeneration(Number(file.slice(4).split(' ')[0]))['a.txt']).toBe(file);
      }
      world = await openWorld(folder);
      const { review } = world.service;
      await review.review('thread');
      const present = await treeOf(root);
      expect(present).toEqual(treeOfGeneration(await generationOf(root)));
      expect(world.problems).toEqual([]);

      if (isRestored) {
        const before = (await review.review('thread')).checkpoints.at(1);
        if (before) {
          expect(await review.restore('thread', before.promptId, true)).toMatchObject({ ok: true });
          expect(await treeOf(root)).toEqual(treeOfGeneration(await generationOf(root)));
          await review.undoRestore('thread');
        }
        expect(await treeOf(root)).toEqual(present);
      }
      await world.service.close();
      return JSON.stringify(atKill) !== JSON.stringify(present);
    },
  };
}

test('killed in the middle of a change, all files are as before it, and a restore works', async () => {
  const { start, mended } = await setUp();
  // Some of its files are there by then.
  const writer = start('6');
  writer.send('go');
  await once(writer, 'exit');
  expect(await mended(true)).toBe(true);
});

test('killed at any moment, all files are before or after a change, and a restore works', {
  tags: ['soak'],
  timeout: 900_000,
}, async () => {
  const kills = 50;
  const { root, start, mended } = await setUp();
  const random = randomOf('kills of changes');
  let next = start();
  let takenBack = 0;
  // On until one of the kills hit a change on its way: after so many at any moment, those when a file has just changed.
  for (let round = 0; round < kills || (takenBack === 0 && round < kills + 60); round += 1) {
    const writer = next;
    writer.send('go');
    await once(writer, 'message');
    const isAimed = round >= kills;
    if (isAimed) await nextChange(root, writer);
    // When it is killed must not follow from what it does, but for those that are aimed.
    const until = performance.now() + random() * (isAimed ? 3 : 120);
    while (performance.now() < until) await new Promise((resolve) => setImmediate(resolve));
    writer.kill('SIGKILL');
    await once(writer, 'exit');
    next = start();
    if (await mended(round % 5 === 4)) takenBack += 1;
  }
  next.kill('SIGKILL');
  expect(takenBack).toBeGreaterThan(0);
});

/** Something changes in a folder, or whoever is to change it has ended. */
const nextChange = (folder: string, writer: ChildProcess): Promise<void> =>
  new Promise((resolve, reject) => {
    const watcher = watch(folder, () => {
      watcher.close();
      resolve();
    });
    writer.once('exit', (code) => {
      watcher.close();
      reject(new Error(`the writer ended by itself, with ${code}`));
    });
  });
