import { expect, test } from 'vitest';
import { gifComment, gifHead, jpegHead, jpegSegment, pngHead, webpHeads } from '../testing/small-images.ts';
import { readImageHead } from './image-size.ts';

const head = (bytes: readonly number[]) => readImageHead(Uint8Array.from(bytes));

test('type and size of an image are read from its head, whatever stands before them', () => {
  expect(head(pngHead(640, 480))).toEqual({ mediaType: 'image/png', width: 640, height: 480 });
  expect(head(gifHead(300, 7))).toEqual({ mediaType: 'image/gif', width: 300, height: 7 });
  // What is decoded is as large as the first picture, whatever the screen is said to be.
  expect(head(gifHead(1, 9, [20_000, 7], [...gifComment(200), ...gifComment(3)]))).toMatchObject({
    width: 20_000,
    height: 9,
  });
  const before = [...jpegSegment(0xe1, 900), 0xff, ...jpegSegment(0xc4, 40)];
  expect(head(jpegHead(4000, 3000, before))).toEqual({ mediaType: 'image/jpeg', width: 4000, height: 3000 });
  for (const bytes of Object.values(webpHeads(1025, 513)))
    expect(head(bytes)).toEqual({ mediaType: 'image/webp', width: 1025, height: 513 });
  // A part of a larger buffer.
  const within = Uint8Array.from([0, 0, 0, ...pngHead(3, 4)]).subarray(3);
  expect(readImageHead(within)).toEqual({ mediaType: 'image/png', width: 3, height: 4 });
});

test('what is torn, empty or of another type has no size', () => {
  const whole = [
    pngHead(640, 480),
    gifHead(3, 4),
    jpegHead(5, 6, jpegSegment(0xe0, 16)),
    ...Object.values(webpHeads(7, 8)),
  ];
  for (const bytes of whole)
    for (let length = 0; length < bytes.length; length++) {
      const found = head(bytes.slice(0, length));
      if (typeof found === 'object') expect(found).toEqual(head(bytes));
    }
  expect(head(pngHead(0, 480))).toBe('size');
  expect(head([...jpegHead(5, 6).slice(0, 2), 0xff, 0xda, 0, 8])).toBe('size');
  for (const text of [
    '',
    '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'BM and more of it',
    'RIFF\0\0\0\0WAVEfmt ',
    'GIF',
  ])
    expect(head(Array.from(text, (one) => one.charCodeAt(0))), text).toBe('type');
});
