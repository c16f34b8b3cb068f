import { expect, test } from 'vitest';
import { filesSince, turnStep } from './files-since.ts';

test('a restore changes the files of its turn and of all later ones', () => {
  const checkpoints = [
    { promptId: 'one', fileCount: 1 },
    { promptId: 'two', fileCount: 2 },
    { promptId: 'three', fileCount: 4 },
  ];
  expect(filesSince({ checkpoints }, 'three')).toEqual({ count: 4, isExact: true });
  expect(filesSince({ checkpoints }, 'two')).toEqual({ count: 6, isExact: false });
});

test('the last turn that changed files is undone in one step, and redone until something else is done', () => {
  const checkpoints = [
    { promptId: 'p1', fileCount: 1 },
    { promptId: 'p2', fileCount: 3 },
  ];
  const of = (undone: string | null) => ['p1', 'p2', 'p3'].map((id) => turnStep({ checkpoints, undone }, id));
  expect(of(null)).toEqual([null, 'undo', null]);
  expect(of('p3')).toEqual([null, 'undo', 'redo']);
  expect(turnStep(undefined, 'p1')).toBeNull();
});
