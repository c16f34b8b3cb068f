import { open, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** Bytes that are read at once. */
const pieceSize = 512 * 1024;
/** Milliseconds between two looks: until something is there, and then. */
const firstPause = 8;
const pause = 32;

/**
 * A file for what a program prints. A pipe wakes its reader for every line or two, which takes the program's own time;
 * from a file main reads much at once, and seldom.
 */
export interface OutputFile {
  /** For the program. */
  readonly fd: number;
  /**
   * Reads what is printed, until the program has ended, or has printed more than the file is for.
   * @param onData gives false when there is enough
   * @returns whether it was more
   */
  follow(ended: Promise<unknown>, onData: (bytes: Buffer) => boolean): Promise<boolean>;
  close(): Promise<void>;
}

/**
 * @param folder only the person's own; the file loses its name in it at once, so that nothing of it is left
 * @param maxBytes unlike a pipe, a file does not make the program wait
 */
export async function createOutputFile(folder: string, maxBytes: number): Promise<OutputFile> {
  const path = join(folder, 'output');
  // To be appended to: on Windows a read here would move the place at which the program writes.
  const handle = await open(path, 'ax+', 0o600);
  // Windows may keep the name until the file is closed.
  await unlink(path).catch(() => undefined);
  return {
    fd: handle.fd,
    async follow(ended, onData) {
      const buffer = Buffer.allocUnsafe(pieceSize);
      let hasEnded = false;
      const end = ended
        .catch(() => undefined)
        .then(() => {
          hasEnded = true;
        });
      for (let position = 0; position <= maxBytes; ) {
        // What was printed before the end is there to be read after it.
        const isLast = hasEnded;
        const { bytesRead } = await handle.read(buffer, 0, pieceSize, position);
        position += bytesRead;
        if (bytesRead > 0 && !onData(buffer.subarray(0, bytesRead))) return false;
        if (bytesRead === pieceSize) continue;
        if (isLast) return false;
        await Promise.race([delay(position === 0 ? firstPause : pause), end]);
      }
      return true;
    },
    close: () => handle.close(),
  };
}
