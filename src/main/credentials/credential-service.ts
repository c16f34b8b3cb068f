import { randomUUID } from 'node:crypto';
import type { CredentialSummary } from '../../shared/contract/credential.ts';
import { FailureError, fail, ok } from '../../shared/contract/errors.ts';
import type { MainMethods } from '../../shared/contract/exthost-api.ts';
import type { Notice } from '../../shared/contract/host-state.ts';
import type { Manifest } from '../../shared/contract/manifest.ts';
import type { MainEvent, RendererApi } from '../../shared/contract/renderer-api.ts';
import type { CredentialOwners } from './credential-owners.ts';
import type { CredentialStore } from './credential-store.ts';
import { createRequestQueue } from './request-queue.ts';
import { credentialAccount } from './secret-store.ts';

export interface CredentialServiceDeps {
  readonly store: CredentialStore;
  readonly owners: CredentialOwners;
  /** Where an extension comes from: its folder, or `bundledOrigin`. */
  originOf(extensionId: string): string;
  /** The manifests of every extension that is listed. */
  manifests(): readonly Manifest[];
  publish(event: MainEvent): void;
  showNotice(notice: Notice): void;
  /** Whether the person allowed an extension to read an environment variable. */
  isEnvAllowed(extensionId: string, name: string): boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** A provider's key was stored or removed. */
  onChanged?(extensionId: string, providerId: string): void;
  /** A person removed a key, so that the extension forgets what it holds of it. */
  onRemovedByPerson?(extensionId: string, providerId: string): void;
}

type CredentialMethods = 'credential.get' | 'credential.store' | 'credential.delete' | 'credential.request' | 'env.get';

/** What extensions may ask. `caller` is the manifest behind the port that the call came in on. Throws `FailureError`. */
export type CredentialCalls = {
  [M in CredentialMethods]: (
    caller: Manifest,
    params: MainMethods[M]['params'],
    context: { readonly signal: AbortSignal },
  ) => Promise<MainMethods[M]['result']>;
};

export type CredentialService = RendererApi['credentials'] & {
  readonly calls: CredentialCalls;
  /** Withdraws what an extension (or one provider of it) has asked. A call whose signal aborts withdraws itself. */
  withdraw(extensionId: string, providerId?: string): void;
  /** A person chose, sent or retried with this provider, so that it may ask again after a Cancel. */
  personActed(extensionId: string, providerId: string): void;
};

const maxSecretLength = 65_536;
const oneLine = (text: string): string => text.replace(/[\s\p{C}]+/gu, ' ').trim();

