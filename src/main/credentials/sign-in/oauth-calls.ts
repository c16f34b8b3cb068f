import type { ProviderOwner } from '../../../shared/contract/credential.ts';
import { type Failure, FailureError, type Result, toFailure } from '../../../shared/contract/errors.ts';
import type { MainMethods } from '../../../shared/contract/extensions/main-methods.ts';
import type { Manifest } from '../../../shared/contract/extensions/manifest.ts';
import { LinkedController } from '../../../shared/linked-controller.ts';
import { isSafeAddress, readAuthAddress } from './auth-address.ts';
import type { SignInCards } from './sign-in-cards.ts';
import { listenForWebAuth } from './web-auth-listener.ts';

type OAuthMethods = 'oauth.startWebAuth' | 'oauth.openBrowser';

export type OAuthCalls = {
  [M in OAuthMethods]: (
    caller: Manifest,
    params: MainMethods[M]['params'],
    context: { readonly signal: AbortSignal },
  ) => Promise<MainMethods[M]['result']>;
};

/** The browser part of a sign-in in progress. */
export interface BrowserRun {
  readonly owner: ProviderOwner;
  /** Aborts when the sign-in is given up, for any reason. */
  readonly signal: AbortSignal;
  readonly giveUp: () => void;
  /** The browser was opened, and its callback is pending. */
  isBrowserOut: boolean;
}

/** Access of sign-ins to the person's browser. */
export interface SignInAddresses {
  /** Whether an extension may open the URL: the person is asked if its manifest does not name the host. */
  permit(owner: ProviderOwner, address: string, signal: AbortSignal): Promise<Result<null>>;
  open(address: string): Promise<Result<null>>;
}

export interface OAuthCallsDeps {
  readonly cards: SignInCards;
  /** @throws {FailureError} when no sign-in with this extension is in progress */
  runOf(caller: Manifest): BrowserRun;
  readonly addresses: SignInAddresses;
}

export const givenUp: Failure = { code: 'cancelled', message: 'Sign-in was cancelled.' };

/** Extensions' calls that use the person's browser, permitted during a sign-in only. */
export function createOAuthCalls({ cards, runOf, addresses }: OAuthCallsDeps): OAuthCalls {
  /** Throws a code that an extension may refuse with, because it passes the error on. */
  async function open(url: string): Promise<void> {
    const opened = await addresses.open(url);
    if (!opened.ok) throw new FailureError({ code: 'provider-error', message: opened.failure.message });
  }

  async function permit({ owner }: BrowserRun, url: string, signal: AbortSignal): Promise<void> {
    const permitted = await addresses.permit(owner, url, signal);
    if (!permitted.ok) throw new FailureError({ ...permitted.failure, extensionId: owner.extensionId });
  }

  return {
    async 'oauth.startWebAuth'(caller, { authUrl, callbackPath, timeoutSecs = 300 }, { signal }) {
      const run = runOf(caller);
      const address = readAuthAddress(authUrl, callbackPath);
      if (!address.ok) throw new FailureError({ ...address.failure, extensionId: caller.id });
      if (run.isBrowserOut) {
        const message = `${caller.name} has sent the browser out already, and waits for it.`;
        throw new FailureError({ code: 'invalid-request', message, extensionId: caller.id });
      }
      run.isBrowserOut = true;
      const ended = new LinkedController([signal, run.signal]);
      let card: ReturnType<typeof cards.show> | undefined;
      try {
        await permit(run, address.value.at(1), ended.signal);
        const timeoutMs = timeoutSecs * 1000;
        const listener = await listenForWebAuth({
          callbackPath,
          state: address.value.state,
          timeoutMs,
          signal: ended.signal,
        });
        const url = new URL(address.value.at(listener.port)).href;
        cards.clear(run.owner);
        if (ended.signal.aborted) throw new FailureError(givenUp);
        card = cards.show(run.owner, { type: 'browser', url, endsAt: Date.now() + timeoutMs }, url, run.giveUp);
        const callbackUrl = await Promise.race([listener.callbackUrl, open(url).then(() => listener.callbackUrl)]);
        card.end();
        return { callbackUrl, port: listener.port };
      } catch (thrown) {
        const failure = toFailure(thrown);
        if (failure.code === 'cancelled') card?.end();
        else card?.become({ type: 'failed', message: failure.message });
        throw new FailureError({ ...failure, extensionId: caller.id });
      } finally {
        ended.abort();
        run.isBrowserOut = false;
      }
    },
    async 'oauth.openBrowser'(caller, { url }, { signal }) {
      const run = runOf(caller);
      if (!isSafeAddress(url) || !/^https:/i.test(url)) {
        const message = 'The address was not opened. Use an https address without a user name in it.';
        throw new FailureError({ code: 'invalid-request', message, extensionId: caller.id });
      }
      const ended = new LinkedController([signal, run.signal]);
      try {
        await permit(run, url, ended.signal);
      } finally {
        ended.end();
      }
      await open(new URL(url).href);
      return null;
    },
  };
}
