import type { TakenType } from '../../../shared/content/image-type.ts';
import type { PromptImage } from '../../../shared/contract/prompt-image.ts';

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

/** The type that a canvas encodes to; it cannot write GIF. */
export const scaledType = (type: TakenType | undefined): TakenType =>
  type === 'image/jpeg' || type === 'image/webp' ? type : 'image/png';

/** Pixels, of an image within a text. */
const highest = 320;

/** The size to show an image of an answer in, unless the text is narrower. */
export function shownSize({ width, height }: { width: number; height: number }): { width: number; height: number } {
  const scale = Math.min(1, highest / height);
  return { width: Math.max(Math.round(width * scale), 1), height: Math.max(Math.round(height * scale), 1) };
}

/** Characters of base64 that are decoded in one go: all of an image would hold the page up. */
const pieceSize = 1_000_000;

/** Whether all of an image can be decoded: an element accepts a torn one, and shows nothing. */
export async function isWhole({ data, mediaType }: Pick<PromptImage, 'data' | 'mediaType'>): Promise<boolean> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  for (let at = 0; at < data.length; at += pieceSize) {
    if (at > 0) await new Promise((resolve) => setTimeout(resolve));
    pieces.push(bytesOf(data.slice(at, at + pieceSize)));
  }
  try {
    const blob = new Blob(pieces, { type: mediaType });
    const bitmap = await createImageBitmap(blob, { resizeWidth: 1, resizeHeight: 1 });
    bitmap.close();
    return true;
  } catch {
    return false;
  }
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const letters = atob(base64);
  const bytes = new Uint8Array(letters.length);
  for (let at = 0; at < letters.length; at++) bytes[at] = letters.charCodeAt(at);
  return bytes;
}
