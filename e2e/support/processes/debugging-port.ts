import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, chromium, errors, expect, type Page } from '@playwright/test';
import { isAppPage } from '../views/windows.ts';

/** Milliseconds for which the set of pages must be stable before attaching. */
const restMs = 1000;
const attachMs = 10_000;
const tries = 3;

/**
 * Attaches to the only window of an app that Playwright did not start.
 * @param child started with `--remote-debugging-port=0`, its standard error piped
 */
export async function attach(child: ChildProcess): Promise<{ readonly browser: Browser; readonly page: Page }> {
  const address = await debuggingAddress(child);
  const browser = await attachAtRest(address, tries);
  const find = () =>
    browser
      .contexts()
      .flatMap((context) => context.pages())
      .find(isAppPage);
  await expect.poll(find).toBeDefined();
  const page = find();
  if (!page) throw new Error('The window closed again.');
  return { browser, page };
}

/** Playwright waits for all pages, for ever if one comes or goes at that moment; that is no fault of the app. */
async function attachAtRest(address: string, triesLeft: number): Promise<Browser> {
  const pages = await pagesAtRest(address);
  try {
    return await chromium.connectOverCDP(address, { timeout: attachMs });
  } catch (error) {
    if (!(error instanceof errors.TimeoutError)) throw error;
    if (triesLeft > 1) return attachAtRest(address, triesLeft - 1);
    throw new Error(`Nobody could attach to ${pages}`, { cause: error });
  }
}

async function pagesAtRest(address: string): Promise<string> {
  const list = async () => {
    const response = await fetch(`http://${new URL(address).host}/json/list`);
    return JSON.stringify(await response.json());
  };
  let pages = '';
  await expect(async () => {
    pages = await list();
    expect(pages).toContain('"outrigger-app:');
    await sleep(restMs);
    expect(await list()).toBe(pages);
  }).toPass({ timeout: 60_000 });
  return pages;
}

/** Reads the address from Chromium's standard error. */
function debuggingAddress(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    child.stderr?.on('data', (chunk) => {
      said += chunk;
      const address = /^DevTools listening on (ws:\S+)\s/m.exec(said)?.[1];
      if (address) resolve(address);
    });
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`The app ended with ${code}:\n${said}`)));
  });
}
