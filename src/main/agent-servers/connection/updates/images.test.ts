import { expect, test } from 'vitest';
import { withImagesNamed } from '../../../../shared/content/agent-images.ts';
import { base64Of, jpegHead, jpegSegment, pngHead } from '../../../../shared/testing/small-images.ts';
import { readMessage, textOfBlocks } from './content.ts';
import { readWhole } from './fields.ts';
import { readImage } from './images.ts';

const png = base64Of(pngHead(640, 480));
const text = (words: string) => ({ type: 'text', text: words });
const image = (data: unknown, more: object = {}) => ({ type: 'image', mimeType: 'image/png', data, ...more });

test('images stand among the words of a message, by what they consist of and not by what they are called', () => {
  const { value, isWhole } = readWhole(() =>
    readMessage([
      text('Before '),
      image(png, { mimeType: 'image/svg+xml', uri: 'file:///p/a%20[1]"`.png' }),
      text('after.'),
    ]),
  );
  const [shown] = value.images ?? [];
  expect(shown).toMatchObject({ mediaType: 'image/png', data: png, width: 640, height: 480, bytes: 29 });
  expect(value.text).toBe(`Before \n\n![a 1.png](agent-image:${shown?.id} "PNG, 640 × 480, 0 KB")\n\nafter.`);
  expect(withImagesNamed(value.text)).toBe('Before \n\n[Image: a 1.png, PNG, 640 × 480, 0 KB]\n\nafter.');
  expect(isWhole).toBe(true);
  // In lines, as some encode it.
  expect(readMessage([image(`${png.slice(0, 8)}\r\n${png.slice(8)}`)]).images).toEqual(value.images);
});

test('an embedded resource is linked, and shown if it is an image', () => {
  const resource = (more: object) => ({ type: 'resource', resource: { uri: 'file:///p/x.png', ...more } });
  const { text: words, images } = readMessage([resource({ blob: png, mimeType: 'image/png' })]);
  expect(images).toHaveLength(1);
  expect(words).toMatch(/^\[file:\/\/\/p\/x\.png\]\(<file:\/\/\/p\/x\.png>\)\n\n!\[x\.png\]/);
  expect(readMessage([resource({ blob: png, mimeType: 'application/pdf' })]).images).toBeUndefined();
  const svg = readMessage([resource({ text: '<svg/>', mimeType: 'image/svg+xml' })]);
  expect(svg).toEqual({ text: '[file:///p/x.png](<file:///p/x.png>)' });
});

test('what is not shown is one line with type, size and reason', () => {
  const line = (data: unknown, more: object = {}) => {
    const { value, isWhole } = readWhole(() => readMessage([image(data, more)]));
    expect(value.images).toBeUndefined();
    expect(isWhole).toBe(false);
    return value.text;
  };
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>').toString('base64');
  expect(line(svg, { mimeType: 'image/svg+xml' })).toBe(
    '*(An image (image/svg+xml, 0.1 KB), which is not shown here: only PNG, JPEG, GIF and WebP are.)*',
  );
  expect(line(svg)).toContain('only PNG, JPEG');
  expect(line('not base64')).toContain('its bytes cannot be read');
  expect(line(7)).toBe('*(An image (image/png), which is not shown here: it came without its bytes.)*');
  expect(line('', { mimeType: '![x](y) *z*', uri: 'https://x.test/a.png' })).toBe(
    '*(An image (xyz), which is not shown here: it came without its bytes.)* [https://x.test/a.png](<https://x.test/a.png>)',
  );
  expect(line(base64Of(pngHead(8000, 5001)))).toContain('(image/png, 8000 × 5001, 0 KB)');
  expect(line(base64Of(pngHead(8000, 5001)))).toContain('more than 40 million pixels');
  expect(line(base64Of(pngHead(100_001, 1)))).toContain('pixels');
  expect(line(base64Of(pngHead(0, 1)))).toContain('width and height');
  expect(line('A'.repeat(5_000_004))).toContain('it has more than 3.6 MB');
});

test('a size that stands far into a file is found, and thoughts name what they cannot show', () => {
  const segments = Array.from({ length: 3 }, () => jpegSegment(0xe2, 60_000)).flat();
  const bytes = Buffer.from(jpegHead(12, 34, segments)).toString('base64');
  expect(readImage({ data: bytes })).toMatchObject({ image: { mediaType: 'image/jpeg', width: 12, height: 34 } });
  expect(textOfBlocks([text('Hm '), image(png)])).toBe('Hm *(Image: PNG, 640 × 480, 0 KB)*');
});
