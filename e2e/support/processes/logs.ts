import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';

/** The app's log; "" before its first line. */
export const mainLog = (userData: string): Promise<string> =>
  readFile(join(userData, 'logs', 'main.log'), 'utf8').catch(() => '');

/** Waits until the app's log contains `text`. */
export async function expectLogged(userData: string, text: string): Promise<void> {
  await expect.poll(() => mainLog(userData), { message: `the log says “${text}”` }).toContain(text);
}
