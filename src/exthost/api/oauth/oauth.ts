import type { ExtensionFetch } from '../../../shared/contract/extension-api/extension-fetch.ts';
import type { ExtensionOAuth } from '../../../shared/contract/extension-api/extension-oauth.ts';
import type { MainMethods } from '../../../shared/contract/extensions/main-methods.ts';
import type { Peer } from '../../../shared/rpc/peer.ts';
import { HttpFailure } from '../http/http-failure.ts';
import { networkFailure } from '../http/network-failure.ts';
import { readText } from '../http/read-body.ts';
import { pollDeviceToken } from './device-token.ts';
import { createPkce } from './pkce.ts';

/** Limit for a response in bytes; those of a sign-in are small. */
const longestAnswer = 1_000_000;

/** `context.oauth`: main opens the browser and listens; requests to services go through `fetch`. */
export const createOAuth = (main: Peer<MainMethods>, fetch: ExtensionFetch): ExtensionOAuth => ({
  createPkce,
  startWebAuth: ({ authUrl, callbackPath, timeoutSecs }) =>
    main.call('oauth.startWebAuth', { authUrl, callbackPath, timeoutSecs }),
  openBrowser: async (url) => void (await main.call('oauth.openBrowser', { url })),
  async sendHttpRequest({ url, method, headers = [], body }) {
    const { host } = new URL(url);
    try {
      const response = await fetch(url, { method, headers, body: body ?? null });
      const text = await readText(response, { host }, longestAnswer);
      if (text === null) throw new HttpFailure('invalid-response', `${host} answered with more than 1 MB.`);
      return { status: response.status, headers: [...response.headers], body: text };
    } catch (thrown) {
      throw networkFailure(host, thrown, 'before', undefined);
    }
  },
  pollDeviceToken: (options) => pollDeviceToken(fetch, options),
});
