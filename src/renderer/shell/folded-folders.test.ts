import { expect, test } from 'vitest';
import { areFolded } from './folded-folders.ts';

test.each([
  ['all of them have room', 300, 200, false],
  ['some of their letters have', 100, 200, false],
  ['short ones have just room', 20, 20, false],
  ['short ones have not', 19, 20, true],
  ['too few of their letters have', 63, 200, true],
  ['not even the name of the file has', -50, 200, true],
])('folders are folded only where they have no room: %s', (_what, room, needed, folded) => {
  expect(areFolded(room, needed)).toBe(folded);
});
