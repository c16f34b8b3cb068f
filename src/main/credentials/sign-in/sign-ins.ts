import { abortable, within } from '../../../shared/bounded.ts';
import type { ProviderOwner } from '../../../shared/contract/credential.ts';
import {
  type Failure,
  type FailureCode,
  FailureError,
  fail,
  ok,
  type Result,
  toFailure,
} from '../../../shared/contract/errors.ts';
import type { Notice } from '../../../shared/contract/extensions/host-state.ts';
import type { Manifest } from '../../../shared/contract/extensions/manifest.ts';
import type { RendererApi } from '../../../shared/contract/renderer-api.ts';
import { LinkedController } from '../../../shared/linked-controller.ts';
import { usualDeadlines } from '../../deadlines.ts';
import type { ExtensionHandle } from '../../extensions/registry/extension-handle.ts';
import type { CredentialService } from '../credential-service.ts';
import type { KeyTrial } from '../key-trials.ts';
import type { KnownSecrets } from '../known-secrets.ts';
import { readDeviceFlow } from './device-flow.ts';
import { type BrowserRun, createOAuthCalls, givenUp, type OAuthCalls, type SignInAddresses } from './oauth-calls.ts';
import { createSignInCards } from './sign-in-cards.ts';
import { showWorking } from './working-card.ts';

export interface SignInsDeps {
  readonly credentials: Pick<CredentialService, 'trials' | 'personActed' | 'dialogs'>;
  readonly secrets: KnownSecrets;
  showNotice(notice: Notice): void;
  readonly addresses: SignInAddresses;
  readonly limits?: Partial<SignInLimits>;
}

/** Limits in ms. */
export interface SignInLimits {
  /** For a person to complete a device flow. */
  readonly deviceFlowMs: number;
  /** For an extension to offer a device flow. */
  readonly startMs: number;
  /** Before a card for a sign-in without a dialog is shown. */
  readonly silentMs: number;
}

export interface SignIns extends Pick<RendererApi['providers'], 'openSignIn' | 'endSignIn'> {
  /**
   * Signs a provider in: by a device flow if it offers one, else by `provider.authenticate`, during which its dialogs
   * are shown.
   * @param signal withdraws all dialogs of the sign-in
   * @param options.asksFirst opens the key dialog before the extension is called
   */
  run(
    handle: ExtensionHandle,
    providerId: string,
    signal: AbortSignal,
    options?: { readonly asksFirst?: boolean },
  ): Promise<Result<null>>;
  /** Calls of extensions. `caller` is the manifest of the port on which the call came in. Throws `FailureError`. */
  readonly calls: OAuthCalls;
}

interface Run extends BrowserRun {
  readonly handle: ExtensionHandle;
  readonly providerId: string;
  readonly trial: KeyTrial;
}

const noKey: Failure = { code: 'cancelled', message: 'No key was given.' };

