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
import type { ScriptEndpoint } from '../extensions/sources/script-endpoints.ts';
import { createJointSignIns, type SignInOptions } from './joint-sign-ins.ts';
import type { KeptAnswers } from './kept-answers.ts';
import { pickModel } from './provider-models.ts';
import { createProviderState, type ProviderLimits, type ProviderState } from './provider-state.ts';

export interface ProviderRegistryDeps {
  /** The enabled extensions, running or not. */
  extensions(): readonly ExtensionHandle[];
  publish(event: Extract<MainEvent, { type: 'providers' }>): void;
  /** Signs a provider in, with its dialogs (`SignIns.run`); aborting closes the dialogs. */
  authenticate(
    handle: ExtensionHandle,
    providerId: string,
    signal: AbortSignal,
    options: SignInOptions,
  ): Promise<Result<null>>;
  /** The endpoint of a script that is off, which was this provider. */
  missingScript?(extensionId: string, providerId: string): ScriptEndpoint | undefined;
  readonly kept: KeptAnswers;
  readonly limits?: Partial<ProviderLimits>;
}

export interface FoundModel {
  readonly handle: ExtensionHandle;
  readonly ref: ModelRef;
  /** Absent when the provider does not list the model at present. */
  readonly info?: ModelInfo | undefined;
  /** The provider's last answer; null before the first. */
  readonly isAuthenticated: boolean | null;
  /** Waits for a turn to request an answer; see `Semaphore.begin`. */
  readonly begin: Semaphore['begin'];
}

/** One provider, for its page in Settings. */
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

  /** Adapts the states to the enabled extensions; a provider that stays keeps its state. */
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
    const extension = deps.extensions().find(({ manifest }) => manifest.id === ref.extensionId);
    const missing = deps.missingScript?.(ref.extensionId, ref.providerId);
    if (missing) {
      const message = `“${missing.name}” comes from the script ${missing.script.manifest.name}, which is off. Turn it on in the Extensions view.`;
      return fail('model-missing', message, { extensionId: ref.extensionId });
    }
    if (extension) {
      const message = `${extension.manifest.name} has no provider “${ref.providerId}” any more.`;
      return fail('model-missing', message, { extensionId: ref.extensionId });
    }
    return fail(
      'extension-disabled',
      `The provider “${key(ref.extensionId, ref.providerId)}” is not installed or not enabled.`,
    );
  }

  /** Providers whose extensions are told to forget a key. */
  const forgetting = new WeakMap<ProviderState, Promise<unknown>>();

  /** The model of a reference. A failure says what is missing. */
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
      // What the extension still deletes of the key before would take the new one.
      await abortable(forgetting.get(state) ?? Promise.resolve(), signal);
      const signedIn = await abortable(deps.authenticate(handle, providerId, signal, options), signal);
      // After a failure too: a key that was tried and refused must not count as present at the next attempt.
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

  /** Signs a provider in unless it has a key, in which case no dialog of another provider is disturbed. */
  async function ensureAuthenticated(state: ProviderState, signal: AbortSignal): Promise<Result<null>> {
    try {
      if (await abortable(state.askAuthenticated(), signal)) return ok(null);
    } catch (thrown) {
      return { ok: false, failure: { ...toFailure(thrown), extensionId: state.handle.manifest.id } };
    }
    return signIns.join(state, signal, { isWanted: false });
  }

  /** The small model of the same provider; null: it marks none, or is not known to have a key. */
  function fastModel(model: string): FoundModel | null {
    const found = find(model);
    if (!found.ok || !found.value.isAuthenticated) return null;
    const { state, ref } = found.value;
    const small = state.snapshot().models.find(({ isDefaultFast }) => isDefaultFast);
    const fast = small && find(formatModelRef({ ...ref, modelId: small.id }));
    return fast?.ok ? fast.value : null;
  }

  return {
    /** The present state. The first call makes main ask providers without a stored answer; news follow as events. */
    providers(): readonly ProviderSnapshot[] {
      isShown = true;
      syncStates();
      return snapshots();
    },
    /** Call when a person opens the models: asks providers that were not asked yet. */
    wanted() {
      isShown = true;
      isWanted = true;
      syncStates();
    },
    /** Call when extensions were added, replaced or removed. */
    extensionsChanged() {
      syncStates();
      changed();
    },
    /** Asks one provider again, all of an extension, or all. */
    async refresh(extensionId?: string, providerId?: string) {
      await Promise.all(those(extensionId, providerId).map((state) => state.refreshAfresh()));
    },
    /** Call when an extension was (re)activated, with the providers that it answered; they are asked again. */
    activated(extensionId: string, answer: unknown) {
      const read = activationSchema.safeParse(answer);
      if (read.success) {
        for (const info of read.data.providers) states.get(key(extensionId, info.id))?.offered(info);
      }
      for (const state of those(extensionId)) void state.refresh();
    },
    /** For its page in Settings, and for its test. */
    findProvider: (extensionId: string, providerId: string): Result<FoundProvider> =>
      lookUp({ extensionId, providerId }),
    /** Signs in for a person; `asksFirst` to replace the key. Settles when the sign-in has ended. */
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
    /** Call when the models or the key of a provider changed; many calls lead to one refresh. */
    modelsChanged: (extensionId: string, providerId: string) => states.get(key(extensionId, providerId))?.refreshSoon(),
    /** Call when a person removed the key of a provider: makes the extension forget it. */
    async credentialRemoved(extensionId: string, providerId: string) {
      const state = states.get(key(extensionId, providerId));
      if (!state) return;
      // The key is already deleted; if the extension fails to forget its copy, the refresh shows that.
      const forgotten = state.handle
        .call('provider.resetCredentials', { providerId }, { deadlineMs: limits.answerMs })
        .catch(() => null);
      forgetting.set(state, forgotten);
      await forgotten;
      if (forgetting.get(state) === forgotten) forgetting.delete(state);
      await state.refresh();
    },
    find: (model: string): Result<FoundModel> => find(model),
    /** The model that a name means: a reference, `fast` for the small one of the chosen one's provider, or the chosen one. */
    named(model: string | undefined, chosen: string | undefined): string | undefined {
      if (model !== 'fast') return model ?? chosen;
      const fast = chosen === undefined ? null : fastModel(chosen);
      return fast ? formatModelRef(fast.ref) : chosen;
    },
    fastModel,
    /**
     * Signs in if necessary and gives the model to use: the requested one, else the provider's default. Dialogs of the
     * provider may be shown.
     * @param signal stops waiting at once; the dialog is closed if no other caller waits
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
