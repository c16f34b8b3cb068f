/** Media types of images that the window can show. */
export type ImageType =
  | 'image/png'
  | 'image/jpeg'
  | 'image/gif'
  | 'image/webp'
  | 'image/avif'
  | 'image/bmp'
  | 'image/x-icon';

/** Those that services take: an image that a thread keeps is of one of them. */
export const takenTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const satisfies ImageType[];
export type TakenType = (typeof takenTypes)[number];

/** The type of an image by its first 12 bytes; undefined: it is none of those that are taken. */
export function takenTypeOf(head: Uint8Array): TakenType | undefined {
  const type = imageTypeOf(head);
  return takenTypes.find((one) => one === type);
}

/** Detects an image by its first 12 bytes, whatever the file is named; undefined: it is none that is known. */
export function imageTypeOf(head: Uint8Array): ImageType | undefined {
  const text = String.fromCharCode(...head.subarray(0, 12));
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (text.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (text.startsWith('GIF87a') || text.startsWith('GIF89a')) return 'image/gif';
  if (text.startsWith('RIFF') && text.slice(8) === 'WEBP') return 'image/webp';
  if (/^ftypavi[fs]$/.test(text.slice(4))) return 'image/avif';
  if (text.startsWith('\0\0\x01\0')) return 'image/x-icon';
  return text.startsWith('BM') ? 'image/bmp' : undefined;
}
