import type { FileHandle } from 'node:fs/promises';

/** A zip archive, read where it is needed: it may be larger than what fits into memory. */
export interface ZipBytes {
  readonly length: number;
  /** Bytes from `start` on. There are fewer where the archive ends. */
  read(start: number, count: number): Promise<Buffer>;
}

export async function zipBytesOf(file: FileHandle): Promise<ZipBytes> {
  const { size } = await file.stat();
  return {
    length: size,
    async read(start, count) {
      const wanted = Buffer.alloc(Math.max(0, Math.min(count, size - start)));
      let filled = 0;
      while (filled < wanted.length) {
        const { bytesRead } = await file.read(wanted, filled, wanted.length - filled, start + filled);
        if (bytesRead === 0) break;
        filled += bytesRead;
      }
      return wanted.subarray(0, filled);
    },
  };
}
