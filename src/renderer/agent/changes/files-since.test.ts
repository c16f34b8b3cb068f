import { expect, test } from 'vitest';
import { filesSince } from './files-since.ts';

test('a restore changes the files of its turn and of all later ones', () => {
  const checkpoints = [
    { promptId: 'one', fileCount: 1 },
    { promptId: 'two', fileCount: 2 },
    { promptId: 'three', fileCount: 4 },
  ];
  expect(filesSince({ checkpoints }, 'three')).toEqual({ count: 4, isExact: true });
  expect(filesSince({ checkpoints }, 'two')).toEqual({ count: 6, isExact: false });
});