export function createCredentialService(deps: CredentialServiceDeps): CredentialService {
  const { store } = deps;
  /** Accounts whose request a person cancelled. */
  const cancelled = new Set<string>();
  const requests = createRequestQueue({
    destination: () => store.destination(),
    show: (request) => deps.publish({ type: 'credential-request', request }),
    ended: (requestId) => deps.publish({ type: 'credential-request-ended', requestId }),
    newId: randomUUID,
  });

  function providerOf(manifest: Manifest, providerId: string) {
    const provider = Object.hasOwn(manifest.language_model_providers, providerId)
      ? manifest.language_model_providers[providerId]
      : undefined;
    if (provider) return { provider, account: credentialAccount(manifest.id, providerId) };
    throw new FailureError({
      code: 'invalid-request',
      message: `The manifest of ${manifest.name} names no provider “${providerId}”.`,
      extensionId: manifest.id,
    });
  }

  /** Whether what is kept under an account was given to this very extension. */
  const owns = (extensionId: string, account: string) => deps.owners.isOwner(account, deps.originOf(extensionId));

  async function keep(manifest: Manifest, providerId: string, secret: string): Promise<void> {
    const { provider, account } = providerOf(manifest, providerId);
    await deps.owners.claim(account, deps.originOf(manifest.id));
    const { refusal } = await store.set(account, secret);
    if (refusal) {
      deps.showNotice({
        id: `credential-kept-in-session:${account}`,
        severity: 'warning',
        text: `The system keychain did not take the key for ${provider.name} (${manifest.name}). It is kept until you quit.`,
        actions: [],
      });
    }
    cancelled.delete(account);
    deps.onChanged?.(manifest.id, providerId);
  }

  async function remove(manifest: Manifest, providerId: string) {
    const { account } = providerOf(manifest, providerId);
    const removed = owns(manifest.id, account) ? await store.delete(account) : ok(null);
    if (removed.ok) deps.onChanged?.(manifest.id, providerId);
    return removed;
  }

  const declaredVariables = (manifest: Manifest): string[] =>
    Object.values(manifest.language_model_providers).flatMap(({ auth }) => [
      ...(auth?.env_var === undefined ? [] : [auth.env_var]),
      ...(auth?.env_vars ?? []),
    ]);

  const calls: CredentialCalls = {
    async 'credential.get'(caller, { providerId }) {
      const { account } = providerOf(caller, providerId);
      if (!owns(caller.id, account)) return null;
      const read = await store.get(account);
      if (!read.ok) throw new FailureError({ ...read.failure, extensionId: caller.id });
      return read.value?.secret ?? null;
    },
    async 'credential.store'(caller, { providerId, value }) {
      await keep(caller, providerId, value);
      return null;
    },
    async 'credential.delete'(caller, { providerId }) {
      const removed = await remove(caller, providerId);
      if (!removed.ok) throw new FailureError({ ...removed.failure, extensionId: caller.id });
      return null;
    },
    async 'credential.request'(caller, { providerId, label, placeholder }, { signal }) {
      const { provider, account } = providerOf(caller, providerId);
      if (cancelled.has(account)) return false;
      return requests.ask(
        {
          extensionId: caller.id,
          extensionName: caller.name,
          providerId,
          providerName: provider.name,
          label: oneLine(label) || provider.auth?.credential_label || 'API key',
          placeholder: oneLine(placeholder),
        },
        signal,
      );
    },
    async 'env.get'(caller, { name }) {
      if (!declaredVariables(caller).includes(name) || !deps.isEnvAllowed(caller.id, name)) return null;
      return (Object.hasOwn(deps.env, name) && deps.env[name]) || null;
    },
  };

  async function summaries(manifest: Manifest): Promise<CredentialSummary[]> {
    const destination = await store.destination();
    const found: CredentialSummary[] = [];
    for (const [providerId, provider] of Object.entries(manifest.language_model_providers)) {
      const account = credentialAccount(manifest.id, providerId);
      const read = await store.get(account);
      const kept = read.ok && owns(manifest.id, account) ? read.value : null;
      if (!provider.auth && !kept) continue;
      found.push({
        extensionId: manifest.id,
        extensionName: manifest.name,
        providerId,
        providerName: provider.name,
        label: provider.auth?.credential_label ?? 'API key',
        isSet: kept !== null,
        keptIn: kept?.keptIn ?? destination,
      });
    }
    return found;
  }

  return {
    calls,
    withdraw: requests.withdraw,
    personActed: (extensionId, providerId) => void cancelled.delete(credentialAccount(extensionId, providerId)),
    async answer(requestId, value) {
      // Pasted keys often bring a line end or spaces along; no key begins or ends with one.
      const secret = value?.trim();
      if (secret === '') return fail('invalid-request', 'The key is empty. Enter it, or cancel.');
      if (secret !== undefined && secret.length > maxSecretLength) {
        return fail('invalid-request', 'This is too long for a key. Nothing was stored.');
      }
      const taken = requests.take(requestId);
      if (!taken) return fail('cancelled', 'This request has ended. Nothing was stored.');
      const { extensionId, providerId } = taken.question;
      if (secret === undefined) {
        cancelled.add(credentialAccount(extensionId, providerId));
        taken.settle(false);
        return ok(null);
      }
      const manifest = deps.manifests().find(({ id }) => id === extensionId);
      if (!manifest) {
        taken.settle(false);
        return fail('extension-disabled', 'The extension that asked is gone. Nothing was stored.');
      }
      let isGiven = false;
      try {
        await keep(manifest, providerId, secret);
        isGiven = true;
      } finally {
        // Whatever happened, the next request must come on screen.
        taken.settle(isGiven);
      }
      return ok(null);
    },
    async list() {
      const lists: CredentialSummary[][] = [];
      for (const manifest of deps.manifests()) lists.push(await summaries(manifest));
      return lists.flat();
    },
    async remove(extensionId, providerId) {
      const manifest = deps.manifests().find(({ id }) => id === extensionId);
      if (!manifest || !Object.hasOwn(manifest.language_model_providers, providerId)) {
        return fail('extension-disabled', 'This provider is not installed any more. Nothing was removed.');
      }
      const removed = await remove(manifest, providerId);
      if (removed.ok) deps.onRemovedByPerson?.(extensionId, providerId);
      return removed;
    },
  };
}
