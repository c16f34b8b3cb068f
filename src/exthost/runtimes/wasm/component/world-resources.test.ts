import { expect, test } from 'vitest';
import { createAnswerMemory } from '../answer-memory.ts';
import { HostAsker } from './host-asker.ts';
import { createWorldResources } from './world-resources.ts';

const host = new HostAsker(() => undefined, createAnswerMemory(1000), 1000);
const { lend } = createWorldResources(host);

test('a project has the ids of its worktrees, in the form of a list of u64', () => {
  const project = lend({ type: 'project', worktreeIds: [1, 7] }) as { worktreeIds(): unknown };
  expect(project.worktreeIds()).toEqual(BigUint64Array.of(1n, 7n));
});
