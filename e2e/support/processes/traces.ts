import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';

/** @returns the files below a folder that contain a text, whatever their format */
export function filesWith(folder: string, text: string): Promise<string[]> {
  const needle = Buffer.from(text);
  return filesWhere(folder, (bytes) => bytes.includes(needle));
}

/** @returns the files below a folder whose bytes fulfil a condition */
export async function filesWhere(folder: string, isTrue: (bytes: Buffer) => boolean): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  // A file removed meanwhile counts as empty.
  const found = await Promise.all(paths.map(async (path) => isTrue(await readFile(path).catch(() => Buffer.alloc(0)))));
  return paths.filter((_, index) => found[index]);
}

/** @returns all text of the page: elements with their attributes, field values, storage */
export const pageText = (page: Page): Promise<string> =>
  page.evaluate(() =>
    [
      document.documentElement.outerHTML,
      ...[...document.querySelectorAll('input, textarea')].map((field) => (field as HTMLInputElement).value),
      JSON.stringify(localStorage),
      JSON.stringify(sessionStorage),
    ].join('\n'),
  );

/** @returns all strings in the memory of the page's scripts, after garbage collection */
export async function heapText(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page);
  const chunks: string[] = [];
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk));
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  await session.detach();
  return chunks.join('');
}
