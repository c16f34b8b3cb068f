import { randomUUID } from 'node:crypto';
import type { CredentialSummary, VariableState } from '../../shared/contract/credential.ts';
import { FailureError, fail, ok, type Result } from '../../shared/contract/errors.ts';
import type { Notice } from '../../shared/contract/extensions/host-state.ts';
import type { MainMethods } from '../../shared/contract/extensions/main-methods.ts';
import type { Manifest } from '../../shared/contract/extensions/manifest.ts';
import { plainLine } from '../../shared/contract/plain-line.ts';
import type { RendererApi } from '../../shared/contract/renderer-api.ts';
import type { Tell } from '../service-events.ts';
import { type CredentialListDeps, createCredentialList } from './credential-list.ts';
import type { CredentialStore } from './credential-store.ts';
import { createKeyTrials, type KeyTrials } from './key-trials.ts';
import type { KnownSecrets } from './known-secrets.ts';
import type { OpenDialogs } from './open-dialogs.ts';
import { type CredentialQuestion, createRequestQueue } from './request-queue.ts';
import { credentialAccount } from './secret-store.ts';
import { isHelpAddress } from './sign-in/auth-address.ts';
import { readTypedKey } from './typed-key.ts';
import { createVariableQuestions, type VariableQuestionsDeps } from './variable-questions.ts';

export interface CredentialServiceDeps
  extends Pick<CredentialListDeps, 'store' | 'manifests' | 'originOf' | 'installed'>,
    Pick<VariableQuestionsDeps, 'decision' | 'decide' | 'env'> {
  readonly store: CredentialStore;
  /** Gets every secret that is given to an extension. */
  readonly secrets: KnownSecrets;
  /** Shared with sign-ins. */
  readonly dialogs: OpenDialogs;
  showNotice(notice: Notice): void;
  readonly tell: Tell<'key-changed' | 'key-removed'>;
  readonly limits?: { readonly askedAgainMs: number };
  /** Timeout of the keychain for the list of keys in ms. */
  readonly listMs: number;
}

type CredentialMethods = 'credential.get' | 'credential.store' | 'credential.delete' | 'credential.request' | 'env.get';

/** Calls of extensions. `caller` is the manifest of the port on which the call came in. Throws `FailureError`. */
export type CredentialCalls = {
  [M in CredentialMethods]: (
    caller: Manifest,
    params: MainMethods[M]['params'],
    context: { readonly signal: AbortSignal },
  ) => Promise<MainMethods[M]['result']>;
};

export type CredentialService = Pick<RendererApi['credentials'], 'answer' | 'list' | 'remove'> &
  Pick<RendererApi['providers'], 'setVariable' | 'answerVariable'> & {
    readonly calls: CredentialCalls;
    readonly trials: KeyTrials;
    /** Shared with sign-ins. */
    readonly dialogs: OpenDialogs;
    /** The key of one provider, for its page; null: the provider has none. */
    summary(extensionId: string, providerId: string): Promise<CredentialSummary | null>;
    /** The variables declared by one provider, for its page. */
    variables(extensionId: string, providerId: string): VariableState[];
    /** Withdraws the questions of an extension (or one of its providers). A call is also withdrawn by its signal. */
    withdraw(extensionId: string, providerId?: string): void;
    /** Call when a person chose, used or retried this provider: it may ask again after a cancel. */
    personActed(extensionId: string, providerId: string): void;
    /** Deletes the keys of an extension uninstalled from this folder. */
    forget(extensionId: string, origin: string): Promise<void>;
    /** Deletes the key of a removed list entry, which was a provider; a notice reports a failure. */
    entryRemoved(extensionId: string, providerId: string): Promise<void>;
  };

