import { expect, test } from 'vitest';
import { fitWithin } from './image-format.ts';
import { pastedImages } from './pasted-images.ts';

test('only what is too long is made smaller, in the same shape', () => {
  expect(fitWithin(40, 30)).toEqual({ width: 40, height: 30 });
  expect(fitWithin(1568, 900)).toEqual({ width: 1568, height: 900 });
  expect(fitWithin(3136, 100)).toEqual({ width: 1568, height: 50 });
  expect(fitWithin(1, 20_000)).toEqual({ width: 1, height: 1568 });
});

test('text that an office program copies with its picture stays text; an image of a page without a file is no image', () => {
  const files = [new File(['x'], 'a.png', { type: 'image/png' }), new File(['x'], 'b.txt', { type: 'text/plain' })];
  const pasted = (types: string[], present: File[]) =>
    pastedImages({ types, files: present as unknown as FileList }).map(({ name }) => name);
  expect(pasted(['Files'], files)).toEqual(['a.png']);
  expect(pasted(['text/html', 'Files'], files)).toEqual(['a.png']);
  expect(pasted(['text/plain', 'text/html', 'Files'], files)).toEqual([]);
  expect(pasted(['text/html'], [])).toEqual([]);
});
