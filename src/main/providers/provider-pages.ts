import { within } from '../../shared/bounded.ts';
import type { CredentialSummary, ProviderPage, VariableState } from '../../shared/contract/credential.ts';
import { type Failure, fail, ok, type Result, resultOf } from '../../shared/contract/errors.ts';
import type { LateHandlers } from '../../shared/contract/methods/renderer-methods.ts';
import type { Deadlines } from '../deadlines.ts';
import type { StateStore } from '../settings/state-store.ts';
import type { FoundProvider, ProviderRegistry } from './provider-registry.ts';

export interface ProviderPagesDeps {
  readonly registry: ProviderRegistry;
  readonly deadlines: Pick<Deadlines['providers'], 'pageMs' | 'testMs'>;
  credential(extensionId: string, providerId: string): Promise<CredentialSummary | null>;
  variables(extensionId: string, providerId: string): readonly VariableState[];
  /** Removes the key of a provider, and makes the extension forget it. */
  removeKey(extensionId: string, providerId: string): Promise<Result<null>>;
  /** Call after a person's action: the provider may ask for its key again. */
  personActed(extensionId: string, providerId: string): void;
  readonly state: Pick<StateStore, 'update'>;
}

type Pages = Pick<
  LateHandlers['providers'],
  'wanted' | 'refresh' | 'page' | 'signIn' | 'replaceKey' | 'signOut' | 'test' | 'switchOn' | 'setFavourite'
>;

const longestMarkdown = 64 * 1024;

/** The page of one provider in Settings, with its actions. */
export function createProviderPages(deps: ProviderPagesDeps): Pages {
  const { registry } = deps;
  const { pageMs, testMs } = deps.deadlines;

  async function markdownOf({ handle, providerId }: FoundProvider): Promise<string> {
    try {
      const asked = handle.call('provider.settingsMarkdown', { providerId }, { deadlineMs: pageMs });
      const answer: unknown = await within(asked, pageMs, () => 'late');
      return typeof answer === 'string' ? answer.slice(0, longestMarkdown) : '';
    } catch {
      // The page is shown without the extension's text; the failure is in the extension's log.
      return '';
    }
  }

  async function testNow(provider: FoundProvider): Promise<Result<string>> {
    const began = performance.now();
    const late = () => `It did not answer within ${testMs / 1000} s.`;
    const asked = await resultOf(() => within(provider.refreshAfresh(), testMs, late));
    if (!asked.ok) return asked;
    const failure: Failure | null = provider.modelsFailure();
    if (failure) return { ok: false, failure };
    const { models, name, extensionId } = provider.snapshot();
    if (!provider.isAuthenticated()) return fail('credential-missing', `${name} has no key yet.`, { extensionId });
    const count = models.length === 1 ? '1 model' : `${models.length} models`;
    return ok(`${name} answered in ${inSeconds(performance.now() - began)} and offers ${count}.`);
  }

  function signIn(extensionId: string, providerId: string, options: { readonly asksFirst: boolean }) {
    deps.personActed(extensionId, providerId);
    return registry.signIn(extensionId, providerId, options, new AbortController().signal);
  }

  return {
    wanted: () => registry.wanted(),
    refresh: () => registry.refresh(),
    setFavourite: (model, isFavourite) =>
      deps.state.update((present) => {
        const others = present.favouriteModels.filter((one) => one !== model);
        return { ...present, favouriteModels: isFavourite ? [...others, model] : others };
      }),
    async page(extensionId, providerId) {
      const found = registry.findProvider(extensionId, providerId);
      if (!found.ok) return found;
      const provider = found.value;
      const [markdown, credential] = await Promise.all([
        markdownOf(provider),
        deps.credential(extensionId, providerId),
      ]);
      const { extensionName, name, models, isAuthenticated, problem, offBecause } = provider.snapshot();
      const page: ProviderPage = {
        extensionId,
        extensionName,
        providerId,
        providerName: name,
        isAuthenticated,
        signsIn: provider.handle.manifest.language_model_providers[providerId]?.auth?.oauth === true,
        ...(problem !== undefined && { problem }),
        ...(offBecause !== undefined && { offBecause }),
        modelCount: models.length,
        credential,
        variables: deps.variables(extensionId, providerId),
        markdown,
      };
      return ok(page);
    },
    signIn: (extensionId, providerId) => signIn(extensionId, providerId, { asksFirst: false }),
    replaceKey: (extensionId, providerId) => signIn(extensionId, providerId, { asksFirst: true }),
    async signOut(extensionId, providerId) {
      const removed = await deps.removeKey(extensionId, providerId);
      if (removed.ok) await registry.refresh(extensionId, providerId);
      return removed;
    },
    async test(extensionId, providerId) {
      deps.personActed(extensionId, providerId);
      const found = registry.findProvider(extensionId, providerId);
      return found.ok ? testNow(found.value) : found;
    },
    async switchOn(extensionId, providerId) {
      const found = registry.findProvider(extensionId, providerId);
      if (!found.ok) return;
      found.value.switchOn();
      await found.value.refreshAfresh();
    },
  };
}

const inSeconds = (ms: number): string => (ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`);
