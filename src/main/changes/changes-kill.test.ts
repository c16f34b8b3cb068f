import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { randomOf } from '../../shared/testing/random.ts';
import { lengthOf } from '../../shared/testing/soak.ts';
import { createWorld, treeOf } from './changes-world.fixture.ts';
import { firstChanges, generationOf, treeOfGeneration } from './generations.fixture.ts';

const kills = lengthOf(2, 50);

test('killed at any moment, all files are before or after a change, and a restore works', {
  timeout: 120_000 + kills * 8_000,
}, async () => {
  let world = await createWorld();
  await world.change('first', firstChanges);
  const folder = join(world.root, '..');
  await world.service.close();
  const random = randomOf('kills of changes');
  let started = 0;
  const start = () =>
    fork(join(import.meta.dirname, 'changes-kill.child.ts'), [folder, String(started++)], { stdio: 'inherit' });
  let next = start();
  let cutOff = 0;
  // On until one of the kills hit a change on its way: after so many at any moment, those when a file has just changed.
  for (let round = 0; round < kills || (cutOff === 0 && round < 60); round += 1) {
    const writer = next;
    writer.send('go');
    await once(writer, 'message');
    const isAimed = round >= kills;
    if (isAimed) await nextChange(world.root, writer);
    // When it is killed must not follow from what it does, but for those that are aimed.
    const until = performance.now() + random() * (isAimed ? 3 : 120);
    while (performance.now() < until) await new Promise((resolve) => setImmediate(resolve));
    writer.kill('SIGKILL');
    await once(writer, 'exit');
    next = start();

    // Each file is of one generation, whole, before anything was mended.
    for (const [path, file] of Object.entries(await treeOf(world.root))) {
      if (!path.endsWith('.txt') || path.endsWith('m.txt')) continue;
      expect(treeOfGeneration(Number(file.slice(4).split(' ')[0]))['a.txt']).toBe(file);
    }
    const atKill = await treeOf(world.root);
    world = await createWorld(folder);
    await world.service.review.review('thread');
    const generation = await generationOf(world.root);
    const present = await treeOf(world.root);
    expect(present).toEqual(treeOfGeneration(generation));
    if (JSON.stringify(atKill) !== JSON.stringify(present)) cutOff += 1;
    expect(world.problems).toEqual([]);

    if (round % 5 === 4) {
      const before = (await world.service.review.review('thread')).checkpoints.at(1);
      if (before) {
        expect(await world.service.review.restore('thread', before.promptId, true)).toMatchObject({ ok: true });
        expect(await treeOf(world.root)).toEqual(treeOfGeneration(await generationOf(world.root)));
        await world.service.review.undoRestore('thread');
      }
      expect(await treeOf(world.root)).toEqual(present);
    }
    await world.service.close();
  }
  next.kill('SIGKILL');
  // What was on its way was taken back.
  expect(cutOff).toBeGreaterThan(0);
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
