import { once } from 'node:events';
import { flushCompileCache } from 'node:module';
import { randomOf } from '../../shared/testing/random.ts';
import { killAtRename } from '../testing/kill-at-rename.ts';
import { openWorld } from './changes-world.fixture.ts';
import { changesFrom, generationOf } from './generations.fixture.ts';

// Run by changes-kill.test.ts, which kills it: changes the tree, restores it, undoes the restore, for ever. With a
// number for `aim` it kills itself in place of that rename.
const [folder = '', round = '', aim = ''] = process.argv.slice(2);
// For the next: this one is killed.
flushCompileCache();
const random = randomOf(`changes of ${round}`);
// It starts while the last one is looked at.
await once(process, 'message');
const world = await openWorld(folder);
const { review } = world.service;
await review.review('thread');

const must = (result: { ok: boolean }): void => {
  if (!result.ok) throw new Error(JSON.stringify(result));
};
if (aim !== '') killAtRename(Number(aim));
process.send?.('writing');
for (;;) {
  const prompt = `p${process.pid}-${random()}`;
  for (let n = 0; n < 2; n += 1) await world.change(prompt, changesFrom(await generationOf(world.root)));
  must(await review.restore('thread', prompt, false));
  must(await review.undoRestore('thread'));
  if (random() < 0.5) must(await review.reject('thread', null, false));
  else must(await review.accept('thread', null));
}
