import { randomUUID } from 'node:crypto';
import { test as base, expect, type Opened } from '../../fixtures.ts';
import { type OAuthServer, startOAuthServer } from '../../servers/oauth-server.ts';
import { settingsOf } from '../views/settings.ts';
import { forgetKey } from './keyring.ts';

/** Signing in with the extension of e2e/extensions/signing-in, a fake service and a fake browser. */

export const accounts = { byBrowser: ['signing-in', 'web'], byCode: ['signing-in', 'device'] } as const;

type Start = (
  at?: RegExp,
  values?: Readonly<Record<string, unknown>>,
) => Promise<Awaited<ReturnType<typeof startedWith>>>;

export const test = base.extend<{ server: OAuthServer; start: Start }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
  server: async ({}, use, info) => {
    info.skip(process.platform !== 'linux', 'the browser of another system cannot be replaced');
    const forget = () =>
      Promise.all(Object.values(accounts).map(([extension, provider]) => forgetKey(extension, provider)));
    await forget();
    const server = await startOAuthServer(`token-canary-${randomUUID()}`);
    await use(server);
    await server.close();
    await forget();
  },
  /** @param at the page of a provider in Settings @param values settings of the extension */
  start: async ({ open, server }, use) => {
    await use(async (at, values) => {
      const outrigger = await open({
        extensions: ['signing-in'],
        settings: { extensions: { 'signing-in': { base_url: server.url, ...values } } },
      });
      const started = startedWith(outrigger);
      if (at) {
        await started.settings.openProvider(at);
        await expect(started.settings.page).toContainText('Not signed in.');
      }
      return started;
    });
  },
});

function startedWith(outrigger: Opened) {
  const { opened } = outrigger;
  const settings = settingsOf(outrigger.page);
  const button = settings.page.getByRole('button', { name: 'Sign in' });
  /** @returns the address that the browser is opened with after an action */
  async function openedBy(act: () => Promise<void>): Promise<string> {
    const before = (await opened()).length;
    await act();
    await expect.poll(async () => (await opened()).length).toBe(before + 1);
    return (await opened()).at(-1) ?? '';
  }
  return { ...outrigger, settings, button, openedBy, signIn: () => openedBy(() => button.click()) };
}
