import { z } from 'zod/mini';
import { abortable } from '../../shared/bounded.ts';
import { fail, ok, type Result, resultOf, toFailure } from '../../shared/contract/errors.ts';
import {
  formatModelRef,
  type ModelInfo,
  type ModelRef,
  type ProviderSnapshot,
  parseModelRef,
  providerInfoSchema,
} from '../../shared/contract/provider.ts';
import type { MainEvent } from '../../shared/contract/renderer-api.ts';
import type { Semaphore } from '../../shared/semaphore.ts';
import { usualDeadlines } from '../deadlines.ts';
import type { ExtensionHandle } from '../extensions/registry/extension-handle.ts';
import { createJointSignIns, type SignInOptions } from './joint-sign-ins.ts';
import type { KeptAnswers } from './kept-answers.ts';
import { pickModel } from './provider-models.ts';
import { createProviderState, type ProviderLimits, type ProviderState } from './provider-state.ts';

export interface ProviderRegistryDeps {
  /** The extensions that are enabled, running or not. */
  extensions(): readonly ExtensionHandle[];
  publish(event: Extract<MainEvent, { type: 'providers' }>): void;
  /** Lets a provider sign in, dialogs and all (`SignIns.run`); aborting takes the dialogs away. */
  authenticate(
    handle: ExtensionHandle,
    providerId: string,
    signal: AbortSignal,
    options: SignInOptions,
  ): Promise<Result<null>>;
  readonly kept: KeptAnswers;
  readonly limits?: Partial<ProviderLimits>;
}

export interface FoundModel {
  readonly handle: ExtensionHandle;
  readonly ref: ModelRef;
  /** Absent when the provider does not list the model at the moment. */
  readonly info?: ModelInfo | undefined;
  /** As the provider said last; null until it has. */
  readonly isAuthenticated: boolean | null;
  /** Waits until the provider may be asked for one more answer; see `Semaphore.begin`. */
  readonly begin: Semaphore['begin'];
}

/** What main knows of one provider, for its page in Settings. */
export type FoundProvider = Pick<
  ProviderState,
  'handle' | 'providerId' | 'snapshot' | 'isAuthenticated' | 'refreshAfresh' | 'switchOn' | 'modelsFailure'
>;

export type ProviderRegistry = ReturnType<typeof createProviderRegistry>;

const activationSchema = z.object({ providers: z.array(providerInfoSchema) });
const key = (extensionId: string, providerId: string): string => `${extensionId}:${providerId}`;