/** Failures after which another key is of no use. */
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
  const { trials, personActed, dialogs } = deps.credentials;
  const { signInMs: startMs } = usualDeadlines.providers;
  const limits: SignInLimits = { deviceFlowMs: 15 * 60_000, startMs, silentMs: 3_000, ...deps.limits };
  const cards = createSignInCards({
    publish: dialogs.publish,
    async openAddress(owner, address) {
      const permitted = await deps.addresses.permit(owner, address, new AbortController().signal);
      return permitted.ok ? deps.addresses.open(address) : permitted;
    },
  });
  const runs = new Set<Run>();

  const failureOf = (thrown: unknown): Failure => deps.secrets.scrubFailure(toFailure(thrown));

  /** The latest sign-in of an extension, which may show something only during one. */
  function runOf(caller: Manifest): Run {
    const run = [...runs].findLast(({ owner }) => owner.extensionId === caller.id);
    if (run) return run;
    throw new FailureError({
      code: 'invalid-request',
      message: `${caller.name} may open the browser only while a person signs in, which is while authenticate() runs.`,
      extensionId: caller.id,
    });
  }

  /** Waits for the extension, without a timeout: a card shows the sign-in to the person, who can end it. */
  async function waitFor<T>({ owner, signal, giveUp }: Run, work: Promise<T>): Promise<T> {
    const show = () => cards.show(owner, { type: 'working' }, null, giveUp);
    const stop = showWorking({ dialogs, owner, afterMs: limits.silentMs, show });
    try {
      return await abortable(work, signal);
    } finally {
      stop();
    }
  }

  async function authenticate(run: Run): Promise<Failure | null> {
    const { handle, providerId, signal } = run;
    try {
      await waitFor(run, handle.call('provider.authenticate', { providerId }, { signal }));
      return null;
    } catch (thrown) {
      return failureOf(thrown);
    }
  }

  /** Authenticates, again for each further key that the person types. */
  async function authenticateWithKeys(run: Run, asksFirst: boolean): Promise<Result<null>> {
    const { trial, signal } = run;
    let isAsked = asksFirst;
    if (asksFirst && !(await trial.ask(signal))) throw new FailureError(givenUp);
    for (;;) {
      const failure = await authenticate(run);
      if (!failure) return trial.accept();
      if (final.has(failure.code)) throw new FailureError(failure);
      const isKeptBack = trial.unreadable !== null && !isAsked;
      if (isKeptBack) explain(run, trial.unreadable ?? failure);
      // After a refused key, or one that the keychain does not release, another key may help.
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
    const flow = readDeviceFlow(sent, owner);
    const { userCode, verificationUrl, headline, description, connectButtonLabel } = flow;
    const shown = { userCode, verificationUrl, headline, description, connectButtonLabel };
    const { deviceFlowMs } = limits;
    const endsAt = Date.now() + deviceFlowMs;
    const card = cards.show(owner, { type: 'device', ...shown, endsAt }, verificationUrl, giveUp);
    const ended = new LinkedController([signal]);
    try {
      const polling = abortable(
        handle.call('provider.pollDeviceFlow', { providerId }, { signal: ended.signal }),
        signal,
      );
      await within(polling, deviceFlowMs, () => `The code was not used within ${inMinutes(deviceFlowMs)}.`);
      const accepted = await run.trial.accept();
      if (!accepted.ok) throw new FailureError(accepted.failure);
      card.become({ type: 'done', headline: flow.successHeadline, message: flow.successMessage });
      return ok(null);
    } catch (thrown) {
      const failure = failureOf(thrown);
      if (failure.code === 'cancelled') card.end();
      else card.become({ type: 'failed', message: failure.message });
      throw new FailureError(failure);
    } finally {
      ended.abort();
    }
  }

  async function attempt(run: Run, asksFirst: boolean): Promise<Result<null>> {
    if (asksFirst) return authenticateWithKeys(run, true);
    const { handle, owner, providerId, signal } = run;
    const { startMs } = limits;
    const started = handle.call('provider.startDeviceFlow', { providerId }, { signal, deadlineMs: startMs });
    const late = () => `${owner.extensionName} did not say within ${inMinutes(startMs)} how to sign in.`;
    const flow: unknown = await waitFor(run, within(started, startMs, late));
    return (flow ?? null) === null ? authenticateWithKeys(run, false) : deviceFlow(run, flow);
  }

  return {
    async run(handle, providerId, signal, { asksFirst = false } = {}) {
      const { manifest } = handle;
      const provider = manifest.language_model_providers[providerId];
      if (!provider) return fail('extension-disabled', `${manifest.name} no longer has a provider “${providerId}”.`);
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
      const ending = new LinkedController([signal]);
      let why = givenUp;
      const giveUp = () => ending.abort();
      const trial = trials.open(manifest, providerId, () => {
        why = noKey;
        giveUp();
      });
      const run: Run = { handle, providerId, owner, trial, signal: ending.signal, giveUp, isBrowserOut: false };
      runs.add(run);
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
        ending.end();
        runs.delete(run);
      }
    },
    openSignIn: cards.open,
    endSignIn: async (signInId) => cards.end(signInId),
    calls: createOAuthCalls({ cards, runOf, addresses: deps.addresses }),
  };
}

const inMinutes = (ms: number): string =>
  ms < 60_000 ? `${Math.ceil(ms / 1000)} s` : `${Math.round(ms / 60_000)} minutes`;
