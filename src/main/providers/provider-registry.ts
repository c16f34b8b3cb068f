import { type Failure, fail, ok, type Result, toFailure } from '../../shared/contract/errors.ts';
import {
  formatModelRef,
  type ModelInfo,
  type ModelRef,
  type ProviderSnapshot,
  parseModelRef,
} from '../../shared/contract/provider.ts';
import type { MainEvent } from '../../shared/contract/renderer-api.ts';
import type { ExtensionHandle } from '../extensions/extension-handle.ts';
import { abortable } from './bounded.ts';
import { pickModel } from './model-list.ts';
import { createProviderState, type ProviderLimits, type ProviderState } from './provider-state.ts';

export interface ProviderRegistryDeps {
  /** The extensions that are enabled, running or not. */
  extensions(): readonly ExtensionHandle[];
  publish(event: Extract<MainEvent, { type: 'providers' }>): void;
  /** Withdraws the credential dialog of a provider whose authentication was given up. */
  withdrawCredentialRequest(extensionId: string, providerId: string): void;
  readonly limits?: Partial<ProviderLimits>;
}

export interface FoundModel {
  readonly handle: ExtensionHandle;
  readonly ref: ModelRef;
  /** Absent when the provider does not list the model at the moment. */
  readonly info?: ModelInfo | undefined;
  /** As the provider said last; null until it has. */
  readonly isAuthenticated: boolean | null;
}

export interface ProviderRegistry {
  /** What is known now, at once. The first call makes the extensions with providers answer; news come as events. */
  providers(): readonly ProviderSnapshot[];
  /** Extensions were added, replaced or taken away: their providers come and go. */
  extensionsChanged(): void;
  /** Asks one provider, or all of an extension, again: it was (re)activated. */
  refresh(extensionId: string, providerId?: string): Promise<void>;
  /** The models or the key of a provider changed, as it says or as main knows; many of these are one refresh. */
  modelsChanged(extensionId: string, providerId: string): void;
  /** A person removed the key of a provider: the extension forgets what it holds. */
  credentialRemoved(extensionId: string, providerId: string): Promise<void>;
  /** The model behind a reference. A failure says what is gone. */
  find(model: string): Result<FoundModel>;
  /**
   * Authenticates if need be and gives the model to use: the one asked for, else the provider's default. The credential
   * dialog may appear; an earlier one of another provider is given up.
   * @param signal gives up at once, and the dialog goes
   */
  resolve(model: string, signal: AbortSignal): Promise<Result<string>>;
}

interface Authentication {
  readonly state: ProviderState;
  readonly controller: AbortController;
  readonly result: Promise<Result<null>>;
}

const key = (extensionId: string, providerId: string): string => `${extensionId}:${providerId}`;

export function createProviderRegistry(deps: ProviderRegistryDeps): ProviderRegistry {
  const limits: ProviderLimits = { answerMs: 10_000, refreshGapMs: 250, ...deps.limits };
  const states = new Map<string, ProviderState>();
  let isAsked = false;
  let authentication: Authentication | null = null;

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
          state = createProviderState(handle, providerId, limits, () => states.get(name) === state && changed());
          if (isAsked) void state.refresh();
        }
        present.set(name, state);
      }
    }
    states.clear();
    for (const [name, state] of present) states.set(name, state);
  }

  function lookUp(ref: ModelRef): Result<ProviderState> {
    syncStates();
    const state = states.get(key(ref.extensionId, ref.providerId));
    if (state) return ok(state);
    return fail(
      'extension-disabled',
      `The provider “${key(ref.extensionId, ref.providerId)}” is not installed or not enabled.`,
    );
  }

  function find(model: string): Result<FoundModel & { state: ProviderState }> {
    const ref = parseModelRef(model);
    if (!ref) return fail('invalid-request', `“${model}” is not a model. Choose one from the list.`);
    const found = lookUp(ref);
    if (!found.ok) return found;
    const info = found.value.snapshot().models.find(({ id }) => id === ref.modelId);
    return ok({
      handle: found.value.handle,
      ref,
      info,
      isAuthenticated: found.value.isAuthenticated(),
      state: found.value,
    });
  }

  async function authenticate(state: ProviderState, signal: AbortSignal): Promise<Result<null>> {
    const { handle, providerId } = state;
    const { id: extensionId, name } = handle.manifest;
    try {
      if (await abortable(state.askAuthenticated(), signal)) return ok(null);
      await abortable(handle.call('provider.authenticate', { providerId }, { signal }), signal);
      if (await abortable(state.askAuthenticated(), signal)) return ok(null);
      return fail('credential-missing', `${state.snapshot().name} (${name}) still has no key.`, { extensionId });
    } catch (thrown) {
      const failure: Failure = { ...toFailure(thrown), extensionId };
      // A key that was tried and given up must not count as there when the person retries at once.
      if (failure.code === 'provider-auth') await state.askAuthenticated().catch(() => false);
      return { ok: false, failure };
    } finally {
      if (signal.aborted) deps.withdrawCredentialRequest(extensionId, providerId);
    }
  }

  function ensureAuthenticated(state: ProviderState, signal: AbortSignal): Promise<Result<null>> {
    if (authentication?.state !== state || authentication.controller.signal.aborted) {
      authentication?.controller.abort();
      const controller = new AbortController();
      const started: Authentication = {
        state,
        controller,
        result: authenticate(state, controller.signal).finally(() => {
          if (authentication === started) authentication = null;
        }),
      };
      authentication = started;
    }
    const { controller, result } = authentication;
    const onAbort = () => controller.abort();
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort);
    return result.finally(() => signal.removeEventListener('abort', onAbort));
  }

  return {
    providers() {
      syncStates();
      if (!isAsked) {
        isAsked = true;
        for (const state of states.values()) void state.refresh();
      }
      return snapshots();
    },
    extensionsChanged() {
      syncStates();
      changed();
    },
    async refresh(extensionId, providerId) {
      const those = [...states.values()].filter(
        (state) =>
          state.handle.manifest.id === extensionId && (providerId === undefined || state.providerId === providerId),
      );
      await Promise.all(those.map((state) => state.refresh()));
    },
    modelsChanged: (extensionId, providerId) => states.get(key(extensionId, providerId))?.refreshSoon(),
    async credentialRemoved(extensionId, providerId) {
      const state = states.get(key(extensionId, providerId));
      if (!state) return;
      // The key itself is gone already; an extension that fails to forget its copy shows it at the refresh.
      await state.handle
        .call('provider.resetCredentials', { providerId }, { deadlineMs: limits.answerMs })
        .catch(() => null);
      await state.refresh();
    },
    find,
    async resolve(model, signal) {
      const found = find(model);
      if (!found.ok) return found;
      const { state, ref, info, isAuthenticated } = found.value;
      const authenticated = await ensureAuthenticated(state, signal);
      if (!authenticated.ok) return authenticated;
      if (isAuthenticated && info && state.hasListed()) return ok(model);
      try {
        await abortable(state.refreshAfresh(), signal);
      } catch (thrown) {
        return { ok: false, failure: toFailure(thrown) };
      }
      const chosen = pickModel(state.snapshot().models, ref.modelId);
      if (chosen) return ok(formatModelRef({ ...ref, modelId: chosen.id }));
      const failure = state.modelsFailure();
      if (failure) return { ok: false, failure };
      return fail('invalid-response', `${state.snapshot().name} lists no models.`, { extensionId: ref.extensionId });
    },
  };
}