export function createProviderRegistry(deps: ProviderRegistryDeps) {
  const limits: ProviderLimits = { answerMs: usualDeadlines.providers.answerMs, refreshGapMs: 250, ...deps.limits };
  const states = new Map<string, ProviderState>();
  let isShown = false;
  let isWanted = false;
  const signIns = createJointSignIns(authenticate);

  const snapshots = () => [...states.values()].map((state) => state.snapshot());
  const changed = () => deps.publish({ type: 'providers', providers: snapshots() });

  /** Brings the states in line with the extensions; a provider that stays keeps what is known of it. */
  function syncStates(): void {
    const present = new Map<string, ProviderState>();
    for (const handle of deps.extensions()) {
      for (const providerId of Object.keys(handle.manifest.language_model_providers)) {
        const name = key(handle.manifest.id, providerId);
        let state = states.get(name);
        if (state?.handle !== handle) {
          state = createProviderState(handle, providerId, {
            limits,
            kept: deps.kept.of(handle, providerId),
            onAnswer: (answer) => states.get(name) === state && deps.kept.keep(handle, providerId, answer),
            onChange: () => states.get(name) === state && changed(),
          });
        }
        present.set(name, state);
      }
    }
    states.clear();
    for (const [name, state] of present) states.set(name, state);
    for (const state of present.values()) if (mustAsk(state)) void state.refresh();
  }

  const mustAsk = ({ isKnown, wasAsked }: ProviderState): boolean => isShown && !(isWanted ? wasAsked() : isKnown());

  const those = (extensionId?: string, providerId?: string): ProviderState[] =>
    [...states.values()].filter(
      (state) =>
        (extensionId === undefined || state.handle.manifest.id === extensionId) &&
        (providerId === undefined || state.providerId === providerId),
    );

  function lookUp(ref: Pick<ModelRef, 'extensionId' | 'providerId'>): Result<ProviderState> {
    syncStates();
    const state = states.get(key(ref.extensionId, ref.providerId));
    if (state) return ok(state);
    return fail(
      'extension-disabled',
      `The provider “${key(ref.extensionId, ref.providerId)}” is not installed or not enabled.`,
    );
  }

  /** The model behind a reference. A failure says what is gone. */
  function find(model: string): Result<FoundModel & { state: ProviderState }> {
    const ref = parseModelRef(model);
    if (!ref) return fail('invalid-request', `“${model}” is not a model. Choose one from the list.`);
    const found = lookUp(ref);
    if (!found.ok) return found;
    const state = found.value;
    const { handle } = state;
    const off = state.offBecause();
    if (off !== undefined) return fail('provider-off', off, { extensionId: ref.extensionId });
    return ok({
      handle: {
        ...handle,
        noteFault(text) {
          handle.noteFault(text);
          state.noteFault(text);
        },
      },
      ref,
      info: state.snapshot().models.find(({ id }) => id === ref.modelId),
      isAuthenticated: state.isAuthenticated(),
      begin: (signal, onPosition) => state.queue.begin(signal, onPosition),
      state,
    });
  }

  async function authenticate(
    state: ProviderState,
    signal: AbortSignal,
    options: SignInOptions,
  ): Promise<Result<null>> {
    const { handle, providerId } = state;
    const { id: extensionId, name } = handle.manifest;
    try {
      const signedIn = await abortable(deps.authenticate(handle, providerId, signal, options), signal);
      // Also after a failure: a key that was tried and given up must not count as there when the person tries again.
      const isAuthenticated = await abortable(state.askAuthenticated(), signal).catch((thrown: unknown) => {
        if (signedIn.ok) throw thrown;
      });
      if (!signedIn.ok) return { ok: false, failure: { ...signedIn.failure, extensionId } };
      if (isAuthenticated) return ok(null);
      return fail('credential-missing', `${state.snapshot().name} (${name}) still has no key.`, { extensionId });
    } catch (thrown) {
      return { ok: false, failure: { ...toFailure(thrown), extensionId } };
    }
  }

  /** Whether it is ready already; what another provider asks the person meanwhile goes on then. */
  async function ensureAuthenticated(state: ProviderState, signal: AbortSignal): Promise<Result<null>> {
    try {
      if (await abortable(state.askAuthenticated(), signal)) return ok(null);
    } catch (thrown) {
      return { ok: false, failure: { ...toFailure(thrown), extensionId: state.handle.manifest.id } };
    }
    return signIns.join(state, signal, { isWanted: false });
  }

  return {
    /** What is known now, at once. The first call makes those answer of which nothing is kept; news come as events. */
    providers(): readonly ProviderSnapshot[] {
      isShown = true;
      syncStates();
      return snapshots();
    },
    /** A person turns to the models: providers that were not asked yet are asked. */
    wanted() {
      isShown = true;
      isWanted = true;
      syncStates();
    },
    /** Extensions were added, replaced or taken away: their providers come and go. */
    extensionsChanged() {
      syncStates();
      changed();
    },
    /** Asks one provider again, or all of an extension, or all. */
    async refresh(extensionId?: string, providerId?: string) {
      await Promise.all(those(extensionId, providerId).map((state) => state.refreshAfresh()));
    },
    /** An extension was (re)activated, and answered with the providers that it offers; they are asked again. */
    activated(extensionId: string, answer: unknown) {
      const read = activationSchema.safeParse(answer);
      if (read.success) {
        for (const info of read.data.providers) states.get(key(extensionId, info.id))?.offered(info);
      }
      for (const state of those(extensionId)) void state.refresh();
    },
    /** Its page in Settings is open, or it is tested. */
    findProvider: (extensionId: string, providerId: string): Result<FoundProvider> =>
      lookUp({ extensionId, providerId }),
    /** A person wants to sign in, or to give another key: `asksFirst`. Settles when that is over. */
    async signIn(
      extensionId: string,
      providerId: string,
      options: SignInOptions,
      signal: AbortSignal,
    ): Promise<Result<null>> {
      const found = lookUp({ extensionId, providerId });
      if (!found.ok) return found;
      const signedIn = await signIns.join(found.value, signal, { ...options, isWanted: true });
      if (signedIn.ok) await found.value.refreshAfresh();
      return signedIn;
    },
    /** The models or the key of a provider changed, as it says or as main knows; many of these are one refresh. */
    modelsChanged: (extensionId: string, providerId: string) => states.get(key(extensionId, providerId))?.refreshSoon(),
    /** A person removed the key of a provider: the extension forgets what it holds. */
    async credentialRemoved(extensionId: string, providerId: string) {
      const state = states.get(key(extensionId, providerId));
      if (!state) return;
      // The key itself is gone already; an extension that fails to forget its copy shows it at the refresh.
      await state.handle
        .call('provider.resetCredentials', { providerId }, { deadlineMs: limits.answerMs })
        .catch(() => null);
      await state.refresh();
    },
    find: (model: string): Result<FoundModel> => find(model),
    /** The small model of the provider of this one; null: it marks none, or it cannot answer without asking a person. */
    fastModel(model: string): FoundModel | null {
      const found = find(model);
      if (!found.ok || !found.value.isAuthenticated) return null;
      const { state, ref } = found.value;
      const small = state.snapshot().models.find(({ isDefaultFast }) => isDefaultFast);
      const fast = small && find(formatModelRef({ ...ref, modelId: small.id }));
      return fast?.ok ? fast.value : null;
    },
    /**
     * Authenticates if need be and gives the model to use: the one asked for, else the provider's default. Dialogs of the
     * provider may appear.
     * @param signal gives up at once, and the dialog goes when nobody else waits for it
     */
    async resolve(model: string, signal: AbortSignal): Promise<Result<string>> {
      const found = find(model);
      if (!found.ok) return found;
      const { state, ref, info, isAuthenticated } = found.value;
      const authenticated = await ensureAuthenticated(state, signal);
      if (!authenticated.ok) return authenticated;
      if (isAuthenticated && info && state.hasListed()) return ok(model);
      const asked = await resultOf(() => abortable(state.refreshAfresh(), signal));
      if (!asked.ok) return asked;
      const chosen = pickModel(state.snapshot().models, ref.modelId);
      if (chosen) return ok(formatModelRef({ ...ref, modelId: chosen.id }));
      const failure = state.modelsFailure();
      if (failure) return { ok: false, failure };
      return fail('invalid-response', `${state.snapshot().name} lists no models.`, { extensionId: ref.extensionId });
    },
  };
}
