import { expect, test } from 'vitest';
import { createAgentsAtWork, workingWhileWatched } from './agents-at-work.ts';

test('a change is of the agent that works, or that has just ended, and later of none', () => {
  let at = 0;
  const { begin, changer } = createAgentsAtWork(() => at);
  expect(changer()).toBeNull();
  const [endOne, endTwo] = [begin('One', 'p1'), begin('Two', 'p2')];
  expect(changer()).toEqual({ name: 'Two' });
  endTwo();
  expect(changer()).toEqual({ name: 'One', turn: 'p1' });
  endOne();
  at = 2_999;
  endTwo();
  expect(changer()).toEqual({ name: 'One', turn: 'p1' });
  at = 3_000;
  expect(changer()).toBeNull();
});

test('an agent is at work while what it changes is watched, also when that cannot be', async () => {
  const { begin, changer } = createAgentsAtWork();
  const place = { threadId: 't', promptId: 'p' };
  const watch = await workingWhileWatched({ begin }, 'One', async () => ({
    missing: null,
    claim: () => {},
    done: async () => {},
  }))(place);
  expect(changer()).toEqual({ name: 'One', turn: 'p' });
  await watch.done();
  const ended: string[] = [];
  const noting = { begin: (name: string) => () => void ended.push(name) };
  const broken = workingWhileWatched(noting, 'Two', async () => {
    throw new Error('It cannot be watched.');
  });
  await expect(broken(place)).rejects.toThrow('It cannot be watched.');
  expect(ended).toEqual(['Two']);
});
