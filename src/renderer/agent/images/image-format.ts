import type { PromptImage } from '../../../shared/contract/prompt-image.ts';

type MediaType = PromptImage['mediaType'];

/** Pixels: services scale larger images down, so that these cost more and show no more. */
const longestSide = 1568;
/** Limit in bytes of a file that is read. */
export const maxBytes = 200 * 1024 * 1024;
/** Limit for decoding; a decoded pixel takes four bytes. */
const maxPixels = 100_000_000;

export const isTooBigToDecode = (width: number, height: number): boolean => width * height > maxPixels;

/** The size to send an image in, with its aspect ratio. */
export function fitWithin(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, longestSide / Math.max(width, height));
  const scaled = (length: number) => Math.max(Math.round(length * scale), 1);
  return { width: scaled(width), height: scaled(height) };
}

/** Detects the type by the first bytes, whatever the file is named. @returns undefined for a type services do not take */
export function keptType(head: Uint8Array): MediaType | undefined {
  const text = String.fromCharCode(...head);
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (text.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (text.startsWith('GIF87a') || text.startsWith('GIF89a')) return 'image/gif';
  return text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP' ? 'image/webp' : undefined;
}

/** The type that a canvas encodes to; it cannot write GIF. */
export const scaledType = (type: MediaType | undefined): MediaType =>
  type === 'image/jpeg' || type === 'image/webp' ? type : 'image/png';
