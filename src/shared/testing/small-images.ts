/** Heads of image files: what a reader of types and sizes looks at. */

const text = (word: string): number[] => Array.from(word, (letter) => letter.charCodeAt(0));
const uint16 = (value: number): number[] => [value >> 8, value & 0xff];
const uint32 = (value: number): number[] => [...uint16(value >>> 16), ...uint16(value & 0xffff)];
const uint24LE = (value: number): number[] => [value & 0xff, (value >> 8) & 0xff, value >> 16];

export const pngHead = (width: number, height: number): number[] => [
  ...[0x89, ...text('PNG\r\n\x1a\n'), ...uint32(13), ...text('IHDR')],
  ...[...uint32(width), ...uint32(height), 8, 6, 0, 0, 0],
];
const uint16LE = (value: number): number[] => uint16(value).reverse();
/** @param picture width and height of its first picture, if not those of its screen @param before extensions */
export const gifHead = (
  width: number,
  height: number,
  [pictureWidth, pictureHeight] = [width, height],
  before: readonly number[] = [],
): number[] => [
  ...[...text('GIF89a'), ...uint16LE(width), ...uint16LE(height), 0x91, 0, 0],
  // Four colours.
  ...[...new Array<number>(12).fill(0x2c), ...before],
  ...[0x2c, 0, 0, 0, 0, ...uint16LE(pictureWidth), ...uint16LE(pictureHeight), 0],
];
export const gifComment = (length: number): number[] => [
  ...[0x21, 0xfe, length, ...new Array<number>(length).fill(0x2c), 0],
];
/** @param before segments before the frame */
export const jpegHead = (width: number, height: number, before: readonly number[] = []): number[] => [
  ...[0xff, 0xd8, ...before],
  ...[0xff, 0xc2, ...uint16(17), 8, ...uint16(height), ...uint16(width), 3],
];
export const jpegSegment = (marker: number, length: number): number[] => [
  ...[0xff, marker, ...uint16(length)],
  ...new Array<number>(length - 2).fill(0xc0),
];

const riff = (kind: string, rest: readonly number[]): number[] => {
  const bytes = [...text('RIFF'), 0, 0, 0, 0, ...text('WEBP'), ...text(kind), 0, 0, 0, 0, ...rest];
  return [...bytes, ...new Array<number>(Math.max(0, 30 - bytes.length)).fill(0)];
};
export const webpHeads = (width: number, height: number): Record<string, number[]> => ({
  extended: riff('VP8X', [0, 0, 0, 0, ...uint24LE(width - 1), ...uint24LE(height - 1)]),
  lossless: riff('VP8L', [0x2f, ...uint32((width - 1) | ((height - 1) << 14)).reverse()]),
  lossy: riff('VP8 ', [0, 0, 0, 0x9d, 0x01, 0x2a, ...uint16(width).reverse(), ...uint16(height).reverse()]),
});

export const base64Of = (bytes: readonly number[]): string => btoa(String.fromCharCode(...bytes));
