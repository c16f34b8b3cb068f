import { crc32, deflateSync } from 'node:zlib';

/** A picture of bars as PNG, in base64. */
export function picture(width: number, height: number): string {
  const row = width * 3 + 1;
  const pixels = Buffer.alloc(row * height, 245);
  for (let y = 0; y < height; y++) {
    pixels[y * row] = 0;
    for (let x = 0; x < width; x++) {
      const bar = Math.floor((x * 8) / width);
      const isBar = (x * 8) % width > width * 0.2 && y > height - (height * ((bar * 5) % 8) + height) / 9;
      if (isBar) pixels.set([40 + bar * 20, 110, 200 - bar * 12], y * row + 1 + x * 3);
    }
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width);
  head.writeUInt32BE(height, 4);
  head.set([8, 2], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    ...[signature, chunk('IHDR', head), chunk('IDAT', deflateSync(pixels)), chunk('IEND', Buffer.alloc(0))],
  ]).toString('base64');
}

function chunk(kind: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(kind), data]);
  const frame = Buffer.alloc(body.length + 8);
  frame.writeUInt32BE(data.length);
  frame.set(body, 4);
  frame.writeUInt32BE(crc32(body), body.length + 4);
  return frame;
}
