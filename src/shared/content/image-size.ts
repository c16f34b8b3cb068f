import { type TakenType, takenTypeOf } from './image-type.ts';

/** What an image that is taken says of itself in its first bytes. */
export interface ImageHead {
  readonly mediaType: TakenType;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

/**
 * Reads type and size from the head of a file, before anything decodes it. Sources: PNG (W3C) 11.2.2, GIF89a 18 to 26, JPEG (T.81) B.2.2,
 * WebP (RFC 9649) 2.5 to 2.7.
 * @returns `type`: it is of another type; `size`: the size is not in these bytes, or is 0
 */
export function readImageHead(bytes: Uint8Array): ImageHead | 'type' | 'size' {
  const mediaType = takenTypeOf(bytes);
  if (!mediaType) return 'type';
  const size = sizes[mediaType](new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  return size && size.width > 0 && size.height > 0 ? { mediaType, ...size } : 'size';
}

type Size = Pick<ImageHead, 'width' | 'height'>;

const sizes: Readonly<Record<TakenType, (bytes: DataView) => Size | null>> = {
  'image/png': (bytes) =>
    bytes.byteLength >= 24 && tagAt(bytes, 12) === 'IHDR'
      ? { width: bytes.getUint32(16), height: bytes.getUint32(20) }
      : null,
  'image/gif': sizeOfGif,
  'image/jpeg': sizeOfJpeg,
  'image/webp': sizeOfWebp,
};

const tagAt = (bytes: DataView, at: number): string =>
  String.fromCharCode(...[0, 1, 2, 3].map((index) => bytes.getUint8(at + index)));

/** Its screen, and its first picture: decoders make room for that, however small the screen is called. */
function sizeOfGif(bytes: DataView): Size | null {
  if (bytes.byteLength < 13) return null;
  const colours = bytes.getUint8(10);
  // Past the table of colours.
  let at = 13 + (colours & 0x80 ? 3 << ((colours & 7) + 1) : 0);
  while (at + 9 <= bytes.byteLength) {
    const block = bytes.getUint8(at);
    if (block === 0x2c) {
      const uint16 = (place: number): number => bytes.getUint16(place, true);
      const end = { width: uint16(at + 1) + uint16(at + 5), height: uint16(at + 3) + uint16(at + 7) };
      return { width: Math.max(uint16(6), end.width), height: Math.max(uint16(8), end.height) };
    }
    if (block !== 0x21) return null;
    // An extension is pieces, each after its length; one without any ends it.
    at += 2;
    while (at < bytes.byteLength && bytes.getUint8(at) !== 0) at += 1 + bytes.getUint8(at);
    at += 1;
  }
  return null;
}

/** The first frame header, past the segments before it. */
function sizeOfJpeg(bytes: DataView): Size | null {
  for (let at = 2; at + 9 <= bytes.byteLength; ) {
    if (bytes.getUint8(at) !== 0xff) return null;
    const marker = bytes.getUint8(at + 1);
    // Filling bytes, and markers that stand alone.
    if (marker === 0xff) at += 1;
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) at += 2;
    else if (isFrame(marker)) return { height: bytes.getUint16(at + 5), width: bytes.getUint16(at + 7) };
    else if (marker === 0xd9 || marker === 0xda) return null;
    else at += 2 + bytes.getUint16(at + 2);
  }
  return null;
}

/** SOF0 to SOF15 without DHT, JPG and DAC, which lie among them. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

function sizeOfWebp(bytes: DataView): Size | null {
  if (bytes.byteLength < 30) return null;
  const uint24 = (at: number): number => bytes.getUint16(at, true) + (bytes.getUint8(at + 2) << 16);
  switch (tagAt(bytes, 12)) {
    case 'VP8X':
      return { width: uint24(24) + 1, height: uint24(27) + 1 };
    case 'VP8L': {
      const bits = bytes.getUint32(21, true);
      return bytes.getUint8(20) === 0x2f ? { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 } : null;
    }
    case 'VP8 ':
      return uint24(23) === 0x2a019d
        ? { width: bytes.getUint16(26, true) & 0x3fff, height: bytes.getUint16(28, true) & 0x3fff }
        : null;
    default:
      return null;
  }
}
