import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';

/** What the app wrote to its log so far; "" before its first line. */
export const mainLog = (userData: string): Promise<string> =>
  readFile(join(userData, 'logs', 'main.log'), 'utf8').catch(() => '');

/** Waits until the app's log says `text`. */
export async function expectLogged(userData: string, text: string): Promise<void> {
  await expect.poll(() => mainLog(userData), { message: `the log says “${text}”` }).toContain(text);
}
