import type { ProviderOwner } from '../../shared/contract/credential.ts';
import {
  type Failure,
  type FailureCode,
  FailureError,
  fail,
  ok,
  type Result,
  toFailure,
} from '../../shared/contract/errors.ts';
import type { MainMethods } from '../../shared/contract/exthost-api.ts';
import type { Notice } from '../../shared/contract/host-state.ts';
import type { Manifest } from '../../shared/contract/manifest.ts';
import { type DeviceFlow, deviceFlowSchema } from '../../shared/contract/provider.ts';
import type { MainEvent, RendererApi } from '../../shared/contract/renderer-api.ts';
import type { ExtensionHandle } from '../extensions/extension-handle.ts';
import { issueInWords } from '../extensions/issue-words.ts';
import { abortable, within } from '../providers/bounded.ts';
import { isSafeAddress, readAuthAddress } from './auth-address.ts';
import type { CredentialService } from './credential-service.ts';
import type { KeyTrial } from './key-trials.ts';
import type { KnownSecrets } from './known-secrets.ts';
import { createSignInCards } from './sign-in-cards.ts';
import { listenForWebAuth } from './web-auth-listener.ts';

export interface SignInsDeps {
  readonly credentials: Pick<CredentialService, 'trials' | 'personActed'>;
  readonly secrets: KnownSecrets;
  publish(event: Extract<MainEvent, { type: 'sign-in' | 'sign-in-ended' }>): void;
  showNotice(notice: Notice): void;
  /** Opens an address in the person's browser. */
  openAddress(address: string): Promise<Result<null>>;
  readonly limits?: { readonly deviceFlowMs: number };
}

type OAuthMethods = 'oauth.startWebAuth' | 'oauth.openBrowser';

export interface SignIns extends Pick<RendererApi['providers'], 'openSignIn' | 'endSignIn'> {
  /**
   * Lets a provider sign in: by a device flow when it offers one, else by `provider.authenticate`, during which the
   * dialogs that it asks for come up.
   * @param signal withdraws every dialog of it
   * @param options.asksFirst the dialog for a key opens before the extension is asked for anything
   */
  run(
    handle: ExtensionHandle,
    providerId: string,
    signal: AbortSignal,
    options?: { readonly asksFirst?: boolean },
  ): Promise<Result<null>>;
  /** What extensions may ask. `caller` is the manifest behind the port that the call came in on. Throws `FailureError`. */
  readonly calls: {
    [M in OAuthMethods]: (
      caller: Manifest,
      params: MainMethods[M]['params'],
      context: { readonly signal: AbortSignal },
    ) => Promise<MainMethods[M]['result']>;
  };
}

/** One sign-in that goes on. */
interface Run {
  readonly handle: ExtensionHandle;
  readonly providerId: string;
  readonly owner: ProviderOwner;
  readonly trial: KeyTrial;
  /** Aborts when it is given up, by whomever. */
  readonly signal: AbortSignal;
  readonly giveUp: () => void;
  /** The browser is out, and nobody has come back yet. */
  isBrowserOut: boolean;
}

const givenUp: Failure = { code: 'cancelled', message: 'Signing in was given up.' };
const noKey: Failure = { code: 'cancelled', message: 'No key was given.' };

/** After these another key makes no difference. */
const final: ReadonlySet<FailureCode> = new Set<FailureCode>([
  'cancelled',
  'host-crashed',
  'host-unresponsive',
  'host-start-failed',
  'extension-reloaded',
  'extension-off',
  'extension-disabled',
]);

