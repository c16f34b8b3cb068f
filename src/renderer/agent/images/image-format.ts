import type { PromptImage } from '../../../shared/contract/prompt-image.ts';

type MediaType = PromptImage['mediaType'];

/** Pixels: services scale down what is longer, so that it costs more and shows no more. */
const longestSide = 1568;
/** Bytes of a file that is read at all. */
export const maxBytes = 200 * 1024 * 1024;
/** Decoded, a pixel takes four bytes. */
const maxPixels = 100_000_000;

export const isTooBigToDecode = (width: number, height: number): boolean => width * height > maxPixels;

/** The size that an image is sent in, of the same shape. */
export function fitWithin(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, longestSide / Math.max(width, height));
  const scaled = (length: number) => Math.max(Math.round(length * scale), 1);
  return { width: scaled(width), height: scaled(height) };
}

/** By its first bytes, whatever the file calls itself. @returns undefined for a format that services do not take */
export function keptType(head: Uint8Array): MediaType | undefined {
  const text = String.fromCharCode(...head);
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (text.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (text.startsWith('GIF87a') || text.startsWith('GIF89a')) return 'image/gif';
  return text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP' ? 'image/webp' : undefined;
}

/** What a canvas writes of it; it writes no GIF. */
export const scaledType = (type: MediaType | undefined): MediaType =>
  type === 'image/jpeg' || type === 'image/webp' ? type : 'image/png';
