import { expect, test } from 'vitest';
import { longestImage, maxImages, type PromptImage, promptImagesSchema } from './prompt-image.ts';

const image: PromptImage = { mediaType: 'image/png', data: 'iVBORw0KGgo=', width: 2, height: 3 };
const accepts = (...images: unknown[]): boolean => promptImagesSchema.safeParse(images).success;

test('images are base64 of a known type, in bounds', () => {
  expect(accepts(image, { ...image, mediaType: 'image/webp', data: 'AAAA' })).toBe(true);
  for (const data of ['', '=', 'AAA', 'AA=A', 'A===', 'AAAA\n', 'AA-_', 'data:image/png;base64,AAAA'])
    expect([data, accepts({ ...image, data })]).toEqual([data, false]);
  for (const wrong of [{ mediaType: 'image/svg+xml' }, { width: 0 }, { height: 1.5 }, { width: 1e9 }])
    expect(accepts({ ...image, ...wrong })).toBe(false);
  expect(accepts(...Array.from({ length: maxImages + 1 }, () => image))).toBe(false);
});

test('the longest image passes, one that is longer does not', () => {
  expect(accepts({ ...image, data: 'A'.repeat(longestImage) })).toBe(true);
  expect(accepts({ ...image, data: 'A'.repeat(longestImage + 4) })).toBe(false);
});
