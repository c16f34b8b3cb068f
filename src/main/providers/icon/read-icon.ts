import { constants } from 'node:fs';
import { open, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { isInside } from '../../documents/project-border.ts';
import { longestIcon, sanitizeSvg } from './sanitize-svg.ts';

/**
 * Reads an extension's icon.
 * @param rootPath the extension's folder, which must contain the file, links resolved
 * @returns sanitized SVG text; null if there is none
 */
export async function readIcon(rootPath: string, path: string): Promise<string | null> {
  try {
    const file = await realpath(join(rootPath, path));
    if (!isInside(await realpath(rootPath), file)) return null;
    // Without O_NONBLOCK, which Windows lacks, opening a pipe without a writer would block.
    const handle = await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      if (!(await handle.stat()).isFile()) return null;
      const bytes = Buffer.alloc(longestIcon + 1);
      const { bytesRead } = await handle.read(bytes, 0, bytes.length, 0);
      return sanitizeSvg(bytes.toString('utf8', 0, bytesRead));
    } finally {
      await handle.close();
    }
  } catch {
    return null;
  }
}
