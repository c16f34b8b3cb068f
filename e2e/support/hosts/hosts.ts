import { expect, type Locator, type Page } from '@playwright/test';

/** The list of extension hosts, opened from the status bar. */
export interface HostList {
  readonly dialog: Locator;
  /** The entry of an extension's host. */
  host(extensionName: string): Locator;
}

/** Opens the list for `look`, and closes it afterwards. */
export async function withHosts<T>(page: Page, look: (hosts: HostList) => Promise<T>): Promise<T> {
  await page.getByRole('button', { name: /^Extensions: / }).click();
  const dialog = page.getByRole('dialog', { name: 'Extensions' });
  const seen = await look({ dialog, host: (name) => dialog.getByRole('listitem').filter({ hasText: name }) });
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toBeHidden();
  return seen;
}

/** The process of an extension from the list, once it runs. */
export const hostPid = (page: Page, extensionName: string): Promise<number> =>
  withHosts(page, async ({ host }) => {
    // Found and read in one step, as it may end in between.
    const running = host(extensionName).filter({ hasText: /running, process \d+/ });
    return Number(/process (\d+)/.exec((await running.textContent()) ?? '')?.[1]);
  });