export function createSignIns(deps: SignInsDeps): SignIns {
  const { trials, personActed } = deps.credentials;
  const deviceFlowMs = deps.limits?.deviceFlowMs ?? 15 * 60_000;
  const cards = createSignInCards(deps);
  const runs = new Set<Run>();

  const failureOf = (thrown: unknown): Failure => deps.secrets.scrubFailure(toFailure(thrown));

  /** The latest sign-in of an extension; it may put something before the person only then. */
  function runOf(caller: Manifest): Run {
    const run = [...runs].findLast(({ owner }) => owner.extensionId === caller.id);
    if (run) return run;
    throw new FailureError({
      code: 'invalid-request',
      message: `${caller.name} may open the browser only while a person signs in, which is while authenticate() runs.`,
      extensionId: caller.id,
    });
  }

  async function authenticate({ handle, providerId, signal }: Run): Promise<Failure | null> {
    try {
      await abortable(handle.call('provider.authenticate', { providerId }, { signal }), signal);
      return null;
    } catch (thrown) {
      return failureOf(thrown);
    }
  }

  /** As often as the person types another key. */
  async function authenticateWithKeys(run: Run, asksFirst: boolean): Promise<Result<null>> {
    const { trial, signal } = run;
    let isAsked = asksFirst;
    if (asksFirst && !(await trial.ask(signal))) throw new FailureError(givenUp);
    for (;;) {
      const failure = await authenticate(run);
      if (!failure) {
        await trial.accept();
        return ok(null);
      }
      if (final.has(failure.code)) throw new FailureError(failure);
      const isKeptBack = trial.unreadable !== null && !isAsked;
      if (isKeptBack) explain(run, trial.unreadable ?? failure);
      // What was typed was no good, or the keychain keeps the key back: another one is a way on.
      if (!trial.refuse(failure) && !isKeptBack) throw new FailureError(failure);
      isAsked = true;
      if (!(await trial.ask(signal))) throw new FailureError(givenUp);
    }
  }

  const explain = ({ owner }: Run, { message }: Failure): void =>
    deps.showNotice({
      id: `credential-kept-back:${owner.extensionId}:${owner.providerId}`,
      severity: 'warning',
      text: `${owner.providerName} (${owner.extensionName}): ${message} You can enter one for now.`,
      actions: [],
    });

  async function deviceFlow(run: Run, sent: unknown): Promise<Result<null>> {
    const { handle, owner, providerId, signal, giveUp } = run;
    const flow = checkedFlow(sent, owner);
    const { userCode, verificationUrl, headline, description, connectButtonLabel } = flow;
    const shown = { userCode, verificationUrl, headline, description, connectButtonLabel };
    const endsAt = Date.now() + deviceFlowMs;
    const card = cards.show(owner, { type: 'device', ...shown, endsAt }, verificationUrl, giveUp);
    const late = new AbortController();
    const ended = AbortSignal.any([signal, late.signal]);
    try {
      const polling = abortable(handle.call('provider.pollDeviceFlow', { providerId }, { signal: ended }), signal);
      await within(polling, deviceFlowMs, () => `Nobody signed in with the code within ${inMinutes(deviceFlowMs)}.`);
      await run.trial.accept();
      card.become({ type: 'done', headline: flow.successHeadline, message: flow.successMessage });
      return ok(null);
    } catch (thrown) {
      const failure = failureOf(thrown);
      if (failure.code === 'cancelled') card.end();
      else card.become({ type: 'failed', message: failure.message });
      throw new FailureError(failure);
    } finally {
      late.abort();
    }
  }

  async function attempt(run: Run, asksFirst: boolean): Promise<Result<null>> {
    if (asksFirst) return authenticateWithKeys(run, true);
    const { handle, providerId, signal } = run;
    const flow: unknown = await abortable(handle.call('provider.startDeviceFlow', { providerId }, { signal }), signal);
    return (flow ?? null) === null ? authenticateWithKeys(run, false) : deviceFlow(run, flow);
  }

  return {
    async run(handle, providerId, signal, { asksFirst = false } = {}) {
      const { manifest } = handle;
      const provider = manifest.language_model_providers[providerId];
      if (!provider) return fail('extension-disabled', `${manifest.name} has no provider “${providerId}” any more.`);
      if (signal.aborted) return { ok: false, failure: givenUp };
      const owner: ProviderOwner = {
        extensionId: manifest.id,
        extensionName: manifest.name,
        providerId,
        providerName: provider.name,
      };
      for (const run of runs) {
        if (run.owner.extensionId === manifest.id && run.providerId === providerId) run.giveUp();
      }
      cards.clear(owner);
      if (asksFirst) personActed(manifest.id, providerId);
      const ending = new AbortController();
      let why = givenUp;
      const giveUp = () => ending.abort();
      const trial = trials.open(manifest, providerId, () => {
        why = noKey;
        giveUp();
      });
      const run: Run = { handle, providerId, owner, trial, signal: ending.signal, giveUp, isBrowserOut: false };
      runs.add(run);
      signal.addEventListener('abort', giveUp);
      ending.signal.addEventListener('abort', () => {
        trial.close(why);
        cards.clear(owner);
        runs.delete(run);
      });
      try {
        return await attempt(run, asksFirst);
      } catch (thrown) {
        const failure = ending.signal.aborted ? why : failureOf(thrown);
        trial.close(failure);
        return { ok: false, failure };
      } finally {
        signal.removeEventListener('abort', giveUp);
        runs.delete(run);
      }
    },
    openSignIn: cards.open,
    endSignIn: async (signInId) => cards.end(signInId),
    calls: {
      async 'oauth.startWebAuth'(caller, { authUrl, callbackPath, timeoutSecs = 300 }, { signal }) {
        const run = runOf(caller);
        const address = readAuthAddress(authUrl);
        if (!address.ok) throw new FailureError({ ...address.failure, extensionId: caller.id });
        if (run.isBrowserOut) {
          const message = `${caller.name} has sent the browser out already, and waits for it.`;
          throw new FailureError({ code: 'invalid-request', message, extensionId: caller.id });
        }
        run.isBrowserOut = true;
        const over = new AbortController();
        const ended = AbortSignal.any([signal, run.signal, over.signal]);
        let card: ReturnType<typeof cards.show> | undefined;
        try {
          const timeoutMs = timeoutSecs * 1000;
          const listener = await listenForWebAuth({
            callbackPath,
            state: address.value.state,
            timeoutMs,
            signal: ended,
          });
          const url = address.value.at(listener.port);
          cards.clear(run.owner);
          if (ended.aborted) throw new FailureError(givenUp);
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
          over.abort();
          run.isBrowserOut = false;
        }
      },
      async 'oauth.openBrowser'(caller, { url }) {
        runOf(caller);
        if (!isSafeAddress(url) || !/^https:/i.test(url)) {
          const message = 'The address was not opened. Use an https address without a user name in it.';
          throw new FailureError({ code: 'invalid-request', message, extensionId: caller.id });
        }
        await open(url);
        return null;
      },
    },
  };

  /** The extension passes on what this throws, so the code is one by which it may say no. */
  async function open(url: string): Promise<void> {
    const opened = await deps.openAddress(url);
    if (!opened.ok) throw new FailureError({ code: 'provider-error', message: opened.failure.message });
  }
}

function checkedFlow(sent: unknown, { extensionId, extensionName }: ProviderOwner): DeviceFlow {
  const no = (why: string) =>
    new FailureError({
      code: 'protocol-fault',
      message: `${extensionName} began to sign in with a code in a way that cannot be shown: ${why}.`,
      extensionId,
    });
  const flow = deviceFlowSchema.safeParse(sent);
  if (!flow.success) throw no(issueInWords(flow.error));
  if (!isSafeAddress(flow.data.verificationUrl)) throw no('"verificationUrl" is no https address');
  return flow.data;
}

const inMinutes = (ms: number): string =>
  ms < 60_000 ? `${Math.ceil(ms / 1000)} s` : `${Math.round(ms / 60_000)} minutes`;
