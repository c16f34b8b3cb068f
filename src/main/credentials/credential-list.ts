import type { CredentialSummary } from '../../shared/contract/credential.ts';
import type { Manifest } from '../../shared/contract/extensions/manifest.ts';
import type { CredentialStore } from './credential-store.ts';
import { credentialAccount, parseCredentialAccount } from './secret-store.ts';
import type { VariableQuestions } from './variable-questions.ts';

export interface CredentialListDeps {
  readonly store: CredentialStore;
  readonly variables: VariableQuestions;
  /** Timeout of the keychain for the list in ms, as it may be waiting for its password. */
  readonly listMs: number;
  /** The manifests of all enabled extensions. */
  manifests(): readonly Manifest[];
  /** Origin of an enabled extension: its folder, or `bundledOrigin`. */
  originOf(extensionId: string): string;
  /** All installed extensions, enabled or not. */
  installed(): readonly { readonly manifest: Manifest; readonly origin: string }[];
}

export type CredentialList = ReturnType<typeof createCredentialList>;

const slow = 'The system keychain is not responding yet. It may be waiting for its password.';

/** Lists keys with their storage, without their values. */
export function createCredentialList(deps: CredentialListDeps) {
  const { store, variables, listMs } = deps;
  const soon = <T>(work: Promise<T>) => inTime(work, listMs);

  async function summaryOf(manifest: Manifest, providerId: string, origin: string): Promise<CredentialSummary | null> {
    const provider = manifest.language_model_providers[providerId];
    if (!provider) return null;
    const place = { account: credentialAccount(manifest.id, providerId), origin };
    const about = {
      extensionId: manifest.id,
      extensionName: manifest.name,
      providerId,
      providerName: provider.name,
      label: provider.auth?.credential_label ?? 'API key',
    };
    const [read, destination] = await Promise.all([soon(store.get(place)), soon(store.destination())]);
    const kept = read?.ok
      ? { keptIn: read.value?.keptIn ?? null }
      : { keptIn: store.isKept(place) ? ('keychain' as const) : null, problem: read?.failure.message ?? slow };
    const variable = variables.namesOf(manifest, providerId).find((name) => variables.read(manifest, name) !== null);
    if (!provider.auth && kept.keptIn === null) return null;
    return {
      ...about,
      ...kept,
      ...(variable !== undefined && { keptIn: 'environment', variable }),
      destination: destination ?? 'session',
    };
  }

  const isEnabled = (extensionId: string) => deps.manifests().some(({ id }) => id === extensionId);

  /** The installed but disabled extension that an account was given to. */
  const sleeping = (extensionId: string, origin: string) =>
    isEnabled(extensionId)
      ? undefined
      : deps.installed().find((one) => one.manifest.id === extensionId && one.origin === origin);

  /** Keys of disabled or missing extensions, or whose id now belongs to another. Listed without the keychain. */
  async function others(): Promise<CredentialSummary[]> {
    const destination = (await soon(store.destination())) ?? 'session';
    return store.recorded().flatMap(({ account, origin }) => {
      const parsed = parseCredentialAccount(account);
      if (!parsed) return [];
      const { extensionId, providerId } = parsed;
      const present = deps.manifests().find(({ id }) => id === extensionId);
      const isListed = present && Object.hasOwn(present.language_model_providers, providerId);
      if (isListed && deps.originOf(extensionId) === origin) return [];
      const off = sleeping(extensionId, origin)?.manifest;
      const provider = off?.language_model_providers[providerId];
      return {
        ...parsed,
        extensionName: off?.name ?? extensionId,
        providerName: provider?.name ?? providerId,
        label: provider?.auth?.credential_label ?? 'API key',
        keptIn: 'keychain' as const,
        destination,
        ...(!off && { leftBehindBy: origin }),
      };
    });
  }

  return {
    async list() {
      const asked = deps
        .manifests()
        .flatMap((manifest) =>
          Object.keys(manifest.language_model_providers).map((id) =>
            summaryOf(manifest, id, deps.originOf(manifest.id)),
          ),
        );
      const listed = await Promise.all([...asked, others()]);
      return listed.flat().filter((one) => one !== null);
    },
    async summary(extensionId: string, providerId: string) {
      const manifest = deps.manifests().find(({ id }) => id === extensionId);
      return manifest ? summaryOf(manifest, providerId, deps.originOf(extensionId)) : null;
    },
    /** The owner of a listed key that is not left behind; undefined if there is none. */
    originOf(extensionId: string, providerId: string) {
      const manifest = deps.manifests().find(({ id }) => id === extensionId);
      if (manifest) {
        return Object.hasOwn(manifest.language_model_providers, providerId) ? deps.originOf(extensionId) : undefined;
      }
      const account = credentialAccount(extensionId, providerId);
      return store
        .recorded()
        .find((place) => place.account === account && sleeping(extensionId, place.origin) !== undefined)?.origin;
    },
  };
}

/** @returns null after the timeout */
async function inTime<T>(work: Promise<T>, limitMs: number): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), limitMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
