import { expect, test } from 'vitest';
import { imageOf } from '../threads/agent-world.fixture.ts';
import { moved, plainMessage } from './format-queue.ts';

test('a message reads as it was typed, its mentions by their labels', () => {
  expect(plainMessage({ text: 'See [@a.ts (3)](file:///p/a.ts#L3-L3) and `b`' })).toBe('See @a.ts (3) and `b`');
  expect(plainMessage({ text: ' ', images: [imageOf('i')] })).toBe('An image');
  expect(plainMessage({ text: '', images: [imageOf('i'), imageOf('j')] })).toBe('2 images');
});

test('a message moves among the others, and not beyond them', () => {
  expect(moved(['a', 'b', 'c'], 'c', -1)).toEqual(['a', 'c', 'b']);
  expect(moved(['a', 'b', 'c'], 'a', 2)).toEqual(['b', 'c', 'a']);
  const ids = ['a', 'b'];
  expect(moved(ids, 'a', -1)).toBe(ids);
  expect(moved(ids, 'b', 1)).toBe(ids);
  expect(moved(ids, 'x', 1)).toBe(ids);
});
