import { imageTypeOf } from '../../../shared/content/image-type.ts';
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

const taken: readonly MediaType[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

/** Detects the type by the first bytes, whatever the file is named. @returns undefined for a type services do not take */
export function keptType(head: Uint8Array): MediaType | undefined {
  const type = imageTypeOf(head);
  return taken.find((one) => one === type);
}

/** The type that a canvas encodes to; it cannot write GIF. */
export const scaledType = (type: MediaType | undefined): MediaType =>
  type === 'image/jpeg' || type === 'image/webp' ? type : 'image/png';