export function createCredentialService(deps: CredentialServiceDeps): CredentialService {
  const { store, secrets, tell } = deps;
  const { dialogs } = deps;
  const { publish } = dialogs;
  /** Accounts whose request was cancelled by a person. */
  const cancelled = new Set<string>();
  const requests = createRequestQueue({
    destination: () => store.destination(),
    show: (request) => publish({ type: 'credential-request', request }),
    ended: (requestId) => publish({ type: 'credential-request-ended', requestId }),
    newId: randomUUID,
  });
  const variables = createVariableQuestions({ ...deps, publish });
  const keys = createCredentialList({ ...deps, variables });

  function providerOf(manifest: Manifest, providerId: string) {
    const provider = Object.hasOwn(manifest.language_model_providers, providerId)
      ? manifest.language_model_providers[providerId]
      : undefined;
    const account = credentialAccount(manifest.id, providerId);
    if (provider) return { provider, account, place: { account, origin: deps.originOf(manifest.id) } };
    throw new FailureError({
      code: 'invalid-request',
      message: `The manifest of ${manifest.name} names no provider “${providerId}”.`,
      extensionId: manifest.id,
    });
  }

  async function keep(manifest: Manifest, providerId: string, secret: string): Promise<void> {
    const { provider, account, place } = providerOf(manifest, providerId);
    if (place.origin === '') {
      const message = `${manifest.name} is no longer enabled. Nothing was stored.`;
      throw new FailureError({ code: 'extension-disabled', message, extensionId: manifest.id });
    }
    const { refusal } = await store.set(place, secret);
    if (refusal) {
      deps.showNotice({
        id: `credential-kept-in-session:${account}`,
        severity: 'warning',
        text: `The system keychain did not accept the key for ${provider.name} (${manifest.name}). It is kept until you quit.`,
        actions: [],
      });
    }
    cancelled.delete(account);
    tell({ type: 'key-changed', extensionId: manifest.id, providerId });
  }

  function question(
    manifest: Manifest,
    providerId: string,
    asked: Omit<MainMethods['credential.request']['params'], 'providerId'>,
  ): CredentialQuestion {
    const { provider, place } = providerOf(manifest, providerId);
    const helpUrl = [asked.helpUrl, provider.auth?.help_url].find(isHelpAddress);
    return {
      extensionId: manifest.id,
      extensionName: manifest.name,
      providerId,
      providerName: provider.name,
      credentialType: asked.credentialType,
      label: plainLine(asked.label) || provider.auth?.credential_label || 'API key',
      placeholder: plainLine(asked.placeholder),
      ...(helpUrl !== undefined && { helpUrl: new URL(helpUrl).href }),
      replaces: store.isKept(place),
    };
  }

  const trials = createKeyTrials({
    requests,
    keep,
    askedAgainMs: deps.limits?.askedAgainMs ?? 1_500,
    question: (manifest, providerId) =>
      question(manifest, providerId, { credentialType: 'api-key', label: '', placeholder: '' }),
    onClosed(extensionId) {
      if (trials.of(extensionId).length === 0) variables.withdraw(extensionId);
    },
  });

  /** The value of a variable; asks for permission first if this is a sign-in and the person may be asked. */
  async function variable(caller: Manifest, name: string, signal: AbortSignal): Promise<string | null> {
    const trial = trials.of(caller.id).find(({ providerId }) => variables.namesOf(caller, providerId).includes(name));
    const [any] = trials.of(caller.id);
    const asking = trial ?? any;
    if (asking && !asking.putOff.has(name) && variables.isAskable(caller, name)) {
      const isAnswered = await variables.ask(caller, asking.providerId, name, signal);
      if (!isAnswered) asking.putOff.add(name);
    }
    const value = variables.read(caller, name);
    if (value !== null) secrets.add(value);
    return value;
  }

  const calls: CredentialCalls = {
    async 'credential.get'(caller, { providerId }, { signal }) {
      const { place } = providerOf(caller, providerId);
      const trial = trials.find(caller.id, providerId);
      const candidate = trial?.candidate();
      if (candidate !== undefined) return candidate;
      for (const name of variables.namesOf(caller, providerId)) {
        const value = await variable(caller, name, signal);
        if (value !== null) return value;
      }
      const read = await store.get(place);
      if (!read.ok) {
        if (trial) trial.unreadable = read.failure;
        throw new FailureError({ ...read.failure, extensionId: caller.id });
      }
      if (read.value) secrets.add(read.value.secret);
      return read.value?.secret ?? null;
    },
    async 'credential.store'(caller, { providerId, value }) {
      providerOf(caller, providerId);
      secrets.add(value);
      const trial = trials.find(caller.id, providerId);
      if (trial) trial.hold(value);
      else await keep(caller, providerId, value);
      return null;
    },
    async 'credential.delete'(caller, { providerId }) {
      const { place } = providerOf(caller, providerId);
      const trial = trials.find(caller.id, providerId);
      if (trial?.candidate() !== undefined) {
        trial.drop();
        return null;
      }
      const removed = await store.delete(place);
      if (!removed.ok) throw new FailureError({ ...removed.failure, extensionId: caller.id });
      tell({ type: 'key-changed', extensionId: caller.id, providerId });
      return null;
    },
    async 'credential.request'(caller, { providerId, ...asked }, { signal }) {
      const { account } = providerOf(caller, providerId);
      if (cancelled.has(account)) return false;
      const trial = trials.find(caller.id, providerId);
      if (trial?.isGivenAlready()) return true;
      trial?.askedAgain();
      return requests.ask(question(caller, providerId, asked), signal);
    },
    'env.get': (caller, { name }, { signal }) => variable(caller, name, signal),
  };

  /** Stores the key typed for an extension that asked outside a sign-in, as from a command. */
  async function keepAnswer(extensionId: string, providerId: string, secret: string): Promise<Result<null>> {
    const manifest = deps.manifests().find(({ id }) => id === extensionId);
    if (!manifest) return fail('cancelled', 'The extension that asked is gone. Nothing was stored.');
    await keep(manifest, providerId, secret);
    return ok(null);
  }

  const remove: CredentialService['remove'] = async (extensionId, providerId, leftBehindBy) => {
    const origin = leftBehindBy ?? keys.originOf(extensionId, providerId);
    if (origin === undefined) {
      return fail('extension-disabled', 'This provider is no longer installed. Nothing was removed.');
    }
    const removed = await store.delete({ account: credentialAccount(extensionId, providerId), origin });
    if (!removed.ok || origin !== deps.originOf(extensionId)) return removed;
    tell({ type: 'key-changed', extensionId, providerId });
    tell({ type: 'key-removed', extensionId, providerId });
    return removed;
  };

  return {
    calls,
    trials,
    remove,
    async entryRemoved(extensionId, providerId) {
      const removed = await remove(extensionId, providerId, deps.originOf(extensionId));
      if (removed.ok) return;
      const name = deps.manifests().find(({ id }) => id === extensionId)?.name ?? extensionId;
      deps.showNotice({
        id: `credential-of-entry-kept:${credentialAccount(extensionId, providerId)}`,
        severity: 'warning',
        text: `The key of an entry of ${name} that you removed is still stored: ${removed.failure.message} You can delete it under Keys in Settings.`,
        actions: [],
      });
    },
    dialogs,
    list: keys.list,
    summary: keys.summary,
    variables: variables.statesOf,
    setVariable: variables.set,
    answerVariable: variables.answer,
    withdraw(extensionId, providerId) {
      requests.withdraw(extensionId, providerId);
      if (providerId === undefined) variables.withdraw(extensionId);
    },
    personActed(extensionId, providerId) {
      const account = credentialAccount(extensionId, providerId);
      cancelled.delete(account);
      store.askAgain();
    },
    forget: store.forget,
    async answer(requestId, value) {
      if (value === null) {
        const given = requests.cancel(requestId);
        if (!given) return ok(null);
        const { extensionId, providerId, providerName } = given.question;
        if (given.isSealed) {
          deps.showNotice({
            id: `key-is-stored:${extensionId}:${providerId}`,
            severity: 'info',
            text: `The key for ${providerName} was accepted already and is being stored. You can delete it in Settings.`,
            actions: [],
          });
          return ok(null);
        }
        cancelled.add(credentialAccount(extensionId, providerId));
        trials.find(extensionId, providerId)?.cancel();
        return ok(null);
      }
      const typed = readTypedKey(value);
      if (!typed.ok) return typed;
      const secret = typed.value;
      const taken = requests.take(requestId);
      if (taken === 'taken') return fail('invalid-request', 'A key is already being checked. Wait, or cancel.');
      if (!taken) return fail('cancelled', 'This request has ended. Nothing was stored.');
      secrets.add(secret);
      const { extensionId, providerId } = taken.question;
      const trial = trials.find(extensionId, providerId);
      if (trial) return trial.take(taken, secret);
      let isGiven = false;
      taken.seal();
      try {
        const kept = await keepAnswer(extensionId, providerId, secret);
        isGiven = kept.ok;
        return kept;
      } finally {
        // In any case, as the next request is shown only then.
        taken.settle(isGiven);
      }
    },
  };
}
